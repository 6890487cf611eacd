import { BadConfig, readConfig } from '../config.ts'
import { systemClock } from '../system/clock.ts'
import { jsonLog } from '../system/log.ts'
import { orderlyExit, refuseToStart } from '../system/process.ts'
import { systemRandom } from '../system/random.ts'
import { SandboxConfig } from './config.ts'
import { createMoney } from './money/money.ts'
import { createWorld } from './world/world.ts'

/** How often providers that push check the market. They report full seconds. */
const PUSH_MS = 100

/** Entry point of the sandbox: the simulated providers and the play money on one loopback port. */
const main = async (): Promise<void> => {
  const config = readConfig(SandboxConfig, process.env)
  const seed = config.SANDBOX_SEED
  const world = createWorld({ clock: systemClock, random: systemRandom, ...(seed !== undefined && { seed }) })
  const money = createMoney({ clock: systemClock, random: systemRandom })
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: config.SANDBOX_PORT,
    // One of the faults is a provider that never answers; the caller must give up first.
    idleTimeout: 0,
    websocket: world.pushing.handler,
    fetch: async (request, server) => {
      const pushed = world.pushing.upgrade(request, server)
      if (pushed !== null) return pushed === 'upgraded' ? undefined : pushed
      return (
        (await money.handle(request)) ??
        (await world.handle(request)) ??
        Response.json(
          { error: 'not_found', message: 'See docs/simulated-world.md for what the sandbox answers.' },
          { status: 404 },
        )
      )
    },
  })
  const timer = setInterval(() => world.pushing.tick(), PUSH_MS)
  const log = jsonLog(config.LOG_LEVEL, { process: 'sandbox', pid: process.pid })
  log.info('sandbox.ready', { url: server.url.origin })
  orderlyExit(log, 2_000, async () => {
    clearInterval(timer)
    await server.stop(true)
  })
}

await main().catch(refuseToStart({ settings: [BadConfig], circumstances: [] }))
