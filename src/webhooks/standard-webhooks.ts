import { createPrivateKey, createPublicKey, hash, sign, verify } from 'node:crypto'
import { readBase64 } from './base64.ts'
import { openWith } from './encrypted-secret.ts'

/** Standard Webhooks 1.0.0, asymmetric: anyone can check with the published `whpk_` key what this service sent. */

/** A signer of webhooks, in either scheme. */
export interface WebhookSigner {
  /** One entry of the signature header: the scheme, a comma, and the signature in base64. */
  sign(id: string, timestamp: number, body: string): string
}

/** Signs webhooks (`v1a`). The secret key cannot be read from it, only the public key. */
export interface WebhookKey extends WebhookSigner {
  /** `whpk_` and the base64 of 32 bytes. */
  readonly publicKey: string
  /**
   * Decrypts what `encryptFor` encrypted for this key; `null` when it was made for another key, or was changed since.
   */
  open(sealed: string): string | null
  /**
   * Base64, over SHA-256 of the string that documents this key. No webhook can have this signature: its content begins
   * with an id and a dot.
   */
  signDocument(canonical: string): string
}

export type WebhookHeaders = Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>>

/** `stale`: the timestamp is further from now than the tolerance. */
export type WebhookVerdict = 'valid' | 'malformed' | 'stale' | 'no_match'

/** RFC 8410: the fixed prefixes of an Ed25519 seed as PKCS #8, and of a public key as SPKI. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex')

const TOLERANCE_SECONDS = 300

/**
 * A dot would move the border between id, timestamp and body, which the signature does not protect in any other way.
 */
const ID = /^[A-Za-z0-9_-]{1,200}$/

/** The bytes of base64 text of one exact length, in the canonical form that encoders write. */
const exactly = (length: number, text: string): Buffer | null => {
  const bytes = readBase64(text)
  return bytes?.length === length ? bytes : null
}

/** What is signed. The body is the exact text that is sent: to parse and write JSON again may change it. */
const content = (id: string, timestamp: number | string, body: string): Buffer =>
  Buffer.from(`${id}.${timestamp}.${body}`)

/** The same for a sender. Throws `RangeError` on values that would move the borders: that is a bug of this service. */
export const contentToSign = (id: string, timestamp: number, body: string): Buffer => {
  if (!ID.test(id) || !Number.isSafeInteger(timestamp)) throw new RangeError(`webhook ${id} at ${timestamp}`)
  return content(id, timestamp, body)
}

const rawPublicKey = (seed: Uint8Array): Buffer => {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' })
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
}

/**
 * `webhook-id` for one change of an event, the same over all attempts: receivers detect duplicates by it. Event ids may
 * contain a dot (a strike of 84231.50) and never an underscore, so no two get the same id.
 */
export const webhookId = (eventId: string, kind: string): string => `evt_${eventId.replaceAll('.', '_')}_${kind}`

/** The key of a 32-byte seed. */
export const webhookKey = (seed: Uint8Array): WebhookKey => {
  if (seed.length !== 32) throw new RangeError(`a seed must have 32 bytes and has ${seed.length}`)
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' })
  return {
    publicKey: `whpk_${rawPublicKey(seed).toString('base64')}`,
    sign: (id, timestamp, body) => `v1a,${sign(null, contentToSign(id, timestamp, body), key).toString('base64')}`,
    open: (sealed) => openWith(seed, sealed),
    signDocument: (canonical) => sign(null, hash('sha256', canonical, 'buffer'), key).toString('base64'),
  }
}

/** The three headers of one attempt. Receivers accept any signature that they can check, and ignore the others. */
export const webhookHeaders = (
  signers: readonly WebhookSigner[],
  id: string,
  timestamp: number,
  body: string,
): WebhookHeaders => ({
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': signers.map((signer) => signer.sign(id, timestamp, body)).join(' '),
})

/** The check that a receiver makes: one valid signature of those listed is enough, and unknown schemes are ignored. */
export const verifyWebhook = (
  publicKey: string,
  headers: Readonly<Partial<WebhookHeaders>>,
  body: string,
  nowTs: number,
  toleranceSeconds = TOLERANCE_SECONDS,
): WebhookVerdict => {
  const { 'webhook-id': id = '', 'webhook-timestamp': timestamp = '', 'webhook-signature': signatures = '' } = headers
  const raw = publicKey.startsWith('whpk_') ? exactly(32, publicKey.slice(5)) : null
  if (!raw || !ID.test(id) || !/^\d{1,12}$/.test(timestamp)) return 'malformed'
  if (Math.abs(nowTs - Number(timestamp)) > toleranceSeconds) return 'stale'
  const key = createPublicKey({ key: Buffer.concat([SPKI_HEAD, raw]), format: 'der', type: 'spki' })
  const fits = signatures.split(' ').some((entry) => {
    const signature = entry.startsWith('v1a,') ? exactly(64, entry.slice(4)) : null
    return signature !== null && verify(null, content(id, timestamp, body), key, signature)
  })
  return fits ? 'valid' : 'no_match'
}
