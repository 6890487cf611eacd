import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { privateKeyToAccount } from 'viem/accounts'
import { BadKeys } from '../actors/secret-file.ts'
import { USDC } from '../payments/usdc.ts'
import { type DemoStack, startDemoStack } from '../launch/demo-stack.ts'
import { BadFolder } from '../launch/folder-lock.ts'
import { PortTaken } from '../launch/free-port.ts'
import { BadRedis } from '../store/redis/redis.ts'
import { jsonLog } from '../system/log.ts'
import { orderlyExit, refuseToStart } from '../system/process.ts'
import { systemRandom } from '../system/random.ts'
import { waitUntilReady } from './ready.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { STANDING } from './standing.ts'
import { TourFailed } from './stop.ts'
import { walkTour } from './tour.ts'

/** `npm run demo`: the whole product with simulated providers and play money, and a tour of it. */

const COMMAND: Command = {
  name: 'npm run demo',
  settings: { ...ServerConfig.properties, ...LauncherConfig.properties },
  defaults: { HOST: '127.0.0.1', DATA_DIR: './data/demo' },
  switches: {
    once: 'end after the tour: status 0, or 1 naming what failed',
    fast: 'leave out what takes a minute: the tour does not wait until its numeric event matures',
  },
}

/** Prices need one poll of every exchange and one tick; a VWAP needs a page of trades. */
const READY_MS = 60_000

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const options = () => {
  const { settings, on } = readCommandLine(COMMAND, process.argv.slice(2), process.env)
  const { PORT, HOST, DATA_DIR } = readConfig(DemoConfig, { ...COMMAND.defaults, ...settings })
  return { port: PORT, host: HOST, folder: resolve(DATA_DIR), on }
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** The settings that the demonstration takes, from its command line alone. */
const DemoConfig = Type.Object({
  PORT: ServerConfig.properties.PORT,
  HOST: ServerConfig.properties.HOST,
  DATA_DIR: LauncherConfig.properties.DATA_DIR,
})

/** A buyer with a hundred play dollars. */
const fundBuyer = async ({ sandboxUrl }: DemoStack): Promise<`0x${string}`> => {
  const key = `0x${hex(systemRandom.bytes(32))}` as const
  const { address } = privateKeyToAccount(key)
  const response = await fetch(`${sandboxUrl}/chain/fund`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address, amount: '100000000' }),
  })
  if (!response.ok) throw new TourFailed(`the sandbox did not fund the buyer: status ${response.status}`)
  return key
}

/** Waits until a purchase can succeed, writes `demo.json` with the addresses, and runs the tour. */
const show = async (stack: DemoStack, folder: string, receiver: Receiver, hopeless: () => string): Promise<void> => {
  await waitUntilReady(stack.baseUrl, { limitMs: READY_MS, hopeless, say })
  const buyerKey = await fundBuyer(stack)
  const facts = {
    baseUrl: stack.baseUrl,
    sandboxUrl: stack.sandboxUrl,
    adminUrl: stack.adminUrl,
    buyerKey,
    adminSecret: stack.adminSecret,
    payTo: stack.payTo,
    asset: USDC.base.asset,
    chainId: USDC.base.chainId,
    mode: 'demo',
  }
  writeFileSync(join(folder, 'demo.json'), `${JSON.stringify(facts, null, 2)}\n`, { mode: 0o600 })
  const { baseUrl, sandboxUrl } = stack
  await walkTour({ baseUrl, sandboxUrl, buyerKey, dataFolder: folder, say }, receiver)
  say(`\nEverything above went well. ${join(folder, 'demo.json')} holds addresses and the buyer's key.`)
}

const main = async (): Promise<void> => {
  const { once, port, folder, help } = options()
  if (help) return say(HELP)
  const log = jsonLog('warn', { process: 'demo' })
  say('Claros, the demonstration: simulated providers, play money, throw-away keys.')
  say('Starting Redis, the sandbox, a worker and a server …')
  let hopeless = ''
  const receiver = startReceiver()
  const stack = await startDemoStack({
    folder,
    port,
    random: systemRandom,
    log,
    logLevel: 'error',
    allow: [receiver.place],
    env: { STANDING_EVENTS: STANDING },
    onHopeless: (name) => (hopeless = name),
  })
  let leaving = false
  orderlyExit(jsonLog('warn'), 20_000, () => {
    leaving = true
    return stack.stop()
  })
  try {
    await show(stack, folder, receiver, () => hopeless)
    await receiver.stop()
  } catch (problem) {
    // The user stopped the demonstration. Requests that were under way fail now, and that is not worth a report.
    if (leaving) return
    // After any fault all processes of the demonstration must end, or they would keep the ports and the folder.
    const what = problem instanceof TourFailed ? problem.message : String((problem as Error).stack ?? problem)
    process.stderr.write(`claros: the demonstration failed: ${what}\n`)
    await stack.stop()
    process.exit(1)
  }
  if (once) {
    await stack.stop()
    process.exit(0)
  }
  say(
    `The service stays up at ${stack.baseUrl} (try ${stack.baseUrl}/llms.txt), the sandbox at ${stack.sandboxUrl}/world, ` +
      `what operators see at ${stack.adminUrl}/metrics.`,
  )
  say('Stop with Ctrl-C.')
}

await main().catch(refuseToStart([BadUsage, BadFolder, BadRedis, BadKeys, PortTaken]))
