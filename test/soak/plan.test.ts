import { describe, expect, test } from 'bun:test'
import { killPlan } from '../../soak/kill-plan.ts'
import { wanted } from '../../soak/load/mix.ts'
import { readSoakOptions } from '../../soak/options.ts'
import { dice } from '../support/dlc/random.ts'

/** What a run is going to do. */

describe('kills', () => {
  const plan = killPlan(3_600, 240, { server: 2, worker: 2 })

  test('come at a fixed distance, and leave the first of each role alone', () => {
    expect(plan.map(({ at }) => at)).toEqual(Array.from({ length: 14 }, (_, nth) => 240 * (nth + 1)))
    expect(plan.filter(({ name }) => name.endsWith('-1'))).toEqual([])
  })

  test('end what there is one of early, each once at least, and never afterwards', () => {
    const ofOne = plan.filter(({ name }) => !name.includes('-'))
    expect(ofOne.map(({ name }) => name)).toEqual(['redis', 'courier', 'signer'])
    expect(ofOne.every(({ at }) => at <= 0.4 * 3_600)).toBe(true)
  })

  test('alternate between the last server and the last worker', () => {
    expect(plan.slice(6).map(({ name }) => name)).toEqual(
      Array.from({ length: 8 }, (_, nth) => (nth % 2 === 0 ? 'worker-2' : 'server-2')),
    )
  })

  test('spare a single server and a single worker', () => {
    const alone = killPlan(3_600, 240, { server: 1, worker: 1 })
    expect(alone.map(({ name }) => name)).toEqual(['redis', 'courier', 'signer', 'redis', 'courier', 'signer'])
  })

  test('are none where none are wanted, and none in the last minute', () => {
    expect(killPlan(3_600, 0, { server: 2, worker: 2 })).toEqual([])
    expect(killPlan(90, 20, { server: 2, worker: 2 }).map(({ at }) => at)).toEqual([20, 40, 60])
    expect(killPlan(600, 100, { server: 2, worker: 2 }).at(-1)!.at).toBe(500)
  })
})

describe('buyers', () => {
  const chance = dice(5)
  const many = Array.from({ length: 5_000 }, () => wanted(chance))

  test('ask for every family, most of them for what is always there', () => {
    const shares = Object.fromEntries(
      [...Map.groupBy(many, ({ family }) => family)].map(([family, all]) => [family, Math.round(all.length / 50)]),
    )
    expect(Object.keys(shares).toSorted()).toEqual(['history', 'item', 'sea', 'ship', 'weather'])
    expect(shares['item']).toBeWithin(74, 81)
  })

  test('ask for few places, so that births end', () => {
    const places = new Set(many.filter(({ family }) => ['weather', 'sea'].includes(family)).map(({ path }) => path))
    expect(places.size).toBeWithin(40, 61)
  })

  test('ask for paths alone', () => {
    expect(many.filter(({ path }) => !/^\/oracle\/[\w/.?=&-]+$/.test(path))).toEqual([])
  })
})

describe('options', () => {
  test('have defaults for an hour', () => {
    expect(readSoakOptions([])).toMatchObject({ minutes: 60, rate: 10, killEvery: 240, workers: 2, servers: 2 })
    expect(readSoakOptions(['--minutes', '1.5', '--rate', '2'])).toMatchObject({ minutes: 1.5, rate: 2, killEvery: 20 })
    expect(readSoakOptions(['--kill-every', '0'])).toMatchObject({ killEvery: 0 })
    expect(readSoakOptions(['--help'])).toBeNull()
  })

  test.each([
    [['--minutes', '0'], '--minutes is "0", which is not a number from 1 to 10080.'],
    [['--minutes', 'ten'], '--minutes is "ten", which is not a number from 1 to 10080.'],
    [['--workers', '1.5'], '--workers is "1.5", which is not a whole number from 1 to 8.'],
    [['--rate', '-1'], 'ambiguous'],
    [['--hours', '1'], "Unknown option '--hours'"],
    [['sixty'], 'Unexpected argument'],
  ])('%p are refused', (args, says) => {
    expect(() => readSoakOptions(args)).toThrow(says)
  })
})
