import { describe, expect, test } from 'bun:test'
import { enteredQuote } from '../../../src/feeds/econ/copper-board.ts'

const MINUTE = 60_000
const NOW = Date.UTC(2026, 10, 18, 12)
const quote = (price: string, at = NOW) => ({ price, at })
const TOMORROW = NOW + 24 * 60 * MINUTE
const first = enteredQuote(quote('4.581'), undefined, NOW)

test('a day has one row, the last price of the day, which is no revision', () => {
  const later = enteredQuote(quote('4.612', NOW + MINUTE), first, NOW + MINUTE)
  expect(later.rows).toEqual([{ period: '2026-11-18', value: '4.612', seen: NOW + MINUTE }])
  const next = enteredQuote(quote('4.7', NOW + 24 * 60 * MINUTE), later, NOW + 24 * 60 * MINUTE)
  expect(next.rows.map(({ period, value }) => `${period} ${value}`)).toEqual(['2026-11-18 4.612', '2026-11-19 4.7'])
})

test('a price that stands still over a weekend was first seen before it', () => {
  const friday = enteredQuote(quote('4.6', NOW + 2 * 24 * 60 * MINUTE), first, NOW + 2 * 24 * 60 * MINUTE)
  const sunday = enteredQuote(quote('4.60', NOW + 2 * 24 * 60 * MINUTE), friday, NOW + 4 * 24 * 60 * MINUTE)
  expect(sunday).toEqual({ ...friday, readAt: NOW + 4 * 24 * 60 * MINUTE })
})

describe('a move of more than 15 %', () => {
  const far = enteredQuote(quote('5.3', NOW + MINUTE), first, NOW + MINUTE)

  test('is not believed at once, and is after an hour', () => {
    expect(far.rows).toEqual(first.rows)
    expect(far.readAt).toBe(NOW)
    expect(enteredQuote(quote('5.31'), far, NOW + 30 * MINUTE).rows).toEqual(first.rows)
    expect(enteredQuote(quote('5.32'), far, NOW + 61 * MINUTE).rows.at(-1)!.value).toBe('5.32')
  })

  test('is forgotten when the price comes back', () => {
    const back = enteredQuote(quote('4.6'), far, NOW + 30 * MINUTE)
    expect([back.rows.at(-1)!.value, back.held]).toEqual(['4.6', undefined])
  })

  test('in many small steps is held as well', () => {
    const steps = ['5.0', '5.25', '5.5'].reduce(
      (kept, price, at) => enteredQuote(quote(price, TOMORROW), kept, TOMORROW + (at + 1) * 10 * MINUTE),
      first,
    )
    expect([steps.rows.at(-1)!.value, steps.held?.mark]).toEqual(['5.25', '5.5'])
    const stood = enteredQuote(quote('5.5', TOMORROW), steps, TOMORROW + 90 * MINUTE)
    expect(stood.rows.at(-1)!.value).toBe('5.5')
    // What has stood for an hour is not asked again at each step.
    expect(enteredQuote(quote('5.52', TOMORROW), stood, TOMORROW + 100 * MINUTE).rows.at(-1)!.value).toBe('5.52')
  })

  test('stands anew when it becomes another one', () => {
    const other = enteredQuote(quote('14.9', NOW + 61 * MINUTE), far, NOW + 61 * MINUTE)
    expect([other.rows, other.held?.since]).toEqual([first.rows, NOW + 61 * MINUTE])
  })

  test('begins above it', () => {
    expect(enteredQuote(quote('5.26'), first, NOW).rows.at(-1)!.value).toBe('5.26')
  })
})

test('a clock may differ by five minutes, and 36 days are kept', () => {
  expect(enteredQuote(quote('4.6', NOW + 5 * MINUTE), first, NOW).rows.at(-1)!.value).toBe('4.6')
  expect(() => enteredQuote(quote('4.6', NOW + 6 * MINUTE), first, NOW)).toThrow('not come')
  const days = Array.from({ length: 40 }, (_, day) => NOW + day * 24 * 60 * MINUTE)
  const kept = days.reduce((series, at) => enteredQuote(quote('4.6', at), series, at), first)
  expect([kept.rows.length, kept.rows[0]!.period]).toEqual([36, '2026-11-22'])
})

test.each([
  ['a price per tonne', quote('9870')],
  ['a price in cents', quote('458.1')],
  ['a price below a dollar', quote('0.99')],
  ['a price of tomorrow', quote('4.6', NOW + 24 * 60 * MINUTE)],
  ['a price of yesterday', quote('4.6', NOW - 24 * 60 * MINUTE)],
])('%s is refused', (_what, wrong) => {
  expect(() => enteredQuote(wrong, first, NOW)).toThrow()
})
