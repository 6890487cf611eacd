import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { checkSources } from '../../src/cli/sources.ts'
import { askSources, describeFound, type SourceFinding } from '../../src/cli/sources-ask.ts'
import { type AnyBoard, boardQuestion } from '../../src/feeds/board.ts'
import { registry } from '../../src/feeds/registry.ts'
import type { Reply } from '../../src/ports.ts'
import { everyBoard } from '../../src/roles/provider-settings.ts'
import { permission } from '../../src/sources/permission.ts'
import { UnreadableReply } from '../../src/sources/query.ts'
import { stage } from '../support/sandbox/world/still-world.ts'
import { stillClock } from '../support/still.ts'

/** `claros sources check`, as it is typed, against the simulated world. */

const on = stage({ start: Date.now() })
/** Paths that answer garbage. */
let broken: RegExp | null
let paths: string[]
beforeEach(() => {
  broken = null
  paths = []
})
const upstream = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: async (request) => {
    const path = request.url.slice(new URL(request.url).origin.length)
    paths.push(path)
    if (broken?.test(path)) return new Response('<html>\u001b[2J</html>')
    return (await on.world.handle(request)) ?? new Response(null, { status: 404 })
  },
})
afterAll(() => upstream.stop(true))

const check = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  checkSources(args, { UPSTREAM_ORIGIN: upstream.url.origin, ...env })

const typed = async (...args: readonly string[]) => {
  const program = join(import.meta.dir, '../../src/cli/main.ts')
  const child = Bun.spawn([process.execPath, '--no-install', program, 'sources', ...args], {
    env: { PATH: process.env.PATH ?? '', UPSTREAM_ORIGIN: upstream.url.origin },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, errors, status] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  return { out, errors, status }
}

describe('claros sources check', () => {
  test('asks each provider one question, and says of the others which setting they lack', async () => {
    const { out, errors, status } = await check(['check', '--json'], { PROVIDER_KEYS: 'fred=abcdefgh12345678' })
    const findings = JSON.parse(out) as readonly SourceFinding[]
    const boards = everyBoard()
    const asked = boards.flatMap((board) =>
      board.asks({ now: on.clock.now(), state: board.empty, listed: null, pushed: null }),
    )
    const sources = new Map(
      [...boards.map(({ source }) => source), ...asked.map(({ query }) => query.provider)].map((source) => [
        source.name,
        source,
      ]),
    )
    expect(errors).toBe('')
    expect(findings.map(({ source }) => source)).toEqual([...sources.keys()].toSorted())
    const allows = permission('permitted', [], ['fred'])
    const refused = findings.flatMap(({ kind, ...rest }) => (kind === 'not_asked' ? [{ ...rest }] : []))
    expect(refused).toEqual(findings.flatMap(({ source }) => allows(sources.get(source)!) ?? []))
    expect(refused).toContainEqual({ source: 'eia', reason: 'needs_key', setting: 'PROVIDER_KEYS' })
    expect(findings.find(({ source }) => source === 'fred')).toMatchObject({ kind: 'read', board: 'stats/fred' })
    expect(out).not.toContain('abcdefgh')
    // One each, and none to those that may not be asked.
    expect(paths).toHaveLength(findings.length - refused.length)
    // Some nodes of the simulated world refuse, as real ones do.
    const failed = findings.filter(({ kind }) => kind === 'failed').map(({ source }) => source)
    expect(failed.filter((source) => !/^1rpc-|^polygon-polygon$/.test(source))).toEqual([])
    expect(status).toBe(failed.length > 0 ? 1 : 0)
  })

  test('asks one question for each board of the named provider, and 0 says that all could be read', async () => {
    const { out, status } = await typed('check', 'kraken')
    const boards = registry.boards.filter(({ source }) => source.name === 'kraken').map(({ id }) => id)
    const lines = out.split('\n').filter((line) => line.startsWith('kraken '))
    expect(lines).toHaveLength(boards.length)
    for (const id of boards) expect(lines.filter((line) => line.includes(` ${id} `))).toHaveLength(1)
    expect(lines.every((line) => / read +200 +\d+ /.test(line))).toBeTrue()
    expect(out.trimEnd().split('\n').at(-1)).toBe(`${boards.length} read, 0 failed, 0 not asked, 0 without a question.`)
    expect(status).toBe(0)
  })

  test('says of a reply that cannot be read what is wrong with it, without obeying it, and ends with 1', async () => {
    broken = /AssetPairs/
    const { out, status } = await typed('check', 'kraken')
    const lines = out.split('\n').filter((line) => line.includes('instruments/kraken'))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^kraken +failed +200 .*unreadable: not JSON: <html>/)
    expect(out).not.toContain('\u001b')
    expect(out).toContain(' 1 failed,')
    expect(status).toBe(1)
  })

  test.each([
    [['check', 'fred'], {}, 1, '', 'fred +not asked +needs_key: PROVIDER_KEYS'],
    [['check', 'nobody'], {}, 2, 'no provider that is polled is called "nobody"', ''],
    [['check', 'ecb'], { SOURCES_RIGHTS: 'some' }, 2, 'SOURCES_RIGHTS is "some"', ''],
    [['look'], {}, 2, 'Exit status: 0 all that were asked could be read', ''],
  ] as const)('%j with %j ends with %d', async (args, env, expected, sentence, line) => {
    const { out, errors, status } = await check(args, env)
    expect({ status, errors }).toEqual({ status: expected, errors: expect.stringContaining(sentence) })
    expect(out).toMatch(new RegExp(line))
    expect(paths).toEqual([])
  })
})

describe('asking', () => {
  const clock = stillClock(1_795_000_000_000)
  const { source } = registry.boards[0]!
  const called = (name: string) => ({ ...source, name, rights: 'open' as const })
  const boardOf = (id: string, name: string, path: string | null): AnyBoard => ({
    id,
    source: called(name),
    everySeconds: 5,
    empty: {},
    asks: () =>
      path === null
        ? []
        : [
            boardQuestion(
              {
                provider: called(name),
                path,
                read: (body) => {
                  if (body === 'bad') throw new UnreadableReply('not\u009b good')
                  return [body]
                },
              },
              () => ({}),
            ),
          ],
  })
  const asking = (answer: (path: string) => Promise<Reply>) => ({
    net: { ask: ({ path }: { readonly path: string }) => answer(path) },
    clock,
    allows: permission('permitted'),
  })
  const said = async (body: string): Promise<Reply> => ({ ok: true, body, receivedAt: clock.now(), tookMs: 7 })

  test('takes the first board that has a question, and counts bytes', async () => {
    const boards = [boardOf('b/1', 'b', null), boardOf('b/2', 'b', '/é'), boardOf('b/3', 'b', '/c')]
    const read = { kind: 'read', source: 'b', tookMs: 7, bytes: 3 } as const
    const answers = asking(said)
    expect(await askSources([...boards, boardOf('a/1', 'a', null)], null, answers)).toEqual([
      { kind: 'no_question', source: 'a', board: 'a/1' },
      { ...read, board: 'b/2', question: 'GET /é', found: '1 rows ["/é"]' },
    ])
    expect((await askSources(boards, 'b', answers)).map(({ kind }) => kind)).toEqual(['no_question', 'read', 'read'])
    expect(await askSources(boards, 'c', answers)).toEqual([])
  })

  test('a board that asks another provider than its own is a question to that one', async () => {
    const board = { ...boardOf('a/1', 'b', '/c'), source: called('a') }
    expect(await askSources([board], null, asking(said))).toMatchObject([
      { kind: 'no_question', source: 'a', board: 'a/1' },
      { kind: 'read', source: 'b', board: 'a/1' },
    ])
  })

  test('a failure is that of the connection or of the reader, in characters that a terminal does not obey', async () => {
    const failure = { kind: 'status', status: 503 } as const
    const boards = [boardOf('a/1', 'a', '/bad'), boardOf('b/1', 'b', '/down')]
    const answers = asking((path) => (path === '/bad' ? said('bad') : Promise.resolve({ ok: false, failure })))
    expect(await askSources(boards, null, answers)).toMatchObject([
      { kind: 'failed', board: 'a/1', failure: { kind: 'unreadable', reason: 'not? good' } },
      { kind: 'failed', board: 'b/1', failure },
    ])
  })

  test('eight at a time', async () => {
    const boards = Array.from({ length: 30 }, (_, n) => boardOf(`s${n}/1`, `s${n}`, '/'))
    let [now, most] = [0, 0]
    const answers = asking(async () => {
      most = Math.max(most, ++now)
      await Promise.resolve()
      now--
      return said('x')
    })
    expect(await askSources(boards, null, answers)).toHaveLength(30)
    expect(most).toBe(8)
  })

  test('what was read is told in one line', () => {
    expect(describeFound([{ a: '1' }, { a: '2' }])).toBe('2 rows [{"a":"1"},{"a":"2"}]')
    expect(describeFound({ BTC: '\u202e1' })).toBe('1 members {"BTC":"?1"}')
    expect(describeFound(new Map([['a', 1]]))).toBe('1 rows [["a",1]]')
    expect(describeFound('x'.repeat(200))).toHaveLength(101)
    expect(describeFound(undefined)).toBe('undefined')
  })
})
