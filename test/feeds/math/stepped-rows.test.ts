import { expect, test } from 'bun:test'
import { type Steps, withRow } from '../../../src/feeds/math/stepped-rows.ts'

interface Row {
  readonly start: number
  readonly seen: string
}
const STEPS: Steps<Row> = { stepMs: 10, keepMs: 20, startOf: ({ start }) => start }

test('of each step the last look stays, and what began longer ago than is kept goes', () => {
  const first = withRow([], { start: 0, seen: 'a' }, STEPS, 9)
  const again = withRow(first, { start: 0, seen: 'b' }, STEPS, 9)
  expect(again).toEqual([{ start: 0, seen: 'b' }])
  const later = withRow(withRow(again, { start: 10, seen: 'c' }, STEPS, 15), { start: 20, seen: 'd' }, STEPS, 29)
  expect(later.map(({ seen }) => seen)).toEqual(['b', 'c', 'd'])
  expect(withRow(later, { start: 30, seen: 'e' }, STEPS, 30).map(({ seen }) => seen)).toEqual(['c', 'd', 'e'])
})

test('a row from after now is no past', () => {
  expect(withRow([{ start: 40, seen: 'ahead' }], { start: 20, seen: 'now' }, STEPS, 29)).toEqual([
    { start: 20, seen: 'now' },
  ])
})
