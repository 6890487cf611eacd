import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import type { TestStack } from '../stack.ts'
import { until } from '../until.ts'

/** A server of its own beside those of the product, which is told to stop while balancers still send buyers to it. */

const ROOT = join(import.meta.dir, '../../..')
const DRAIN_SECONDS = 4
const PAID = '/oracle/price/btc/usd'

interface Probed {
  readonly readinessProbe?: { readonly httpGet: { readonly path: string } }
}
interface Manifest {
  readonly spec?: { readonly template?: { readonly spec: { readonly containers: readonly Probed[] } } }
}

/** Where Kubernetes looks. */
const readinessPath = (): string => {
  const manifests = Bun.YAML.parse(
    readFileSync(join(ROOT, 'ops/kubernetes/claros.yaml'), 'utf8'),
  ) as readonly Manifest[]
  const probes = manifests
    .flatMap(({ spec }) => spec?.template?.spec.containers ?? [])
    .map((each) => each.readinessProbe)
  return probes.find((probe) => probe !== undefined)!.httpGet.path
}

const startServer = async ({ redisUrl, payTo, sandboxUrl }: TestStack) => {
  const port = await freePort()
  const child = Bun.spawn([process.execPath, '--no-install', join(ROOT, 'src/server.ts')], {
    env: {
      PATH: process.env.PATH ?? '',
      LOG_LEVEL: 'error',
      REDIS_URL: redisUrl,
      PAY_TO: payTo,
      FACILITATOR_URL: `${sandboxUrl}/facilitator`,
      SERVER_SECRET: 'ab'.repeat(32),
      HOST: '127.0.0.1',
      PORT: String(port),
      ADMIN_PORT: '0',
      DRAIN_SECONDS: String(DRAIN_SECONDS),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  /** On a connection of its own, as a balancer has it. `null` where nobody listens. */
  const ask = async (path: string): Promise<number | null> => {
    const found = await fetch(`http://localhost:${port}${path}`, { keepalive: false }).catch(() => null)
    await found?.body?.cancel()
    return found && found.status
  }
  return { child, ask }
}

export const drainedServer = (running: () => TestStack): void =>
  test('a server that is told to stop is not ready at once, sells as long as it was told to, and ends in order', async () => {
    const { child, ask } = await startServer(running())
    const ready = readinessPath()
    try {
      await until('it is ready', async () => (await ask(ready)) === 200)
      await until('it sells', async () => (await ask(PAID)) === 402)
      const toldAt = performance.now()
      child.kill('SIGTERM')
      expect(
        await until('it says something else', async () => ((found) => found !== 200 && { found })(await ask(ready))),
      ).toEqual({ found: 503 })
      // Long before it goes: a balancer has the rest of the time to see it.
      expect(performance.now() - toldAt).toBeLessThan(DRAIN_SECONDS * 500)
      const seen: (readonly [ready: number | null, paid: number | null, preview: number | null])[] = []
      while (performance.now() - toldAt < DRAIN_SECONDS * 750) {
        seen.push([await ask(ready), await ask(PAID), await ask(`${PAID}/preview`)])
        await Bun.sleep(100)
      }
      expect(seen.length).toBeGreaterThan(3)
      expect(seen.filter((each) => each.join() !== '503,402,200')).toEqual([])
      expect(await child.exited).toBe(0)
      expect(performance.now() - toldAt).toBeGreaterThan(DRAIN_SECONDS * 1_000)
      expect(await ask(ready)).toBeNull()
    } finally {
      child.kill('SIGKILL')
      await child.exited
    }
  }, 120_000)
