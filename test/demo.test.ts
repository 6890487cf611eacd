import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { freePort } from './support/free-port.ts'
import { onLinux } from './support/needs.ts'

/** The first thing that anybody runs. */

const ROOT = resolve(import.meta.dir, '..')
const folders: string[] = []

const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'claros-demo-'))
  folders.push(made)
  return made
}

afterAll(() => {
  for (const each of folders) rmSync(each, { recursive: true, force: true })
})

/** `npm run demo -- …`, as npm runs it. */
const demo = async (...args: readonly string[]) => {
  const child = Bun.spawn(['node', join(ROOT, 'launch.mjs'), 'src/demo/main.ts', ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [status, out, err] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  return { status, out, err }
}

/** A worker of a slow machine says that it waited for its Redis. The tour shows whether that came to anything. */
const isSlowStore = (line: string): boolean => {
  try {
    const { event, cause } = JSON.parse(line) as Readonly<Record<string, unknown>>
    return event === 'store.refuses' && cause === 'silent'
  } catch {
    return false
  }
}

/** Everything else that was said. */
const otherThanSlow = (said: string): readonly string[] =>
  said.split('\n').filter((line) => line !== '' && !isSlowStore(line))

/** What a command of `claros` says. */
const claros = async (...args: readonly string[]): Promise<string> => {
  const child = Bun.spawn(['node', join(ROOT, 'bin/claros.mjs'), ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  return new Response(child.stdout).text()
}

/** The launcher is silent when nothing is missing: by now nothing is. */
beforeAll(async () => {
  await demo('--help')
}, 120_000)

/** Processes that work in a folder or below: an embedded Redis that was left behind. */
const leftIn = (where: string): readonly string[] =>
  readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readlinkSync(`/proc/${name}/cwd`).startsWith(where)
    } catch {
      return false
    }
  })

describe.skipIf(!onLinux())('npm run demo -- --once', () => {
  test('walks nine stops, writes demo.json, ends well and leaves nothing running', async () => {
    const data = folder()
    const { status, out, err } = await demo('--once', '--port', '0', '--data', data)
    expect({ status, err: otherThanSlow(err) }).toEqual({ status: 0, err: [] })
    const stops = [...out.matchAll(/^(\d of 9)  (.+)$/gm)].map((match) => [match[1], match[2]])
    expect(stops.map(([number]) => number)).toEqual(Array.from({ length: 9 }, (_, at) => `${at + 1} of 9`))
    for (const [at, words] of [
      'GET /health',
      'A preview, free and unsigned',
      'The same path without money',
      'protocol version 2',
      'protocol version 1 (its fetch drops PAYMENT-REQUIRED',
      'L402 over Lightning',
      'POST /dlc/oracle/numeric',
      'POST /dlc/oracle/threshold',
      'The promise of stop 7 is kept',
    ].entries())
      expect(stops[at]![1]).toContain(words)
    // A state that is not `ok` has its reason, and no body is longer than a line or two.
    if (/status +degraded/.test(out)) expect(out).toMatch(/status +degraded\n {14}\S+ /)
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThan(180)
    expect(out).toMatch(/it matures in \d+ s/)
    expect(out).toMatch(/Three things to try[^]+1\. [^]+http:\/\/localhost:\d+\/llms\.txt[^]+2\. [^]+3\. [^]+\/money/)
    // What was bought can be seen: three prices, canonicals that differ, and the checks that passed.
    const canonicals = [...out.matchAll(/canonical {2}(v1\|PRICE\|BTCUSD\|\S+)/g)].map((match) => match[1])
    expect(new Set(canonicals).size).toBe(3)
    expect(out.match(/verified offline: \d+ checks passed/g)).toHaveLength(3)
    // Both promises were kept, and the webhook told of one.
    expect(out).toMatch(/others are announced without a payment .* [123] of them, BTC\/USD at \S+Z, verified/)
    expect(out).toMatch(/breached at \d+\.\d\d   signature [0-9a-f]{32}…   verified/)
    expect(out).toMatch(/the webhook arrived: evt_BTCUSD-BELOW-\d+-\d+_attested, signed by whpk_/)
    expect(out).toMatch(/[01]{20} = \d+ USD, of the price \d+\.\d\d/)
    expect(out.match(/settled in 0x[0-9a-f]{64}/g)).toHaveLength(2)
    // What was bought is in the books, by the tour's own words and by the command's.
    expect(out).toMatch(
      /^The books hold 5 sales of this tour: (10 sats and \$14\.020000|\$14\.020000 and 10 sats) {3}npx claros sales --data \/\S+$/m,
    )
    const sums = JSON.parse(await claros('sales', '--data', data, '--sum', 'item', '--json')) as Record<
      string,
      string
    >[]
    expect(sums.map(({ key, network, sales, shown }) => [key, network, sales, shown])).toEqual([
      ['dlc/numeric', 'eip155:8453', '1', '$7.000000'],
      ['dlc/threshold', 'eip155:8453', '1', '$7.000000'],
      ['price/spot/BTC-USD', 'eip155:8453', '2', '$0.020000'],
      ['price/spot/BTC-USD', 'lightning', '1', '10 sats'],
    ])

    const facts = JSON.parse(readFileSync(join(data, 'demo.json'), 'utf8')) as Record<string, unknown>
    expect(Object.keys(facts).toSorted()).toEqual([
      'adminSecret',
      'adminUrl',
      'asset',
      'baseUrl',
      'buyerKey',
      'chainId',
      'mode',
      'payTo',
      'sandboxUrl',
    ])
    expect(facts).toMatchObject({ mode: 'demo', chainId: 8453, asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' })
    expect(String(facts.baseUrl)).toMatch(/^http:\/\/localhost:\d+$/)
    expect(String(facts.adminUrl)).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(String(facts.sandboxUrl)).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(String(facts.buyerKey)).toMatch(/^0x[0-9a-f]{64}$/)
    expect(String(facts.payTo)).toMatch(/^0x[0-9a-fA-F]{40}$/)
    expect(String(facts.adminSecret).length).toBeGreaterThanOrEqual(32)
    expect(statSync(join(data, 'demo.json')).mode & 0o777).toBe(0o600)

    expect(leftIn(data)).toEqual([])
    await expect(fetch(`${String(facts.baseUrl)}/health`)).rejects.toThrow()
    await expect(fetch(`${String(facts.sandboxUrl)}/world`)).rejects.toThrow()
  }, 240_000)

  test('--fast leaves out the minute until the numeric event matures, and says where it is kept', async () => {
    const data = folder()
    const { status, out, err } = await demo('--once', '--fast', '--port', '0', '--data', data)
    expect({ status, err: otherThanSlow(err) }).toEqual({ status: 0, err: [] })
    expect([...out.matchAll(/^(\d) of 8  /gm)]).toHaveLength(8)
    expect(out).toMatch(
      /it is kept at \d\d:\d\d:\d\d UTC {3}http:\/\/localhost:\d+\/dlc\/oracle\/numeric\/\S+\/attestation/,
    )
    expect(out).not.toMatch(/it matures in|is kept\n/)
    expect(leftIn(data)).toEqual([])
  }, 240_000)

  test('a port that is taken: non-zero, and what failed by name', async () => {
    const taken = Bun.serve({
      hostname: '127.0.0.1',
      port: await freePort(),
      fetch: () => new Response('mine', { status: 404 }),
    })
    const data = folder()
    try {
      const { status, err } = await demo('--once', '--port', String(taken.port), '--data', data)
      expect(status).toBe(1)
      expect(err).toContain(`port ${taken.port} on 127.0.0.1 is taken`)
      expect(err).toMatch(/^claros: port .* Choose another with --port/)
      expect(err).not.toMatch(/\.ts:\d+/)
      expect(leftIn(data)).toEqual([])
    } finally {
      await taken.stop(true)
    }
  }, 120_000)

  test('an option that does not exist: non-zero, and the options that do', async () => {
    const { status, err } = await demo('--onec')
    expect(status).toBe(78)
    expect(err).toContain('Did you mean --once?')
    expect(err).toContain('--onec')
    expect(err).toContain('--data DIR')
    const help = await demo('--help')
    expect(help.status).toBe(0)
    expect(help.out).toContain('--once')
  }, 120_000)
})
