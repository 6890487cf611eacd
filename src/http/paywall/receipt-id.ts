import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { hmacSha256 } from '../rails/hmac.ts'

/**
 * Receipt ids: payment ids in a form that only we can write. Nothing is stored for them, they cannot be guessed, and
 * the same payment always has the same id, on every server that has the secret.
 *
 * An x402 payment id is public as soon as it is paid, and the receipt id gives access to the answer. So the payment id
 * is encrypted. The construction follows the idea of SIV (RFC 5297): the nonce is a MAC of the payment id, so equal ids
 * give equal receipts, and different ids never share a nonce. AES-256-GCM then hides the id and refuses what we did not
 * encrypt. A Lightning payment id is a payment hash: a MAC beside it is enough, which is a fifth of the work for every
 * sale.
 */
export interface ReceiptIds {
  /** Base64url, 66 characters for Lightning and 140 for x402. */
  seal(payment: string): string
  /** The payment id; `null` for anything that was not made with one of the secrets. */
  open(id: string): string | null
}

const IV_BYTES = 12
const TAG_BYTES = 16
const MAX_ID = 400
const FORM = /^[A-Za-z0-9_-]+$/

/** The segment of a path that names a receipt. */
export const RECEIPT_WORD = Type.String({ title: 'ReceiptId', pattern: FORM.source, maxLength: MAX_ID })

interface Keys {
  readonly token: Buffer
  readonly mac: Buffer
  readonly seal: Buffer
}

const derive = (secret: Uint8Array): Keys => {
  const key = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', `claros receipt ${use}`, 32))
  return { token: key('token'), mac: key('mac'), seal: key('seal') }
}

const ivOf = ({ mac }: Keys, name: Uint8Array): Buffer =>
  createHmac('sha256', mac).update(name).digest().subarray(0, IV_BYTES)

/**
 * Payment ids are mostly hex, which as bytes is half as long: one byte for the rail, four for the chain, then the
 * bytes.
 */
const L402 = /^l402:([0-9a-f]{64})$/
const X402 = /^x402:(\d{1,9}):0x([0-9a-f]{40}):0x([0-9a-f]{40}):0x([0-9a-f]{64})$/

const pack = (name: string): Buffer => {
  const [, chain, token, payer, nonce] = X402.exec(name) ?? []
  if (chain === undefined) throw new RangeError('a payment of no known rail has no receipt')
  return Buffer.from(`02${Number(chain).toString(16).padStart(8, '0')}${token}${payer}${nonce}`, 'hex')
}

const unpack = (bytes: Buffer): string => {
  const hex = bytes.toString('hex')
  // The form in which the previous release encrypted ids of Lightning.
  if (bytes[0] === 1) return `l402:${hex.slice(2)}`
  const [token, payer, nonce] = [hex.slice(10, 50), hex.slice(50, 90), hex.slice(90)]
  return `x402:${bytes.readUInt32BE(1)}:0x${token}:0x${payer}:0x${nonce}`
}

/** Form of Lightning: a byte for the form, the payment hash, and a MAC of both. */
const TOKEN_FORM = 3
const MAC_BYTES = 16
const TOKEN_BYTES = 1 + 32 + MAC_BYTES

const mac = Buffer.alloc(32)
/** The result is valid until the next call. */
const macOf = ({ token }: Keys, body: Uint8Array): Uint8Array => hmacSha256(token, body, mac).subarray(0, MAC_BYTES)

/** Memory in which each id of Lightning is written. */
const scratch = Buffer.alloc(TOKEN_BYTES + MAC_BYTES).fill(TOKEN_FORM, 0, 1)
const scratchBody = scratch.subarray(0, 33)
const scratchMac = scratch.subarray(33)

const sealToken = ({ token }: Keys, paymentHash: string): string => {
  scratch.write(paymentHash, 1, 'hex')
  hmacSha256(token, scratchBody, scratchMac)
  return scratch.toString('base64url', 0, TOKEN_BYTES)
}

const openToken = (keys: Keys, bytes: Buffer): string | null =>
  timingSafeEqual(macOf(keys, bytes.subarray(0, 33)), bytes.subarray(33))
    ? `l402:${bytes.subarray(1, 33).toString('hex')}`
    : null

const openWith = (keys: Keys, bytes: Buffer): string | null => {
  const iv = bytes.subarray(0, IV_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', keys.seal, iv)
  decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES))
  try {
    const name = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, bytes.length - TAG_BYTES)), decipher.final()])
    return timingSafeEqual(iv, ivOf(keys, name)) ? unpack(name) : null
  } catch {
    return null
  }
}

/** @param secrets the current one first; ids made with earlier ones can still be read */
export const receiptIds = (secrets: readonly [Uint8Array, ...Uint8Array[]]): ReceiptIds => {
  const [current, ...earlier] = secrets.map(derive) as [Keys, ...Keys[]]
  return {
    seal: (payment) => {
      const lightning = L402.exec(payment)
      if (lightning) return sealToken(current, lightning[1]!)
      const name = pack(payment)
      const iv = ivOf(current, name)
      const cipher = createCipheriv('aes-256-gcm', current.seal, iv)
      return Buffer.concat([iv, cipher.update(name), cipher.final(), cipher.getAuthTag()]).toString('base64url')
    },
    open: (id) => {
      if (id.length > MAX_ID || !FORM.test(id)) return null
      const bytes = Buffer.from(id, 'base64url')
      // Only one spelling of an id is accepted, so that nobody counts one receipt as two.
      if (bytes.length <= IV_BYTES + TAG_BYTES || bytes.toString('base64url') !== id) return null
      const isToken = bytes.length === TOKEN_BYTES && bytes[0] === TOKEN_FORM
      for (const keys of [current, ...earlier]) {
        const name = isToken ? openToken(keys, bytes) : openWith(keys, bytes)
        if (name !== null) return name
      }
      return null
    },
  }
}
