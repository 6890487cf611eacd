import { describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { renewMarkets } from '../../../src/actors/publisher/own-markets.ts'
import { checkedMarkets, OWN_MARKETS } from '../../../src/feeds/equity/market-file.ts'
import { testFolder } from '../../support/test-folder.ts'

const HEADER = 'symbol,time,open,high,low,close'
const read = (...rows: readonly string[]) => checkedMarkets([HEADER, ...rows].join('\n'))
const faults = (...rows: readonly string[]) => {
  const found = read(...rows)
  return found.ok ? [] : found.faults
}
const ROW = 'VIX,2026-11-19T21:15Z,17,19,16.5,18.1'

test('a file is a day in each row; the last one of a symbol is its level', () => {
  expect(read('VIX,2026-11-20T21:15:00Z,18,18.5,17,17.4', ROW, 'HYG,2026-11-20T21:00Z,79,79,79,79')).toEqual({
    ok: true,
    table: {
      VIX: {
        level: { value: '17.4', at: Date.parse('2026-11-20T21:15:00Z') },
        days: [
          { date: '2026-11-19', open: '17', high: '19', low: '16.5', close: '18.1' },
          { date: '2026-11-20', open: '18', high: '18.5', low: '17', close: '17.4' },
        ],
      },
      HYG: {
        level: { value: '79', at: Date.parse('2026-11-20T21:00:00Z') },
        days: [{ date: '2026-11-20', open: '79', high: '79', low: '79', close: '79' }],
      },
    },
  })
})

test.each([
  ['a symbol that nothing reads', ['DAX,2026-11-20T21:00Z,1,1,1,1'], 'row 1: DAX is none of VIX, VIX9D'],
  ['a time without a zone', ['VIX,2026-11-20T21:00,17,17,17,17'], 'no time in UTC'],
  ['30 February', ['VIX,2026-02-30T21:00Z,17,17,17,17'], 'no time in UTC'],
  ['no number', ['VIX,2026-11-20T21:00Z,17,17,17,n/a'], 'row 1: close is not'],
  ['zero', ['VIX,2026-11-20T21:00Z,17,17,0,17'], 'low is not a number above zero'],
  ['a day twice', [ROW, ROW], 'VIX has 2026-11-19 twice'],
  ['another unit', ['VIX,2026-11-20T21:00Z,1700,1700,1700,1700'], 'VIX is 1700'],
  ['nothing', [], 'no row'],
])('%s is refused', (_what, rows, why) => expect(faults(...rows).join()).toContain(why))

test('every row that breaks a rule is named, up to eight', () => {
  expect(faults(...Array.from({ length: 12 }, () => 'X,now,1,1,1,1'))).toHaveLength(8)
  expect(checkedMarkets('symbol,when\nVIX,now')).toMatchObject({ ok: false })
  expect(faults(...Array.from({ length: 20_001 }, () => ROW))).toEqual(['20001 rows, at most 20000'])
})

describe('the worker', () => {
  const place = (texts: Readonly<Record<string, string>> = {}) => {
    const [written, logged] = [[] as unknown[], [] as unknown[]]
    const boards = {
      write: async (...each: unknown[]) => {
        written.push(each)
        return true
      },
    }
    return {
      written,
      logged,
      store: { boards },
      clock: { now: () => 5 },
      log: { error: (...each: unknown[]) => void logged.push(each) },
      readUrl: async (url: string) => texts[url] ?? null,
    }
  }
  const TABLE = read(ROW)

  test('lays a file where the indices read it, each time it is asked, and takes away that of an earlier start', async () => {
    const { folder, remove } = testFolder()
    const path = join(folder, 'equity.csv')
    const at = place()
    await renewMarkets(undefined, at)
    writeFileSync(path, `${HEADER}\n${ROW}\n`)
    await renewMarkets(path, at)
    expect(at.written).toEqual([
      [OWN_MARKETS.id, 5, { table: {} }],
      [OWN_MARKETS.id, 5, { table: TABLE.ok && TABLE.table }],
    ])
    writeFileSync(path, 'nonsense')
    await renewMarkets(path, at)
    await renewMarkets(folder, at)
    await renewMarkets(join(folder, 'absent.csv'), at)
    expect([at.written.length, at.logged.length]).toEqual([2, 3])
    expect(JSON.stringify(at.logged)).toContain('mend EQUITY_FILE')
    remove()
  })

  test('reads an address too, and keeps what it has when nobody answers there', async () => {
    const at = place({ 'https://example.com/days.csv': `${HEADER}\n${ROW}\n` })
    await renewMarkets('https://example.com/days.csv', at)
    await renewMarkets('https://example.com/gone.csv?key=of-a-vendor', at)
    expect([at.written.length, at.logged.length]).toEqual([1, 1])
    expect(JSON.stringify(at.logged)).not.toContain('of-a-vendor')
  })
})
