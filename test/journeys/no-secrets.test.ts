import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { Redis } from 'ioredis'
import { loadDlcKeys } from '../../src/actors/dlc/dlc-keys.ts'
import { announcement } from '../../src/dlc/wire/announcement.ts'
import { deriveNonces } from '../../src/dlc/wire/nonces.ts'
import { decode } from '../../src/dlc/wire/tlv.ts'
import { eventStore } from '../../src/store/events/events.ts'
import { names } from '../../src/store/redis/names.ts'
import { connectRedis, redisAddress } from '../../src/store/redis/redis.ts'
import { type Customer, startCustomer } from '../support/customer.ts'
import { runEverything } from '../support/full-run.ts'
import { type Heard, hearEverything } from '../support/heard.ts'
import { findNeedles, type Haystack, type Needle, spellings } from '../support/needles.ts'
import { dumpRedis, filesIn } from '../support/redis-dump.ts'
import { startToldProduct, type ToldProduct } from '../support/told-product.ts'
import { lanePrefix } from '../../src/queues/connection.ts'

/**
 * No key and no nonce secret is ever told: a full run of the product, and then everything that its processes wrote into
 * Redis, said in their logs and answered over HTTP is searched for every secret there is, in every spelling.
 */

/** Both rails, DLC key and nonce root, webhooks; of administrators and of servers. */
const KEYS_AND_SECRETS = 5 + 2
/** Two thresholds and a word have one each, the number has one for each digit. */
const NONCES = 2 + 1 + 20

const { Fn } = secp256k1.Point
const negated = (secret: Uint8Array): Uint8Array => Fn.toBytes(Fn.neg(Fn.fromBytes(secret)))

let customer: Customer
let heard: Heard
let stack: ToldProduct
let redis: Redis

beforeAll(async () => {
  customer = startCustomer()
  stack = await startToldProduct(customer.place)
  heard = hearEverything()
  await stack.ready('/oracle/price/btc/usd/preview', '/oracle/price/eth/usd/preview')
  redis = await connectRedis(redisAddress(stack.redisUrl), 'waits')
}, 120_000)

afterAll(async () => {
  await heard.stop()
  redis.disconnect()
  await stack.stop()
  await customer.stop()
}, 120_000)

/** What must not be found: every file of secrets, and every nonce that any event will ever use. */
const secretsOf = async (): Promise<readonly Needle[]> => {
  const { folder } = stack
  const files = ['keys', 'secrets'].flatMap((part) =>
    readdirSync(join(folder, part)).map((file) => join(folder, part, file)),
  )
  const needles: Needle[] = files.map((file) => ({
    name: file.slice(folder.length + 1),
    secret: Uint8Array.fromHex(readFileSync(file, 'utf8').trim()),
  }))
  const { nonceRoot } = loadDlcKeys(join(folder, 'keys'))
  const prefix = names.dlc.event('')
  const ids = (await redis.keys(`${prefix}*`)).map((key) => key.slice(prefix.length))
  const events = await eventStore(redis).readMany(ids)
  for (const { id, salt, announcement: bytes } of events.filter((event) => event !== null)) {
    const { nonces } = decode(announcement, Uint8Array.fromHex(bytes)).event
    const derived = deriveNonces(nonceRoot, id, Uint8Array.fromHex(salt), nonces.length)
    for (const [i, { secret, point }] of derived.entries()) {
      // Not the right secret would never be found.
      expect(point.toHex()).toBe(nonces[i]?.toHex() ?? '')
      // It is derived as one of k and n - k, and signed with as the one of even y.
      needles.push(
        { name: `nonce ${i} of ${id}`, secret },
        { name: `nonce ${i} of ${id}, negated`, secret: negated(secret) },
      )
    }
  }
  return needles
}

test('a full run tells no secret: not in Redis, not in a log, not in an answer', async () => {
  const ids = await runEverything(stack, customer)
  for (const event of await eventStore(redis).readMany(ids)) expect(event?.state).toBe('attested')

  const calls = [...customer.calls.values()].flat()
  const haystacks: readonly Haystack[] = [
    ...(await dumpRedis(redis)),
    ...filesIn(join(stack.folder, 'redis')),
    ...filesIn(join(stack.folder, 'dlc')),
    ...heard.answers,
    ...calls.map(({ headers, body }) => ({ place: 'webhook', bytes: Buffer.from(JSON.stringify(headers) + body) })),
    { place: 'log', bytes: Buffer.from(stack.log()) },
  ]
  const needles = await secretsOf()
  expect(findNeedles(needles, haystacks)).toEqual([])

  // That nothing was found says something only of places that hold something.
  const text = Buffer.concat(haystacks.map(({ bytes }) => Buffer.from(bytes))).toString('latin1')
  const words = [
    'oracle.active',
    'event.attested_by_hand',
    'webhook.delivered',
    'child.died',
    'invalid_request',
    lanePrefix(names.queuePrefix, 'ticks'),
  ]
  expect(words.filter((each) => !text.includes(each))).toEqual([])
  expect(needles.length).toBeGreaterThanOrEqual(KEYS_AND_SECRETS + 2 * NONCES)

  const needle = needles.find(({ name }) => name.endsWith('dlc.nonce-root.key'))!
  const written = needle.secret.toHex().toUpperCase()
  await redis.set('planted:string', written)
  await redis.hset('planted:hash', 'field', written)
  await redis.rpush('planted:list', written)
  await redis.sadd('planted:set', written)
  await redis.zadd('planted:zset', 1, written)
  await redis.xadd('planted:stream', '*', 'field', written)
  const found = findNeedles(needles, [...(await dumpRedis(redis)), ...filesIn(join(stack.folder, 'redis'))])
  for (const type of ['string', 'hash', 'list', 'set', 'zset', 'stream'])
    expect(found).toContain(`redis planted:${type}: ${needle.name}, hex`)
  expect(found.filter((what) => what.includes('.aof'))).toHaveLength(1)
}, 120_000)

test('a secret is found in each of its spellings, wherever it stands', () => {
  const needle = { name: 'it', secret: Uint8Array.from({ length: 32 }, (_, i) => (i * 41 + 7) % 256) }
  for (const [spelling, written] of spellings(needle.secret))
    for (const before of ['', 'x', '{"value":"', 'ab\0']) {
      const bytes = Buffer.from(`${before}${written}"}`, 'latin1')
      expect(findNeedles([needle], [{ place: 'here', bytes }])).toContain(`here: it, ${spelling}`)
    }
  const inside = Buffer.concat([Buffer.from('head '), needle.secret, Buffer.from(' tail')])
  for (const bytes of [inside, Buffer.from(inside.toString('base64')), Buffer.from(inside.toString('base64url'))])
    expect(findNeedles([needle], [{ place: 'here', bytes }]).length).toBeGreaterThan(0)
  expect(findNeedles([needle], [{ place: 'here', bytes: Buffer.from(needle.secret.toHex().slice(1)) }])).toEqual([])
})
