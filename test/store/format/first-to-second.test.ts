import { expect, test } from 'bun:test'
import { FIRST_TO_SECOND } from '../../../src/store/format/first-to-second.ts'
import { taggedName } from '../../../src/store/format/tagged-names.ts'
import { names } from '../../../src/store/redis/names.ts'
import { slotOfTag } from '../../../src/store/redis/slots.ts'
import { barName } from '../../../src/store/format/rename-keys.ts'
import { settleFormat } from '../../../src/store/format/settle-format.ts'
import { systemClock } from '../../../src/system/clock.ts'
import { freshRedis } from '../../support/redis.ts'
import { keptLog } from '../../support/still.ts'

/** The first step: every name of before has one of today, and nothing else is touched. */

const { redis } = await freshRedis()
const move = { keep: async () => {} }

const ACTOR = 'price/spot/BTC-USD'
const PLACE = 'weather/current/44.40,8.95'
const SERIES = 'price/vwap/BTC-USD'

/** `[name of before, name of today]`. */
const PAIRS: readonly (readonly [string, string])[] = [
  ...[ACTOR, PLACE].flatMap((actor) => [
    [`claros:snapshot:${actor}`, names.snapshot(actor)] as const,
    [`claros:snapshot:${actor}:1795000000`, names.snapshotAt(actor, 1_795_000_000)] as const,
    [`claros:version:${actor}`, names.version(actor)] as const,
    [`claros:shortfall:${actor}`, names.shortfall(actor)] as const,
    [`claros:preview:${actor}`, names.preview(actor)] as const,
    [`claros:series:${actor}`, names.series(actor)] as const,
    [`claros:printing:${actor}`, names.printing(actor)] as const,
    [`claros:nonces:${actor}:1795000000`, names.nonces(actor, 1_795_000_000)] as const,
    [`claros:editions:${actor}:1795000000:l402`, names.editions(actor, 1_795_000_000, 'l402')] as const,
    [`claros:sold:${actor}:1795000000:x402`, names.sold(actor, 1_795_000_000, 'x402')] as const,
  ]),
  ['claros:board:ticker/kraken', names.board('ticker/kraken')],
  [`claros:candles:${SERIES}:60:29916666`, names.candles(SERIES, 60, 29_916_666)],
  [`claros:candles:${SERIES}:3600:-1`, names.candles(SERIES, 3_600, -1)],
  [`claros:candles:${SERIES}`, names.candleMark(SERIES)],
  [`claros:rows:${SERIES}:498611`, names.openRows(SERIES, 498_611)],
  [`claros:rows:${SERIES}:498611:packed`, names.packedRows(SERIES, 498_611)],
  ['claros:unproven:due', names.unproven.due()],
  ['claros:unproven:facts', names.unproven.facts()],
  ['claros:totals', names.totals()],
  ['claros:dlc:event:BTC-1', names.dlc.event('BTC-1')],
  ['claros:dlc:list:every:every:open', names.dlc.list('every', 'every', 'open')],
  ['claros:dlc:deliveries', names.dlc.deliveries()],
  ['claros:dlc:order', names.dlc.order()],
]

/** These keep their names. */
const KEPT = [
  names.claim('p0', 'x'),
  names.ledger('p0'),
  names.answer('a'),
  names.publicKeys(),
  names.population('weather'),
  names.healths(),
  names.keyDocuments(),
]

test.each(PAIRS)('%s is called %s', (before, today) => {
  expect(taggedName(before)).toBe(today)
  expect(taggedName(today)).toBeNull()
})

test('a whole store moves, once; what belongs to others stays, and processes of before stop at a wall', async () => {
  const others = [...KEPT, 'someone:else']
  for (const [before] of PAIRS) await redis.set(before, before)
  for (const key of others) await redis.set(key, key)
  await redis.set('{claros}:ticks:repeat', 'a schedule')
  await redis.hset('claros:processes', 'server/a/1/1', '1 1 {}')
  for (let times = 0; times < 2; times++) {
    await FIRST_TO_SECOND.run(redis, move)
    for (const [before, today] of PAIRS) expect([today, await redis.get(today)]).toEqual([today, before])
    for (const key of others) expect(await redis.get(key)).toBe(key)
    const walls = ['claros:dlc:decided', 'claros:dlc:due', 'claros:dlc:offers', 'claros:processes']
    expect((await redis.keys('*')).toSorted()).toEqual(
      [...PAIRS.map(([, today]) => today), ...others, ...walls].toSorted(),
    )
    for (const wall of walls) expect(redis.zadd(wall, 1, 'x')).rejects.toThrow('WRONGTYPE')
  }
})

test('a key under both names is nobody’s to choose', async () => {
  await redis.set('claros:dlc:order', '7')
  await redis.set(names.dlc.order(), '3')
  expect(FIRST_TO_SECOND.run(redis, move)).rejects.toThrow('under their name of before and under their new one')
})

test('of what is written all the time the new one stays', async () => {
  await redis.set(`claros:board:ticker/kraken`, 'before')
  await redis.set(names.board('ticker/kraken'), 'now')
  await FIRST_TO_SECOND.run(redis, move)
  expect(await redis.get(names.board('ticker/kraken'))).toBe('now')
  expect(await redis.exists('claros:board:ticker/kraken')).toBe(0)
})

test('schedules of events move, other queues are forgotten', async () => {
  await redis.zadd('{claros}:maturities:delayed', 7, 'repeat:E-1:7')
  await redis.zadd('{claros}:ticks:delayed', 7, 'repeat:ticker/kraken:7')
  await FIRST_TO_SECOND.run(redis, move)
  expect(await redis.zrange('{claros:maturities}:maturities:delayed', '0', '-1')).toEqual(['repeat:E-1:7'])
  expect(await redis.keys('{claros}*')).toEqual([])
})

test('a process that ends after the step and before its mark, or looks on meanwhile, stops nobody', async () => {
  await redis.set('claros:dlc:order', '7')
  await redis.hset('claros:processes', 'server/a/1/1', `1 ${Date.now() - 3_600_000} {}`)
  await FIRST_TO_SECOND.run(redis, move)
  await redis.set(names.format.mark(), '1>2 claros/9.0.0')
  const log = keptLog()
  const parts = { redis, clock: systemClock, log, migrations: [FIRST_TO_SECOND], by: 'claros/9.0.0' }
  await Promise.all(['one', 'two', 'three'].map((process) => settleFormat({ ...parts, process })))
  expect(await redis.get(names.format.mark())).toBe('2 claros/9.0.0')
  expect(await redis.get(names.dlc.order())).toBe('7')
})

test('what an older process writes under a name of before, behind the pass, is never lost unseen', async () => {
  await redis.zadd('claros:dlc:due', 1, 'E-1')
  await expect(barName(redis, 'claros:dlc:due')).rejects.toThrow('A process of an older release has written')
  expect(await redis.zscore('claros:dlc:due', 'E-1')).toBe('1')
})

test('slots of tags are those of Redis', async () => {
  const tags = ['p0', 'dlc', ACTOR, 'c/price/vwap/BTC-USD', 'unproven', 'Genève']
  const asked = await Promise.all(
    tags.map((tag) => redis.call('CLUSTER', 'KEYSLOT', `claros:{${tag}}:x`).catch(() => null)),
  )
  for (const [at, slot] of asked.entries()) if (slot !== null) expect(slotOfTag(tags[at]!)).toBe(Number(slot))
  // CRC-16/XMODEM of these digits is published.
  expect(slotOfTag('123456789')).toBe(0x31c3)
})
