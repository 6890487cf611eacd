import { describe, expect, test } from 'bun:test'
import { digest } from '../../../src/canonical/digest.ts'
import { ed25519Signer } from '../../../src/canonical/signature.ts'
import { verifySignature } from '../../../src/canonical/verify-signature.ts'
import type { SignedRow } from '../../../src/canonical/snapshot.ts'
import { names } from '../../../src/store/redis/names.ts'
import { packRows, signedRowStore, unpackRows } from '../../../src/store/published/signed-rows.ts'
import { fileRedis } from '../../support/redis.ts'

const redis = await fileRedis()
const rows = signedRowStore(redis.redis)

const KEEP = 64 * 86_400
const HOUR = 3_600
const START = 1_795_000_020
const SIGNERS = [1, 2].map((seed) => ed25519Signer(new Uint8Array(32).fill(seed)))

/** A row as the volatility index leaves it, its numbers moving a little. */
const rowAt = (t: number, signer = SIGNERS[0]!): SignedRow => {
  const rv = (44 + Math.sin(t / 5_000)).toFixed(4)
  const canonical = `v1|VOLATILITY|BTCUSD|MSVI|21.08|index|30D|RV:${rv}:0.3000,IV:42.6300:0.2500,TS:0.9513:0.1500,FR:0.00003100:0.2000,PCR:0.7636:0.1000|CONFIDENCE:0.98|METHOD:v1|${t}|${100_000 + (t % 899_999)}`
  return { t, canonical, signature: signer.sign(digest(canonical)), pubkey: signer.publicKey }
}
const minutes = (from: number, count: number, signer = SIGNERS[0]!): readonly SignedRow[] =>
  Array.from({ length: count }, (_, at) => rowAt(from + at * 60, signer))
const record = async (series: string, all: readonly SignedRow[]): Promise<void> => {
  for (const row of all) await rows.record(series, row, KEEP)
}

describe('signed rows', () => {
  test('come back as they were signed, across hours, packed or not, with a key that was replaced between', async () => {
    const all = [...minutes(START, 90), ...minutes(START + 90 * 60, 60, SIGNERS[1])]
    await record('one', all)
    const found = await rows.range('one', START - HOUR, START + 86_400)
    expect(found).toEqual(all)
    expect(await rows.range('one', all[20]!.t, all[80]!.t)).toEqual(all.slice(20, 81))
    expect(await rows.range('one', START - 7_200, START - 1)).toEqual([])
    expect(await rows.range('other', START, START + 86_400)).toEqual([])
    for (const { canonical, signature, pubkey } of found)
      expect(verifySignature('ed25519', digest(canonical), signature, pubkey)).toBe(true)
  })

  test('of hours that are over are packed, those of the running hour are not', async () => {
    await record('packed', minutes(START, 130))
    const hour = Math.floor(START / HOUR)
    const exists = (key: string) => redis.redis.exists(key)
    expect(await exists(names.packedRows('packed', hour))).toBe(1)
    expect(await exists(names.openRows('packed', hour))).toBe(0)
    const last = Math.floor((START + 129 * 60) / HOUR)
    expect([await exists(names.openRows('packed', last)), await exists(names.packedRows('packed', last))]).toEqual([
      1, 0,
    ])
  })

  test('of an hour that a worker left behind are packed when the next one begins', async () => {
    await record('left', minutes(START, 5))
    await record('left', minutes(START + 10 * HOUR, 1))
    expect(await redis.redis.exists(names.packedRows('left', Math.floor(START / HOUR)))).toBe(1)
    expect(await rows.range('left', START, START + 86_400)).toHaveLength(6)
  })

  test('are known to be there without being read, and exactly so at the ends of a range', async () => {
    const hour = Math.ceil(START / HOUR) * HOUR
    await record('any', [rowAt(hour + 600), rowAt(hour + 5 * HOUR)])
    const ask = (from: number, to: number) => rows.hasAny('any', from, to)
    expect(await ask(hour - HOUR, hour + 10 * HOUR)).toBe(true)
    expect(await ask(hour, hour + 599)).toBe(false)
    expect(await ask(hour + 600, hour + 600)).toBe(true)
    expect(await ask(hour + 601, hour + 5 * HOUR - 1)).toBe(false)
    expect(await ask(hour + 601, hour + 5 * HOUR)).toBe(true)
    expect(await ask(hour - 3 * HOUR, hour + 599)).toBe(false)
  })

  test('that come late join those that are packed', async () => {
    const all = minutes(START, 5)
    await record('late', [...all.slice(0, 4), rowAt(START + HOUR), all[4]!, rowAt(START + 2 * HOUR)])
    expect(await rows.range('late', START, START + HOUR - 1)).toEqual(all)
    expect(await redis.redis.exists(names.openRows('late', Math.floor(START / HOUR)))).toBe(0)
  })

  test('of an hour whose packed ones cannot be read stay open, and keep no other hour from being packed', async () => {
    const first = Math.floor(START / HOUR)
    await record('bad', minutes(START + HOUR, 3))
    await redis.redis.set(names.packedRows('bad', first + 1), 'xx')
    // Hours are packed from the last one back, so this one comes behind the bad one.
    await record('bad', [...minutes(START, 3), rowAt(START + 2 * HOUR)])
    const kept = async (hour: number) => [
      await redis.redis.exists(names.openRows('bad', hour)),
      await redis.redis.exists(names.packedRows('bad', hour)),
    ]
    expect([await kept(first), await kept(first + 1)]).toEqual([
      [0, 1],
      [1, 1],
    ])
    expect(await rows.range('bad', START, START + 3 * HOUR)).toHaveLength(7)
  })

  test('seen between packing and removal are not doubled', async () => {
    const all = minutes(START, 3)
    await record('twice', all)
    await redis.redis.set(names.packedRows('twice', Math.floor(START / HOUR)), packRows(all))
    expect(await rows.range('twice', START, START + HOUR)).toEqual(all)
  })

  test('recorded twice are one row', async () => {
    await record('again', [rowAt(START), rowAt(START)])
    expect(await rows.range('again', START, START + 1)).toHaveLength(1)
  })

  test('cost at most 130 bytes each once packed, signature included, and go when they are too old', async () => {
    await record('dense', minutes(Math.ceil(START / HOUR) * HOUR, 24 * 60 + 1))
    const keys = (await redis.redis.keys('claros:{r/dense}:*')).filter((key) => key.endsWith(':packed'))
    expect(keys).toHaveLength(24)
    const bytes = await Promise.all(keys.map((key) => redis.redis.memory('USAGE', key)))
    const each = bytes.reduce((sum: number, one) => sum + one!, 0) / 1_440
    expect(each).toBeLessThan(130)
    expect(each).toBeGreaterThan(64)
    const ttl = await redis.redis.ttl(keys[0]!)
    expect(ttl).toBeWithin(KEEP - 60, KEEP + 1)
  })
})

test('packing keeps everything', () => {
  const all = minutes(START, 60)
  expect(unpackRows(packRows(all))).toEqual(all)
  expect(unpackRows(packRows([]))).toEqual([])
})
