import { createHmac } from 'node:crypto'
import { readBase64 } from './base64.ts'
import { contentToSign, type WebhookSigner } from './standard-webhooks.ts'

/**
 * Standard Webhooks 1.0.0, symmetric: the scheme that all of its libraries support. With the secret of an event,
 * anybody can sign webhooks as this service for that event, and for no other.
 */

const PREFIX = 'whsec_'

const isLongEnough = ({ length }: Uint8Array): boolean => length >= 24 && length <= 64

/** `whsec_` and the base64 of 24 to 64 bytes. */
export const writeSharedSecret = (bytes: Uint8Array): string => {
  if (!isLongEnough(bytes)) throw new RangeError(`a secret must have 24 to 64 bytes and has ${bytes.length}`)
  return PREFIX + Buffer.from(bytes).toString('base64')
}

/** The bytes in a `whsec_` text, or `null`. */
export const readSharedSecret = (text: string): Uint8Array | null => {
  const bytes = text.startsWith(PREFIX) ? readBase64(text.slice(PREFIX.length)) : null
  return bytes && isLongEnough(bytes) ? new Uint8Array(bytes) : null
}

/** Signs with a `whsec_` text (`v1`); `null` when the text is not one. */
export const sharedSecretSigner = (text: string): WebhookSigner | null => {
  const secret = readSharedSecret(text)
  return (
    secret && {
      sign: (id, timestamp, body) =>
        `v1,${createHmac('sha256', secret)
          .update(contentToSign(id, timestamp, body))
          .digest('base64')}`,
    }
  )
}
