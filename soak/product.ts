import { startDemoStack } from '../src/launch/demo-stack.ts'
import { STANDING } from '../src/demo/standing.ts'
import { jsonLog } from '../src/system/log.ts'
import { systemRandom } from '../src/system/random.ts'
import type { ProductSettings, StartedProduct } from './open-product.ts'

/**
 * The product as `npm run demo` starts it, without the tour, as a program: its processes have a launcher of their own, whose
 * memory is measured as well. First it writes where everything is, then the process ids as often as a line comes in. It
 * leaves when its standard input ends; logs of all processes go to standard error.
 */

const { folder, allowed, workers, servers } = JSON.parse(process.argv[2] ?? '{}') as ProductSettings

const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`)

const stack = await startDemoStack({
  folder,
  port: 0,
  random: systemRandom,
  log: jsonLog('warn', { process: 'launcher' }),
  logLevel: 'warn',
  allow: [allowed],
  workers,
  servers,
  // Buyers are told apart by what a proxy would say of them, and some events are announced unasked.
  env: { TRUST_PROXY: '1', STANDING_EVENTS: STANDING },
  onHopeless: (name) => {
    throw new Error(`${name} did not start`)
  },
})
const { baseUrl, sandboxUrl, adminUrl, redisUrl, payTo } = stack
say({ baseUrl, sandboxUrl, adminUrl, redisUrl, payTo } satisfies StartedProduct)
for await (const piece of Bun.stdin.stream())
  for (const byte of piece) if (byte === 10) say(Object.fromEntries(stack.children.map(({ name, pid }) => [name, pid])))
await stack.stop()
process.exit(0)
