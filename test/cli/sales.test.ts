import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { identityOf, writeIdentity } from '../../src/ledger/identity.ts'
import { lineOf } from '../../src/ledger/line.ts'
import { saleOf } from '../support/actors/bookkeeper/book-rounds.ts'

/** `claros sales`, as it is typed, on a ledger that stands in the repository. */

const GOLDEN = resolve(import.meta.dir, '../golden')
const folder = mkdtempSync(join(tmpdir(), 'claros-sales-'))
beforeAll(() => cpSync(join(GOLDEN, 'ledger'), join(folder, 'ledger'), { recursive: true }))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const golden = (name: string): string => readFileSync(join(GOLDEN, 'sales', name), 'utf8')

const typed = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const program = join(import.meta.dir, '../../src/cli/main.ts')
  const child = Bun.spawn([process.execPath, '--no-install', program, 'sales', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const [out, errors, status] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  return { out, errors, status }
}
const sales = (...args: readonly string[]) => typed(['--data', folder, ...args])

const rows = async (...args: readonly string[]) =>
  JSON.parse((await sales('--json', ...args)).out) as Readonly<Record<string, string>>[]

describe('sales', () => {
  test('one per payment, with what became of it; a table by default', async () => {
    const { out, errors, status } = await sales()
    expect(out).toBe(golden('all.txt'))
    expect(errors).toBe('claros: 1 lines were written by another release and are not counted.\n')
    expect(status).toBe(0)
  })

  test('of the folder that the settings name, unless another is given', async () => {
    expect((await typed([], { DATA_DIR: folder })).out).toBe(golden('all.txt'))
    expect((await typed(['--data', folder], { DATA_DIR: '/nonexistent' })).out).toBe(golden('all.txt'))
  })

  test('as CSV, with commas and quotes that do not break it', async () => {
    expect((await sales('--csv', '--from', '2026-03-05', '--to', '2026-03-05')).out).toBe(golden('march-5.csv'))
    expect((await sales('--csv', '--item', 'dlc/threshold')).out).toContain(',"evt,""2""",')
  })

  test('of a ledger that somebody wrote into: no formula, no control character, and no line that cannot be counted', async () => {
    const hostile = mkdtempSync(join(tmpdir(), 'claros-hostile-'))
    const write = (...lines: readonly unknown[]) => {
      mkdirSync(join(hostile, 'ledger'), { recursive: true })
      writeFileSync(
        join(hostile, 'ledger', '2026-03.jsonl'),
        lines.map((each) => `${typeof each === 'string' ? each : JSON.stringify(each)}\n`).join(''),
      )
    }
    const line = {
      ...lineOf('0/1-1/0', { what: 'sold', at: Date.UTC(2026, 2, 5), transaction: '', ...saleOf(1) }),
      item: '=cmd|x!A1',
      event: '\u001b[2Jgone',
    }
    try {
      write(line)
      const asCsv = await sales('--csv', '--data', hostile)
      expect([asCsv.status, asCsv.out.includes(",'=cmd|x!A1,")]).toEqual([0, true])
      const asTable = await sales('--data', hostile)
      expect([
        asTable.status,
        /\p{Cc}/u.test(asTable.out.replaceAll('\n', '')),
        asTable.out.includes('\\x1b[2Jgone'),
      ]).toEqual([0, false, true])
      for (const bad of [
        { id: '1' },
        { ...line, amount: '1e3' },
        { ...line, at: 'x' },
        { ...line, network: 7 },
        '\u001b[2J',
      ]) {
        write(line, bad)
        const { errors, status } = await sales('--data', hostile)
        expect([status, errors.includes('holds a line that is not of the ledger'), errors.includes('\u001b')]).toEqual([
          2,
          true,
          false,
        ])
      }
    } finally {
      rmSync(hostile, { recursive: true, force: true })
    }
  })

  test('add up exactly: no number of this ledger fits a float', async () => {
    expect((await sales('--sum', 'day')).out).toBe(golden('by-day.txt'))
    const [sum] = (await rows('--sum', 'rail', '--from', '2026-03-05', '--to', '2026-03-05')).values()
    expect(sum).toMatchObject({ key: 'x402', sales: '4', revenue: '9007199254770993', shown: '$9007199254.770993' })
  })

  test('count a token once, however often it was given back and spent again', async () => {
    const found = await rows('--rail', 'l402', '--from', '2026-03', '--to', '2026-03')
    expect(found.map(({ state, amount, revenue }) => [state, amount, revenue])).toEqual([
      ['sold', '10', '10'],
      ['sold', '500', '500'],
      ['given_back', '10', '0'],
    ])
  })

  test('of a month know what became of them in the next: settled on its last second, delivered after it', async () => {
    const found = await rows('--from', '2026-02', '--to', '2026-02', '--rail', 'x402')
    expect(found.map(({ state, event }) => [state, event])).toEqual([['sold', 'evt,"2"']])
    const lastSecond = await rows('--from', '2026-02-28', '--to', '2026-02-28T23:59:59.500Z')
    expect(lastSecond.map(({ state }) => state)).toEqual(['sold'])
    // And it is no sale of the next, though it is said again there.
    expect(await rows('--from', '2026-03-01', '--to', '2026-03-01')).toEqual([])
  })

  test('of an item, or of all that begin with it', async () => {
    expect(await rows('--item', 'price/spot', '--from', '2026-03-05')).toHaveLength(5)
    expect(await rows('--item', 'price/sp')).toEqual([])
  })

  test('of a receipt: its id is hashed, and no other finds it', async () => {
    const found = await rows('--receipt', 'receipt-6')
    expect(found.map(({ state, nonce }) => [state, Number(nonce)])).toEqual([['delivered_late', 6]])
    expect((await sales('--receipt', 'receipt-99')).status).toBe(1)
    expect((await sales('--receipt', found[0]!.receipt!)).status).toBe(1)
  })

  test('a long list arrives whole through a pipe', async () => {
    const many = join(folder, 'many')
    mkdirSync(join(many, 'ledger'), { recursive: true })
    const lines = Array.from({ length: 20_000 }, (_, n) => {
      const posting = { what: 'sold', at: Date.UTC(2026, 0, 1) + n, transaction: '', ...saleOf(n) } as const
      return `${JSON.stringify(lineOf(writeIdentity(identityOf('p0', `${n}-0`, 0)), posting))}\n`
    })
    writeFileSync(join(many, 'ledger', '2026-01.jsonl'), lines.join(''))
    const { out } = await sales('--data', many, '--csv')
    expect(out.split('\r\n')).toHaveLength(20_002)
  })
})

describe('what cannot be answered is one sentence and status 2', () => {
  for (const [args, sentence] of [
    [['--from', '2026-02-30'], '--from 2026-02-30 is not a time'],
    [['--from', '2026-03', '--to', '2026-02'], '--to lies before --from'],
    [['--sum', 'week'], '--sum week: there are day, month, item, rail'],
    [['--rail', 'lightning'], '--rail lightning: there are l402 and x402'],
    [['--csv', '--json'], 'choose one'],
    [['--data', '/nonexistent'], 'there is no ledger in /nonexistent/ledger yet'],
  ] as const)
    test(args.join(' '), async () => {
      const { out, errors, status } = await sales(...args)
      expect([out, status]).toEqual(['', 2])
      expect(errors).toStartWith('claros: ')
      expect(errors).toContain(sentence)
      expect(errors.split('\n')).toHaveLength(2)
    })

  test('a file with a line of a newer release', async () => {
    const newer = join(folder, 'newer')
    mkdirSync(join(newer, 'ledger'), { recursive: true })
    const line = lineOf('0/1-1/0', { what: 'sold', at: Date.UTC(2026, 2, 5), transaction: '', ...saleOf(1) })
    writeFileSync(join(newer, 'ledger', '2026-03.jsonl'), `${JSON.stringify({ v: 2, ...line })}\n`)
    const { out, errors, status } = await sales('--data', newer)
    expect([out, status, errors]).toEqual(['', 2, expect.stringContaining('holds a line of a newer release')])
  })

  test('a file that is none of the ledger', async () => {
    const other = join(folder, 'other')
    mkdirSync(join(other, 'ledger'), { recursive: true })
    writeFileSync(join(other, 'ledger', '2026-01.jsonl'), 'hello\n')
    const { errors, status } = await sales('--data', other)
    expect([status, errors]).toEqual([
      2,
      expect.stringContaining('2026-01.jsonl holds a line that is not of the ledger'),
    ])
  })
})
