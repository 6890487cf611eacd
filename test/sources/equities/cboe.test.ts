import { describe, expect, test } from 'bun:test'
import { cboe, cboeDays, cboeHistory, cboeLevel } from '../../../src/sources/equities/cboe.ts'
import { readByName } from '../../../src/sources/large-readers.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

test('nothing may be sold without an agreement', () => expect(cboe.rights).toBe('unlicensed'))

describe.skipIf(!recordedAvailable)('recorded histories', () => {
  const read = (symbol: 'VIX' | 'VIX9D' | 'VVIX', name: string) =>
    cboeHistory(symbol).read(recorded(`macro/cboe/${name}`).body)

  test('of VIX and VIX9D are days with a range', () => {
    const days = read('VIX', 'vix-history-csv')
    expect(days.at(-1)).toEqual({
      date: '2026-07-22',
      open: '17.420000',
      high: '19.490000',
      low: '16.640000',
      close: '16.640000',
    })
    expect(read('VIX9D', 'vix9d-history-csv').at(-1)?.close).toBe('14.880000')
    expect(days[0]!.date < days[1]!.date).toBe(true)
  })

  test('of VVIX are closes under its own name; its wrong row of 2006 is refused where it counts', () => {
    const { body } = recorded('macro/cboe/vvix-history-csv')
    expect(unreadable(() => cboeHistory('VVIX').read(body))).toBe('VVIX is 15.710000, not from 40 to 300')
    const whole = body.split(/\r?\n/).filter((line) => !line.includes('/2006'))
    expect(cboeHistory('VVIX').read(whole.join('\n')).at(-1)).toEqual({
      date: '2026-07-22',
      open: '95.550000',
      high: '95.550000',
      low: '95.550000',
      close: '95.550000',
    })
  })
})

describe('a delayed quote', () => {
  const level = (change: object = {}, symbol = '^VIX') =>
    cboeLevel('VIX').read(
      JSON.stringify({
        timestamp: '2026-08-13 05:09:05',
        symbol: '_VIX',
        data: {
          symbol,
          current_price: 14.55,
          last_trade_time: '2026-08-12T16:15:01',
          prev_day_close: 14.55,
          ...change,
        },
      }),
    )

  test('is told by the clock of New York, summer and winter', () => {
    expect(level()).toEqual({ value: '14.55', at: Date.parse('2026-08-12T20:15:01Z') })
    expect(level({ last_trade_time: '2026-11-20T16:15:00' }).at).toBe(Date.parse('2026-11-20T21:15:00Z'))
    expect(cboeLevel('VIX9D').path).toBe('/api/global/delayed_quotes/quotes/_VIX9D.json')
  })

  test.each([
    ['another index', {}, '^VIX3M', '^VIX'],
    ['a level in hundredths', { current_price: 1455 }, '^VIX', 'VIX is 1455'],
    ['no level', { current_price: 0 }, '^VIX', 'above zero'],
    ['a time with an offset', { last_trade_time: '2026-08-12T16:15:01-04:00' }, '^VIX', 'no time of New York'],
  ])('of %s is refused', (_what, change, symbol, why) => expect(unreadable(() => level(change, symbol))).toContain(why))
})

describe('daily bars', () => {
  const row = (date: string, change: object = {}) => ({
    date,
    open: 10,
    high: 12,
    low: 9,
    close: 11.5,
    volume: 0,
    ...change,
  })
  const read = (rows: readonly object[], more: object = {}) =>
    cboeDays('SPX').read(JSON.stringify({ timestamp: '2026-08-13 05:09:05', data: rows, ...more }))

  test('are the last of many, and read by another thread too', () => {
    const many = Array.from({ length: 400 }, (_, place) =>
      row(new Date(Date.UTC(2025, 6, 1) + place * 86_400_000).toISOString().slice(0, 10)),
    )
    const days = read(many)
    expect([days.length, days.at(-1)?.date]).toEqual([70, '2026-08-04'])
    const body = JSON.stringify({ data: many })
    expect(readByName(cboeDays('SPX').apart!, body)).toEqual(days)
  })

  test.each([
    ['none', [], {}, 'no day of SPX'],
    ['the same day twice', [row('2026-08-11'), row('2026-08-11')], {}, 'SPX has 2026-08-11 twice'],
    ['a close above the highest', [row('2026-08-11', { close: 12.5 })], {}, 'outside of its own range'],
    ['an opening below the lowest', [row('2026-08-11', { open: 8 })], {}, 'outside of its own range'],
    ['another symbol', [row('2026-08-11')], { symbol: '_NDX' }, '_SPX'],
  ])('%s is refused', (_what, rows, more, why) => expect(unreadable(() => read(rows, more))).toContain(why))
})
