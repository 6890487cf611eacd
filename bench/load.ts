import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CONNECTIONS, type Generator } from './generator.ts'
import { ownLoad } from './own-load.ts'

/** Load on one server, by `wrk` if it is installed, otherwise by our own generator. */

/** All requests are prepared before the clock starts; during the run each is taken from a table. */
const SCRIPT = (list: string | null) => `
threads = {}
shots = {}
at = 0
exhausted = 0
function setup(thread) table.insert(threads, thread) end
${
  list === null
    ? ''
    : `
function init(args)
  for line in io.lines(${JSON.stringify(list)}) do
    local tab = line:find('\\t', 1, true)
    shots[#shots + 1] = 'GET ' .. line:sub(1, tab - 1) .. ' HTTP/1.1\\r\\nHost: 127.0.0.1\\r\\n' .. line:sub(tab + 1):gsub('\\t', '\\r\\n') .. '\\r\\n\\r\\n'
  end
end
function request()
  at = at + 1
  if at > #shots then exhausted = 1; at = 1 end
  return shots[at]
end`
}
function done(summary, latency, requests)
  local errors = summary.errors
  io.write(string.format('\\n{"requests":%d,"micros":%d,"status":%d,"broken":%d,"p50":%d,"p99":%d,"exhausted":%d}\\n',
    summary.requests, summary.duration, errors.status, errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(50), latency:percentile(99), threads[1]:get('exhausted')))
end
`

interface Written {
  readonly requests: number
  readonly micros: number
  readonly status: number
  readonly broken: number
  readonly p50: number
  readonly p99: number
  readonly exhausted: number
}

const wrk =
  (folder: string): Generator =>
  async ({ port, what, seconds }) => {
    const isList = typeof what !== 'string'
    const list = join(folder, 'shots.txt')
    const script = join(folder, 'wrk.lua')
    if (isList)
      writeFileSync(
        list,
        `${what.map(({ path, header }) => `${path}\t${header.replaceAll('\r\n', '\t')}`).join('\n')}\n`,
      )
    writeFileSync(script, SCRIPT(isList ? list : null))
    const url = `http://127.0.0.1:${port}${isList ? '/' : what}`
    // An answer made for its buyer may take longer than two seconds, after which wrk counts a failure by default.
    const options = [
      '-t1',
      `-c${CONNECTIONS}`,
      `-d${Math.max(1, Math.round(seconds))}s`,
      '--timeout',
      '10s',
      '-s',
      script,
    ]
    const child = Bun.spawn(['wrk', ...options, url], { stdio: ['ignore', 'pipe', 'inherit'] })
    const text = await new Response(child.stdout).text()
    const line = text.split('\n').find((each) => each.startsWith('{'))
    if (!line) throw new Error(`wrk said: ${text}`)
    const found = JSON.parse(line) as Written
    return {
      ok: found.requests - found.status,
      failed: found.status + found.broken,
      seconds: found.micros / 1e6,
      p50Ms: found.p50 / 1000,
      p99Ms: found.p99 / 1000,
      exhausted: found.exhausted === 1,
    }
  }

/** `wrk` if it is installed, otherwise our own generator. */
export const pickGenerator = (
  folder: string,
  wanted: 'wrk' | 'own' | undefined,
): { readonly name: string; readonly load: Generator } => {
  const isWrk = wanted ? wanted === 'wrk' : Bun.which('wrk') !== null
  return isWrk ? { name: 'wrk', load: wrk(folder) } : { name: 'own (bench/own-load.ts)', load: ownLoad }
}
