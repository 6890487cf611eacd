import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The token by which the owner of an event cancels it or reads its delivery log. It is derived from the payment, so the
 * same payment always gets the same token; the event stores only its hash.
 */
export interface ManageTokens {
  /** 43 characters, base64url. */
  of(payment: string): string
  /** The one that was handed out, also when our secret has changed since; `null` when none of ours fits. */
  matching(payment: string, hash: string): string | null
}

/** What an event keeps of its token, hex. */
export const manageTokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Nobody's event keeps the hash of no token. */
const isSameHash = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && timingSafeEqual(one, other)

/** Whether a token is the one of this hash; takes as long whatever is wrong with it. */
export const isManageToken = (token: string | null, hash: string): boolean =>
  token !== null && isSameHash(Buffer.from(manageTokenHash(token), 'hex'), Buffer.from(hash, 'hex'))

/** @param secrets the current one first */
export const manageTokens = (secrets: readonly [Uint8Array, ...Uint8Array[]]): ManageTokens => {
  const made = (secret: Uint8Array, payment: string) => createHmac('sha256', secret).update(payment).digest('base64url')
  return {
    of: (payment) => made(secrets[0], payment),
    matching: (payment, hash) =>
      secrets.map((secret) => made(secret, payment)).find((token) => manageTokenHash(token) === hash) ?? null,
  }
}
