import { afterEach, describe, expect, test } from 'bun:test'
import { type LostFormat, type StoreFormat, storeFormat } from '../../../src/store/format/store-format.ts'
import type { Migration } from '../../../src/store/format/migration.ts'
import { names } from '../../../src/store/redis/names.ts'
import { createWriteProbe } from '../../../src/store/redis/write-probe.ts'
import { systemClock } from '../../../src/system/clock.ts'
import { freshRedis } from '../../support/redis.ts'
import { keptLog, stillClock } from '../../support/still.ts'
import { until } from '../../support/until.ts'

/** A process that is at work while the store becomes another one. */

const { redis } = await freshRedis()

const MARK = names.format.mark()
const STEPS: readonly Migration[] = [{ from: 1, to: 2, why: 'nothing', run: async () => {} }]
const SELF = { process: 'server/a/1/1', by: 'claros/9' }

const LOSSES = [
  ['of a newer release', '3 claros/10', true, /has format 3, written by claros\/10/],
  ['that a newer release moves', '2>3 claros/10', true, /is being moved from format 2 to 3/],
  ['of an older backup', '1 claros/8', false, /older format/],
  ['whose mark is none', 'hello', true, /no release/],
  ['that has lost its data', null, false, /no longer there/],
] as const

const write = (text: string | null) => (text === null ? redis.del(MARK) : redis.set(MARK, text))

let ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends) await end()
  ends = []
})

const opened = async (): Promise<StoreFormat> => {
  const format = storeFormat(redis, systemClock, STEPS, 5)
  await format.settle(SELF, keptLog())
  return format
}
const watched = (format: StoreFormat): LostFormat[] => {
  const lost: LostFormat[] = []
  ends.push(format.watch((each) => void lost.push(each)))
  return lost
}

test('before it is settled, nothing is refused: commands that only read know no format', async () => {
  await redis.set(MARK, '9 claros/10')
  expect(await storeFormat(redis, systemClock, STEPS).refusal()).toBeNull()
})

describe.each(LOSSES)('a store %s', (_name, text, isHopeless, words) => {
  test('sells nothing from then on', async () => {
    const format = await opened()
    const clock = stillClock(1_000_000)
    // Its findings age by a clock that stands; its patience is real.
    const probe = createWriteProbe(redis, { now: clock.now, sleep: systemClock.sleep }, format.refusal)
    expect(await probe()).toBeNull()
    await write(text)
    clock.move(1_001)
    expect(await probe()).toBe('other_format')
  })

  test('is told of once', async () => {
    const lost = watched(await opened())
    const seen = async () => (await redis.hget(names.format.atWork(), SELF.process)) ?? ''
    const before = await seen()
    await until('it has looked', async () => (await seen()) !== before)
    expect(lost).toEqual([])
    await write(text)
    await until('it is told of', () => lost.length > 0)
    const after = await seen()
    await until('it has looked again', async () => (await seen()) !== after)
    expect(lost).toEqual([{ message: expect.stringMatching(words), isHopeless }])
  })
})

test('a process that was closed is no longer at work', async () => {
  watched(await opened())
  expect(await redis.hkeys(names.format.atWork())).toEqual([SELF.process])
  await ends.pop()!()
  expect(await redis.hkeys(names.format.atWork())).toEqual([])
})
