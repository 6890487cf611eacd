import { describe, expect, test } from 'bun:test'
import { Webhook } from 'standardwebhooks'
import { readSharedSecret, sharedSecretSigner, writeSharedSecret } from '../../src/webhooks/shared-secret.ts'
import { verifyWebhook, webhookHeaders, webhookKey } from '../../src/webhooks/standard-webhooks.ts'
import { seededRandom } from '../support/still.ts'

/** Origin: the specification of Standard Webhooks 1.0.0, "Verifying signatures", and the README of its libraries. */
const VECTOR = {
  secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  id: 'msg_27UH4WbU6Z5A5EzD8u03UvzRbpk',
  timestamp: 1_649_367_553,
  body: '{"email":"test@example.com","username":"test_user"}',
  signature: 'v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw=',
} as const

const KEY = webhookKey(new Uint8Array(32).fill(7))
const NOW_TS = Math.floor(Date.now() / 1000)

/** As a receiver calls the library: it judges the timestamp by the real clock. */
const libraryTakes = (secret: string, headers: Readonly<Record<string, string>>, body: string): boolean => {
  try {
    new Webhook(secret).verify(body, { ...headers })
    return true
  } catch {
    return false
  }
}

describe('a secret that sender and receiver share', () => {
  test('signs the published vector byte for byte', () => {
    const signer = sharedSecretSigner(VECTOR.secret)!
    expect(signer.sign(VECTOR.id, VECTOR.timestamp, VECTOR.body)).toBe(VECTOR.signature)
  })

  test('is read only when whole, and of the length that Standard Webhooks asks for', () => {
    const of = (length: number) => `whsec_${Buffer.alloc(length, 5).toString('base64')}`
    for (const length of [24, 32, 64]) expect(readSharedSecret(of(length))).toEqual(new Uint8Array(length).fill(5))
    for (const text of ['', of(23), of(65), of(32).slice(6), `${of(32)} `, of(32).replace('whsec', 'whsk')])
      expect([text, readSharedSecret(text), sharedSecretSigner(text)]).toEqual([text, null, null])
    expect(readSharedSecret(writeSharedSecret(new Uint8Array(32).fill(9)))).toEqual(new Uint8Array(32).fill(9))
    expect(() => writeSharedSecret(new Uint8Array(23))).toThrow(RangeError)
  })

  test('signs for ordinary libraries, beside the signature that anyone can check', () => {
    const random = seededRandom()
    for (let n = 0; n < 50; n++) {
      const [secret, other] = [0, 0].map(() => writeSharedSecret(random.bytes(32))) as [string, string]
      const body = JSON.stringify({ n, text: 'é'.repeat(random.integer(0, 50)) })
      const headers = webhookHeaders([KEY, sharedSecretSigner(secret)!], `evt_${n}`, NOW_TS, body)
      expect(headers['webhook-signature']).toMatch(/^v1a,\S{88} v1,\S{44}$/)
      expect(libraryTakes(secret, headers, body)).toBe(true)
      expect(verifyWebhook(KEY.publicKey, headers, body, NOW_TS)).toBe('valid')
      expect(libraryTakes(other, headers, body)).toBe(false)
      expect(libraryTakes(secret, headers, `${body} `)).toBe(false)
      expect(libraryTakes(secret, { ...headers, 'webhook-id': 'evt_x' }, body)).toBe(false)
      expect(libraryTakes(secret, { ...headers, 'webhook-timestamp': String(NOW_TS - 1) }, body)).toBe(false)
    }
  })

  test('cannot have its borders moved either', () => {
    const signer = sharedSecretSigner(VECTOR.secret)!
    expect(() => signer.sign('evt_a.1', 1, '')).toThrow(RangeError)
    expect(() => signer.sign('evt_1', 1.5, '')).toThrow(RangeError)
  })
})
