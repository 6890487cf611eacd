import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { privateKeyToAccount } from 'viem/accounts'
import { BadKeys } from '../actors/secret-file.ts'
import { BadConfig, DemoConfig, readConfig } from '../config.ts'
import { BadUsage, optionLines, readCommandLine } from '../launch/command-options.ts'
import { type DemoStack, startDemoStack } from '../launch/demo-stack.ts'
import { BadFolder } from '../launch/folder-lock.ts'
import { FOLDER_FILES } from '../launch/folder-use.ts'
import { PortTaken } from '../launch/free-port.ts'
import { USDC } from '../payments/usdc.ts'
import { BadRedis } from '../store/redis/redis.ts'
import { jsonLog } from '../system/log.ts'
import { orderlyExit, refuseToStart } from '../system/process.ts'
import { systemRandom } from '../system/random.ts'
import { DEMO_COMMAND } from './command.ts'
import { waitUntilReady } from './ready.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { STANDING } from './standing.ts'
import { TourFailed } from './stop.ts'
import { type Terminal, terminal } from './terminal.ts'
import { thingsToTry } from './things-to-try.ts'
import { walkTour } from './tour.ts'

/** `npm run demo`: the whole product with simulated providers and play money, and a tour of it. */

/** Prices need one poll of every exchange and one tick; a VWAP needs a page of trades. */
const READY_MS = 60_000

const { say, countDown } = terminal(process.stdout)

/** Whether the user has stopped the demonstration. The tour has nothing more to say then. */
let leaving = false

const tell: Terminal = {
  say: (line) => {
    if (!leaving) say(line)
  },
  countDown: (says, seconds) => {
    if (!leaving) countDown(says, seconds)
  },
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

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

interface Show {
  readonly folder: string
  readonly isFast: boolean
  readonly receiver: Receiver
  hopeless(): string
}

/** Waits until a purchase can succeed, writes `demo.json` with the addresses, and runs the tour. */
const show = async (stack: DemoStack, { folder, isFast, receiver, hopeless }: Show): Promise<void> => {
  await waitUntilReady(stack.baseUrl, { limitMs: READY_MS, hopeless, say: tell.say })
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
  const file = join(folder, FOLDER_FILES.demo)
  writeFileSync(file, `${JSON.stringify(facts, null, 2)}\n`, { mode: 0o600 })
  const { baseUrl, sandboxUrl } = stack
  await walkTour({ baseUrl, sandboxUrl, buyerKey, dataFolder: folder, ...tell }, receiver, isFast)
  tell.say(`\nEverything above went well. ${file} holds addresses and the buyer's key.`)
}

const main = async (): Promise<void> => {
  const { settings, on } = readCommandLine(DEMO_COMMAND, process.argv.slice(2), process.env)
  if (on.has('help')) return say(`${DEMO_COMMAND.name} -- [options]\n\n${optionLines(DEMO_COMMAND)}`)
  const { PORT: port, HOST: host, DATA_DIR } = readConfig(DemoConfig, settings)
  const folder = resolve(DATA_DIR)
  const log = jsonLog('warn', { process: 'demo' })
  say('Claros, the demonstration: simulated providers, play money, throw-away keys.')
  say('Starting Redis, the sandbox, workers and a server …')
  let hopeless = ''
  const receiver = startReceiver()
  const stack = await startDemoStack({
    folder,
    host,
    port,
    random: systemRandom,
    log,
    logLevel: 'error',
    allow: [receiver.place],
    env: { STANDING_EVENTS: STANDING },
    onHopeless: (name) => (hopeless = name),
  })
  orderlyExit(jsonLog('warn'), 20_000, () => {
    leaving = true
    say('\nStopping …')
    return stack.stop()
  })
  try {
    await show(stack, { folder, isFast: on.has('fast'), receiver, hopeless: () => hopeless })
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
  tell.say(thingsToTry(stack, on.has('once')))
  if (on.has('once')) {
    await stack.stop()
    process.exit(0)
  }
  tell.say('\nThe service stays up. Stop it with Ctrl-C.')
}

await main().catch(
  refuseToStart({ settings: [BadConfig, BadKeys, BadUsage], circumstances: [BadFolder, BadRedis, PortTaken] }),
)
