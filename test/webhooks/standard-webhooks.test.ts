import { describe, expect, test } from 'bun:test'
import { ed25519 } from '@noble/curves/ed25519.js'
import { verifyWebhook, webhookHeaders, webhookId, webhookKey } from '../../src/webhooks/standard-webhooks.ts'
import { seededRandom } from '../support/still.ts'

/** Origin: Svix server, `test_asymmetric_key_signing`; the Standard Webhooks specification has its signature as an example. */
const VECTOR = {
  secret: 'whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg==',
  public: 'whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1_614_265_330,
  body: '{"test": 2432232314}',
  signature: 'v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg==',
} as const

/** `whsk_` and the base64 of seed and public key, as Svix's server writes it. */
const SEED = new Uint8Array(Buffer.from(VECTOR.secret.slice('whsk_'.length), 'base64').subarray(0, 32))

const headersOf = (over: Readonly<Record<string, string>> = {}) => ({
  'webhook-id': VECTOR.id,
  'webhook-timestamp': String(VECTOR.timestamp),
  'webhook-signature': VECTOR.signature as string,
  ...over,
})
const verdict = (over: Readonly<Record<string, string>> = {}, body: string = VECTOR.body) =>
  verifyWebhook(VECTOR.public, headersOf(over), body, VECTOR.timestamp)

describe('the published vector', () => {
  const key = webhookKey(SEED)

  test('is signed byte for byte', () => {
    expect(key.sign(VECTOR.id, VECTOR.timestamp, VECTOR.body)).toBe(VECTOR.signature)
    expect(key.publicKey).toBe(VECTOR.public)
  })

  test('verifies', () => expect(verdict()).toBe('valid'))

  test('verifies among other signatures', () => {
    const others = 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4= v2,abc v1a,AAAA'
    expect(verdict({ 'webhook-signature': `${others} ${VECTOR.signature}` })).toBe('valid')
    expect(verdict({ 'webhook-signature': others })).toBe('no_match')
  })

  test('is stale more than five minutes before and after', () => {
    const at = (nowTs: number) => verifyWebhook(VECTOR.public, headersOf(), VECTOR.body, nowTs)
    expect([-301, -300, 300, 301].map((off) => at(VECTOR.timestamp + off))).toEqual([
      'stale',
      'valid',
      'valid',
      'stale',
    ])
  })

  test('fails with anything else', () => {
    expect(verdict({}, `${VECTOR.body} `)).toBe('no_match')
    expect(verdict({ 'webhook-id': 'msg_other' })).toBe('no_match')
    expect(verdict({ 'webhook-timestamp': String(VECTOR.timestamp + 1) })).toBe('no_match')
    expect(verdict({ 'webhook-signature': VECTOR.signature.replace('v1a,', 'v1,') })).toBe('no_match')
    expect(verdict({ 'webhook-signature': VECTOR.signature.slice(0, -2) })).toBe('no_match')
    expect(verdict({ 'webhook-signature': '' })).toBe('no_match')
    expect(verdict({ 'webhook-id': 'msg.1' })).toBe('malformed')
    expect(verdict({ 'webhook-timestamp': '1614265330.5' })).toBe('malformed')
    expect(verifyWebhook('whpk_AAAA', headersOf(), VECTOR.body, VECTOR.timestamp)).toBe('malformed')
    expect(verifyWebhook(VECTOR.public, {}, VECTOR.body, VECTOR.timestamp)).toBe('malformed')
  })
})

test('a seed of another length is a bug', () => expect(() => webhookKey(new Uint8Array(31))).toThrow(RangeError))

test('any body verifies as signed, in a second library too, and no longer with one byte changed', () => {
  const random = seededRandom(8)
  for (let round = 0; round < 200; round++) {
    const seed = random.bytes(32)
    const key = webhookKey(seed)
    const id = webhookId(`BTCUSD-ABOVE-${random.integer(1, 99_999)}.5-${random.integer(1, 1e9)}`, 'attested')
    const timestamp = random.integer(1e9, 4e9)
    const body = JSON.stringify({ text: Buffer.from(random.bytes(random.integer(0, 200))).toString('latin1'), round })
    const headers = webhookHeaders([key], id, timestamp, body)
    const check = (over: object, text = body, nowTs = timestamp) =>
      verifyWebhook(key.publicKey, { ...headers, ...over }, text, nowTs)
    expect(check({})).toBe('valid')
    const signature = Buffer.from(headers['webhook-signature'].slice(4), 'base64')
    const content = Buffer.from(`${id}.${timestamp}.${body}`)
    expect(ed25519.verify(signature, content, ed25519.getPublicKey(seed))).toBe(true)

    const at = random.integer(0, body.length - 1)
    const other = String.fromCharCode(body.charCodeAt(at) ^ 1)
    expect(check({}, body.slice(0, at) + other + body.slice(at + 1))).toBe('no_match')
    expect(check({ 'webhook-id': `${id}x` })).toBe('no_match')
    expect(check({ 'webhook-timestamp': String(timestamp - 1) })).toBe('no_match')
    const bent = Buffer.from(signature)
    bent[random.integer(0, 63)]! ^= 1 << random.integer(0, 7)
    expect(check({ 'webhook-signature': `v1a,${bent.toString('base64')}` })).toBe('no_match')
    expect(verifyWebhook(webhookKey(random.bytes(32)).publicKey, headers, body, timestamp)).toBe('no_match')
  }
})

describe('what is signed', () => {
  const key = webhookKey(new Uint8Array(32).fill(7))

  test('cannot have its borders moved: an id holds no dot, a timestamp is whole', () => {
    expect(() => key.sign('evt_a.1', 1, '')).toThrow(RangeError)
    expect(() => key.sign('', 1, '')).toThrow(RangeError)
    expect(() => key.sign('evt_1', 1.5, '')).toThrow(RangeError)
  })

  test('ids of different events and kinds are different, though the dot of a strike is replaced', () => {
    const events = [
      'BTCUSD-ABOVE-84231.5-1',
      'BTCUSD-ABOVE-842315-1',
      'BTCUSD-ABOVE-8423.15-1',
      'BTCUSD-ABOVE-84231-5-1',
    ]
    const ids = events.flatMap((event) => [webhookId(event, 'attested'), webhookId(event, 'cancelled')])
    expect(new Set(ids).size).toBe(8)
    expect(ids[0]).toBe('evt_BTCUSD-ABOVE-84231_5-1_attested')
  })

  test('while a key is replaced, receivers with either key can check', () => {
    const old = webhookKey(new Uint8Array(32).fill(8))
    const headers = webhookHeaders([key, old], 'evt_1', 1000, '{}')
    expect(verifyWebhook(key.publicKey, headers, '{}', 1000)).toBe('valid')
    expect(verifyWebhook(old.publicKey, headers, '{}', 1000)).toBe('valid')
  })
})
