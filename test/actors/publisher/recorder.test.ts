import { expect, test } from 'bun:test'
import { keepSnapshot } from '../../../src/actors/publisher/recorder.ts'
import type { Snapshot } from '../../../src/canonical/snapshot.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { candleStore } from '../../../src/store/published/candles.ts'
import { fileRedis } from '../../support/redis.ts'
import { ANY_TIME } from '../../support/store-clocks.ts'
import type { SignedRowStore } from '../../../src/store/published/signed-rows.ts'
import type { Store } from '../../../src/store/store.ts'
import { partOf } from '../../support/part-of.ts'

/** The volumes that a VWAP tells, on their way into the candles of the spot price. */

const redis = await fileRedis()

const HOUR = 1_795_003_200
const spot = registry.item('price/spot/BTC-USD')!
const vwap = registry.item('price/vwap/BTC-USD')!

/** Nothing else of a snapshot is kept here. */
const snapshot = (fields: Partial<Snapshot>) =>
  partOf<Snapshot>({
    content: {},
    carry: {},
    timestamp: 0,
    archive: { canonical: '', signature: '' },
    seals: partOf({}),
    ...fields,
  })

const kept = () => {
  const candles = candleStore(redis.redis, ANY_TIME)
  const keep = (item: typeof spot, fields: Partial<Snapshot>) =>
    keepSnapshot(item, snapshot(fields), { candles, rows: partOf<SignedRowStore>({}) })
  return {
    price: (timestamp: number, price: string) => keep(spot, { timestamp, content: { price } }),
    volumes: (timestamp: number, ...minutes: { t: number; v: string }[]) =>
      keep(vwap, { timestamp, carry: { minutes } }),
    hour: async () => (await candles.range(spot.actor, 3_600, HOUR, HOUR))[0]?.v,
    minutes: async () => (await candles.range(spot.actor, 60, HOUR, HOUR + 3_599)).map(({ v }) => v),
  }
}

test('minutes get theirs as they are told, and the hour the sum when each has one', async () => {
  const { price, volumes, hour, minutes } = kept()
  for (const after of [0, 60, 3_540]) await price(HOUR + after, '97000.00')
  await volumes(HOUR + 200, { t: HOUR, v: '1.5' }, { t: HOUR + 60, v: '2.25' })
  expect(await minutes()).toEqual(['1.5', '2.25', null])
  await volumes(HOUR + 3_600)
  expect(await hour()).toBeNull()
  await volumes(HOUR + 3_720, { t: HOUR + 3_540, v: '0.00000001' })
  expect(await minutes()).toEqual(['1.5', '2.25', '0.00000001'])
  expect(await hour()).toBe('3.75000001')
})

test('a feed that tells no volumes for candles keeps nothing', async () => {
  await keepSnapshot(
    registry.item('price/vwap/BTC-EUR')!,
    snapshot({}),
    partOf<Store>({ candles: partOf({}), rows: partOf({}) }),
  )
  expect(await redis.redis.keys('claros:{c/price/vwap/*')).toEqual([])
})
