import { expect, test } from 'bun:test'
import { symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keepEstimates, readEstimates } from '../../../src/actors/publisher/own-estimates.ts'
import { checkedEstimates, ESTIMATES } from '../../../src/feeds/surprises/estimates-file.ts'
import { estimatesOf } from '../../../src/roles/provider-settings.ts'
import type { Store } from '../../../src/store/store.ts'
import { partOf } from '../../support/part-of.ts'
import { testFolder } from '../../support/test-folder.ts'

const read = (...rows: readonly string[]) => checkedEstimates(['event,time,estimate', ...rows].join('\n'))
const faults = (...rows: readonly string[]) => {
  const found = read(...rows)
  return found.ok ? [] : found.faults
}

const GOOD = 'US payrolls,2026-12-04T13:30Z,110000'
const PARSED = {
  country: 'US',
  measure: 'payrolls',
  at: Date.parse('2026-12-04T13:30:00Z'),
  estimate: '110000',
} as const

test('a file is an event, its time and what is expected of it', () => {
  expect(read(GOOD, 'EU cpi_mom,2026-12-01T10:00:00Z,-0.10')).toEqual({
    ok: true,
    estimates: [
      PARSED,
      { country: 'EU', measure: 'cpi_mom', at: Date.parse('2026-12-01T10:00:00Z'), estimate: '-0.10' },
    ],
  })
})

test('every row that breaks a rule is named, with each rule', () => {
  const [event, time, estimate, ...more] = faults('US speech,tomorrow,many', GOOD)
  expect(event).toStartWith('row 1: no event is called US speech; they are US rate_decision, US cpi_mom')
  expect(time).toBe('row 1: tomorrow is no time in UTC like 2026-12-04T13:30Z')
  expect(estimate).toBe('row 1: many is no decimal number')
  expect(more).toEqual([])
})

test.each([
  ['30 February', 'US payrolls,2026-02-30T13:30Z,1', 'is no time in UTC'],
  ['a time without a zone', 'US payrolls,2026-12-04T13:30,1', 'is no time in UTC'],
  ['an event of another country', 'GB payrolls,2026-12-04T13:30Z,1', 'no event is called GB payrolls'],
  ['a comma for a point', 'US cpi_mom,2026-12-04T13:30Z,"0,3"', 'is no decimal number'],
  ['a rate that cannot be', 'US unemployment,2026-12-04T13:30Z,430', '430 is no US unemployment'],
  ['an empty estimate', 'US unemployment,2026-12-04T13:30Z,', 'is no decimal number'],
])('%s is refused', (_what, row, why) => expect(faults(row).join()).toContain(why))

test('the same event twice, a file without rows, and one of other columns are refused', () => {
  expect(faults(GOOD, 'US payrolls,2026-12-04T13:30:00Z,90000')).toEqual([
    'US payrolls at 2026-12-04T13:30:00.000Z stands there twice',
  ])
  expect(faults()).toEqual(['no row'])
  expect(checkedEstimates('event,when\na,b')).toMatchObject({ ok: false, faults: ['no column time among event,when'] })
  expect(checkedEstimates('')).toMatchObject({ ok: false })
  expect(faults(...Array.from({ length: 5_001 }, () => GOOD))).toEqual(['5001 rows, at most 5000'])
})

test('a byte order mark and lines of other systems change nothing, and odd bytes are named', () => {
  expect(checkedEstimates(`\ufeffevent,time,estimate\r\n${GOOD}\r\n`)).toEqual({ ok: true, estimates: [PARSED] })
  for (const odd of ['110000\0', '１１００００', '+1', '1e400', '0x10', 'NaN', '1'.repeat(81), '--1'])
    expect(faults(`US payrolls,2026-12-04T13:30Z,${odd}`).join()).toMatch(/^row 1: .{1,40} is no decimal number$/s)
})

test('what is no file, or is far too long, is refused without being read', () => {
  const { folder, remove } = testFolder()
  const [pipe, long, link] = ['pipe', 'long', 'link'].map((name) => join(folder, name)) as [string, string, string]
  Bun.spawnSync(['mkfifo', pipe])
  expect(readEstimates(pipe)).toEqual({ ok: false, faults: ['no file'] })
  expect(readEstimates(folder)).toEqual({ ok: false, faults: ['no file'] })
  writeFileSync(long, '')
  truncateSync(long, 4_000_001)
  expect(readEstimates(long)).toEqual({ ok: false, faults: ['4000001 bytes, at most 4000000'] })
  writeFileSync(long, `event,time,estimate\n${GOOD}\n`)
  symlinkSync(long, link)
  expect(readEstimates(link)).toEqual({ ok: true, estimates: [PARSED] })
  remove()
})

test('a worker reads the file whole, refuses it by the name of its setting, and takes that of an earlier start away', async () => {
  const { folder, remove } = testFolder()
  const path = join(folder, 'calendar-estimates.csv')
  expect(readEstimates(path)).toMatchObject({ ok: false })
  writeFileSync(path, `event,time,estimate\n${GOOD}\n`)
  expect([estimatesOf(path), estimatesOf(undefined)]).toEqual([[PARSED], []])
  writeFileSync(path, 'event,time,estimate\nUS speech,now,1\n')
  expect(() => estimatesOf(path)).toThrow(/^CALENDAR_ESTIMATES: .*row 1: no event is called US speech/)
  remove()
  const written: unknown[] = []
  const boards = partOf<Store['boards']>({
    write: async (...each) => {
      written.push(each)
      return true
    },
  })
  await keepEstimates(boards, estimatesOf(undefined), 5)
  expect(written).toEqual([[ESTIMATES.id, 5, { estimates: [] }]])
})
