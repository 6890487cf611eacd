import { startDemoStack } from '../../src/launch/demo-stack.ts'
import { jsonLog } from '../../src/system/log.ts'
import { systemRandom } from '../../src/system/random.ts'

/**
 * The whole product as a program, so that all that its processes say comes out of one pipe: `told-stack.ts <folder>
 * <host:port that may be called> [<settings on top, JSON>]`. One line of JSON on standard output when it has started; it leaves when its standard
 * input is closed. Logs of all processes, the launcher's included, go to standard error.
 */
const [folder = '', allowed = '', env = '{}'] = process.argv.slice(2)

const stack = await startDemoStack({
  folder,
  port: 0,
  random: systemRandom,
  log: jsonLog('info', { process: 'launcher' }),
  logLevel: 'info',
  allow: [allowed],
  env: JSON.parse(env) as Record<string, string>,
  onHopeless: (name) => {
    throw new Error(`${name} did not start`)
  },
})
const { baseUrl, sandboxUrl, adminUrl, redisUrl, payTo, adminSecret } = stack
const pids = Object.fromEntries(stack.children.map(({ name, pid }) => [name, pid]))
process.stdout.write(`${JSON.stringify({ baseUrl, sandboxUrl, adminUrl, redisUrl, payTo, adminSecret, pids })}\n`)
for await (const _ of Bun.stdin.stream());
await stack.stop()
process.exit(0)
