import { expect, test } from 'bun:test'
import { type Cadences, scheduleOf } from '../../src/actors/publisher/schedule.ts'
import { registry } from '../../src/feeds/registry.ts'
import { permission } from '../../src/sources/permission.ts'

const ALL = { allows: permission('all'), closed: new Map(), groupedAbove: Infinity }

const periods = (cadences: Cadences): ReadonlyMap<string, number> =>
  new Map(scheduleOf(registry, cadences, ALL).map(({ actor, everyMs }) => [actor, everyMs]))

const DEFINED = periods({})

/** The actors whose period differs from the defined one. */
const changed = (cadences: Cadences): readonly string[] => {
  const found = periods(cadences)
  expect([...found.keys()]).toEqual([...DEFINED.keys()])
  return [...found].filter(([actor, everyMs]) => everyMs !== DEFINED.get(actor)).map(([actor]) => actor)
}

test('a period for a feed holds for all of its subjects and for no other feed', () => {
  const actors = changed({ 'price/spot': 7 })
  expect(actors.length).toBe(12)
  expect(actors.every((actor) => actor.startsWith('price/spot/'))).toBe(true)
  expect(periods({ 'price/spot': 7 }).get('price/spot/BTC-USD')).toBe(7_000)
})

test('a period for one actor holds for that one', () => {
  expect(changed({ 'price/spot/BTC-USD': 2 })).toEqual(['price/spot/BTC-USD'])
  expect(changed({ 'ticker/kraken': 10 })).toEqual(['ticker/kraken'])
})

test('the longest name wins, whatever the order in which they were written', () => {
  for (const cadences of [
    { price: 30, 'price/spot': 20, 'price/spot/BTC-USD': 10 },
    { 'price/spot/BTC-USD': 10, 'price/spot': 20, price: 30 },
  ]) {
    const found = periods(cadences)
    expect(
      ['price/spot/BTC-USD', 'price/spot/ETH-USD', 'price/pegs/USDT-USD', 'ticker/okx'].map((a) => found.get(a)),
    ).toEqual([10_000, 20_000, 30_000, 5_000])
  }
})

test('a name is whole words between slashes: half a word names nobody', () => {
  expect(changed({ tick: 9, 'ticker/krak': 9, 'price/spot/BTC': 9, 'ticker/kraken/': 9, '': 9 })).toEqual([])
})
