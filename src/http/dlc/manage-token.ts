import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The token by which the owner of an event cancels it or reads its delivery log. It is derived from the payment, so the
 * same payment always gets the same token; the event stores only its hash.
 */
export interface ManageTokens {
  /** 43 characters, base64url. */
  of(payment: string): string
  /** The token that the buyer got, even if our secret has changed since; `null` if no secret of ours gives it. */
  matching(payment: string, hash: string): string | null
}

/** The hash of a token that its event stores, hex. */
export const manageTokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')

/** No token has a hash of another length. */
const isSameHash = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && timingSafeEqual(one, other)

/** Whether a token has this hash. It takes the same time for every wrong token. */
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
