import { describe, expect, test } from 'bun:test'
import { decodePaymentSignatureHeader, encodePaymentSignatureHeader } from '@x402/core/http'
import { nobleRecover, sampleSignature } from '../../../src/http/rails/eip3009.ts'
import { MAX_HEADER, readPayment, type ShownPayment } from '../../../src/http/rails/x402-payload.ts'
import { authorize, base64Json, payloadV1, payloadV2 } from '../../support/payer.ts'
import { seededRandom } from '../../support/still.ts'
import { quickest } from '../../support/quickest.ts'

const NOW = 1_795_000_000_000
const SIGNATURE = `0x${'ab'.repeat(64)}1b`
const WIRE = authorize(NOW)

const header = (changes: Readonly<Record<string, unknown>> = {}, version: 1 | 2 = 2): string =>
  base64Json((version === 1 ? payloadV1 : payloadV2)({ ...WIRE, ...changes }, SIGNATURE))

/** A payment with one place of it changed. */
const altered = (version: 1 | 2, path: string, value: unknown): string => {
  const made = JSON.parse(JSON.stringify((version === 1 ? payloadV1 : payloadV2)(WIRE, SIGNATURE))) as Record<
    string,
    unknown
  >
  const parts = path.split('.')
  const last = parts.pop()!
  let at = made
  for (const part of parts) at = at[part] as Record<string, unknown>
  if (value === undefined) delete at[last]
  else at[last] = value
  return base64Json(made)
}

const refusal = (text: string) => {
  const read = readPayment(text)
  return typeof read === 'string' ? read : 'read'
}

describe('a payment header', () => {
  test('of version 1', () => {
    expect(readPayment(header({}, 1))).toEqual({
      version: 1,
      scheme: 'exact',
      network: 'base',
      accepted: null,
      signature: SIGNATURE,
      authorization: WIRE,
    })
  })

  test('of version 2', () => {
    const read = readPayment(header()) as ShownPayment
    expect(read).toMatchObject({ version: 2, scheme: 'exact', network: 'eip155:8453', signature: SIGNATURE })
    expect(read.accepted).toMatchObject({ amount: '10000' })
  })

  test('as the official encoder writes it', () => {
    const made = payloadV2(WIRE, SIGNATURE)
    const written = encodePaymentSignatureHeader(made)
    expect(readPayment(written)).toMatchObject({ version: 2, authorization: WIRE })
    expect(decodePaymentSignatureHeader(header())).toMatchObject({ x402Version: 2 })
  })

  test('with fields that nobody knows', () => {
    expect(refusal(altered(2, 'payload.more', { a: 1 }))).toBe('read')
    expect(refusal(altered(1, 'asset', 'x'))).toBe('read')
    expect(refusal(altered(2, 'extensions', undefined))).toBe('read')
    expect(refusal(altered(2, 'resource', undefined))).toBe('read')
  })
})

describe('numbers are plain decimal text', () => {
  const wrong = [
    '1e4',
    '0x2710',
    ' 10000',
    '10000 ',
    '-1',
    '+1',
    '',
    '1.0',
    '01',
    '00',
    '1_000',
    '10,000',
    'NaN',
    'Infinity',
    '١',
    '1n',
    '10000\n',
    '\u0000',
    10_000,
    1e4,
    true,
    null,
    [],
    {},
    ['10000'],
    '9'.repeat(78),
    String(1n << 256n),
    '1'.repeat(79),
  ]
  for (const field of ['value', 'validAfter', 'validBefore'])
    test(`${field}`, () => {
      for (const value of wrong)
        for (const version of [1, 2] as const)
          expect([value, refusal(altered(version, `payload.authorization.${field}`, value))]).toEqual([
            value,
            'invalid_payload',
          ])
      for (const value of ['0', '1', '10000', String((1n << 256n) - 1n), '9'.repeat(77)])
        expect([value, refusal(altered(1, `payload.authorization.${field}`, value))]).toEqual([value, 'read'])
    })
  test('the accepted amount', () => {
    for (const value of ['1e4', ' 1', 10_000, null])
      expect(refusal(altered(2, 'accepted.amount', value))).toBe('invalid_payload')
  })
})

describe('shapes', () => {
  test('addresses, nonces and signatures are hex of their length', () => {
    for (const [path, values] of [
      [
        'from',
        [
          '0x',
          `0x${'a'.repeat(39)}`,
          `0x${'a'.repeat(41)}`,
          `${'a'.repeat(40)}`,
          `0X${'a'.repeat(40)}`,
          `0x${'g'.repeat(40)}`,
          ` 0x${'a'.repeat(40)}`,
        ],
      ],
      ['to', ['', null, 1, `0x${'a'.repeat(64)}`]],
      ['nonce', ['0x', `0x${'a'.repeat(63)}`, `0x${'a'.repeat(65)}`, 'a'.repeat(64), 1]],
    ] as const)
      for (const value of values)
        expect([value, refusal(altered(1, `payload.authorization.${path}`, value))]).toEqual([value, 'invalid_payload'])
    for (const value of ['', 'ab', '0xzz', null, 5, `0x${'a'.repeat(4_100)}`, '0x\n'])
      expect([value, refusal(altered(2, 'payload.signature', value))]).toEqual([value, 'invalid_payload'])
    // A contract wallet's signature has another length; what it is worth is decided later.
    for (const bytes of [0, 64, 66, 200])
      expect(refusal(altered(2, 'payload.signature', `0x${'ab'.repeat(bytes)}`))).toBe('read')
  })

  test('what must be there', () => {
    for (const path of [
      'scheme',
      'network',
      'payload',
      'payload.signature',
      'payload.authorization',
      ...Object.keys(WIRE).map((name) => `payload.authorization.${name}`),
    ])
      expect([path, refusal(altered(1, path, undefined))]).toEqual([path, 'invalid_payload'])
    for (const path of [
      'accepted',
      'accepted.scheme',
      'accepted.network',
      'accepted.amount',
      'accepted.asset',
      'accepted.payTo',
      'payload',
    ])
      expect([path, refusal(altered(2, path, undefined))]).toEqual([path, 'invalid_payload'])
    expect(refusal(altered(1, 'x402Version', undefined))).toBe('invalid_payload')
  })

  test('versions nobody has published, and one version in the other’s clothes', () => {
    for (const version of [0, 3, -1, 1.5, '1', '2', null, true])
      expect(refusal(altered(1, 'x402Version', version))).toBe('invalid_x402_version')
    expect(refusal(altered(1, 'x402Version', 2))).toBe('invalid_payload')
    expect(refusal(altered(2, 'x402Version', 1))).toBe('invalid_payload')
  })
})

describe('what is no payment', () => {
  test('no base64, no UTF-8, no JSON, no object', () => {
    const texts = [
      '',
      '=',
      'not base64!',
      'a b',
      base64Json(null),
      base64Json([]),
      base64Json(1),
      base64Json('x'),
      base64Json({}),
      JSON.stringify(payloadV1(WIRE, SIGNATURE)),
      Buffer.from('{"x402Version":1').toString('base64'),
      Buffer.from([0x7b, 0xff, 0xfe, 0x7d]).toString('base64'),
      `${header()}\u0000`,
      `${header()},${header()}`,
      header().replaceAll(/[A-Z]/g, '-'),
    ]
    for (const text of texts) expect([text.slice(0, 20), refusal(text)]).toEqual([text.slice(0, 20), 'invalid_payload'])
  })

  test('longer than 8 KiB, however good', () => {
    const padded = (length: number) => {
      const made = { ...payloadV1(WIRE, SIGNATURE), pad: '' }
      const bare = base64Json(made).length
      const room = Math.floor(((length - bare) / 4) * 3)
      return base64Json({ ...made, pad: 'x'.repeat(room - 3) })
    }
    expect(padded(MAX_HEADER - 8).length).toBeLessThanOrEqual(MAX_HEADER)
    expect(refusal(padded(MAX_HEADER - 8))).toBe('read')
    expect(refusal(padded(MAX_HEADER + 8))).toBe('invalid_payload')
    expect(refusal(padded(16_384))).toBe('invalid_payload')
  })

  test('bombs: deep, wide and poisoned JSON costs less than a signature that is checked', async () => {
    const bombs = [
      '['.repeat(6_000),
      `${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}`,
      `[${'0,'.repeat(3_000)}0]`,
      `{"x402Version":1,"__proto__":{"scheme":"exact"}}`,
      `1${'0'.repeat(6_000)}`,
    ]
    const digest = new Uint8Array(32).fill(7)
    const { signature, recovery } = sampleSignature(digest)
    const check = await quickest(() => nobleRecover(signature, recovery, digest))
    for (const bomb of bombs) {
      const text = Buffer.from(bomb).toString('base64')
      expect(['invalid_payload', 'invalid_x402_version']).toContain(refusal(text))
      expect(await quickest(() => refusal(text))).toBeLessThan(check)
    }
    expect(({} as Record<string, unknown>)['scheme']).toBeUndefined()
  })

  test('ten thousand random headers are refused and throw nothing', () => {
    const random = seededRandom(9)
    const good = header({}, 1)
    for (let at = 0; at < 10_000; at++) {
      const place = random.integer(0, good.length - 1)
      const bytes = Buffer.from(random.bytes(random.integer(1, 60))).toString('base64')
      refusal(good.slice(0, place) + bytes + good.slice(place + bytes.length))
      expect(refusal(bytes)).toBe('invalid_payload')
    }
  })
})
