import { isGenuine, type Macaroon, mint, readMacaroon } from './macaroon.ts'

/**
 * What an L402 token of ours says: this payment hash pays for this one request until then. Nothing is stored per
 * challenge: the root key is derived from the identifier.
 */

/** Aperture's identifier: u16 version 0, the payment hash, a random token id. */
const IDENTIFIER_BYTES = 66

const SERVICE = 'oracle:0'

const CAVEATS = {
  services: 'services',
  request: 'oracle_capabilities',
  validUntil: 'oracle_valid_until',
  /** Only where what may be bought depends on when it was asked for. */
  askedAt: 'oracle_asked_at',
  /** What the invoice was for. Not one of the conditions that a server of an earlier release would have to know. */
  sats: 'sats',
} as const
/** Conditions that start like this are ours: one we do not know is refused, foreign ones are skipped. */
const OWN_PREFIX = 'oracle_'

/** Root secrets that tokens may have been made with, the current one first. */
export interface L402Secrets {
  readonly current: Uint8Array
  readonly previous: Uint8Array | null
}

const rootKey = (secret: Uint8Array, identifier: Uint8Array): Buffer =>
  new Bun.CryptoHasher('sha256', secret).update(identifier).digest()

/** Writes a token, base64. */
export const mintToken = (
  { current }: L402Secrets,
  parts: {
    readonly paymentHash: string
    readonly tokenId: Uint8Array
    readonly request: string
    readonly sats: number
    readonly validUntil: number
    /** Unix milliseconds; `null` where it makes no difference. */
    readonly askedAt: number | null
  },
): string => {
  const identifier = Buffer.concat([Uint8Array.of(0, 0), Buffer.from(parts.paymentHash, 'hex'), parts.tokenId])
  const caveats = [
    `${CAVEATS.services}=${SERVICE}`,
    `${CAVEATS.request}=${parts.request}`,
    `${CAVEATS.validUntil}=${parts.validUntil}`,
    `${CAVEATS.sats}=${parts.sats}`,
    ...(parts.askedAt === null ? [] : [`${CAVEATS.askedAt}=${parts.askedAt}`]),
  ]
  return Buffer.from(mint(rootKey(current, identifier), 'claros', identifier, caveats)).toString('base64')
}

/** What a shown token came to. Reasons are published. */
export type TokenCheck =
  | {
      readonly kind: 'paid'
      readonly paymentHash: string
      readonly validUntil: number
      /** When the invoice was asked for, Unix milliseconds; `null` where the token does not say. */
      readonly askedAt: number | null
      /** What its invoice was for; `null` where the token does not say. */
      readonly sats: number | null
    }
  | {
      readonly kind: 'refused'
      readonly reason: TokenReason
      /** Of a token that is good in everything but its age: what it bought for ever is still its holder's. */
      readonly expired?: { readonly paymentHash: string }
    }

export type TokenReason =
  | 'l402_malformed_token'
  | 'l402_forged_token'
  | 'l402_expired_token'
  | 'l402_other_request'
  | 'l402_unknown_caveat'
  | 'l402_wrong_preimage'

const refused = (reason: TokenReason): TokenCheck => ({ kind: 'refused', reason })

const splitCaveat = (caveat: string): readonly [string, string] => {
  const at = caveat.indexOf('=')
  return at < 0 ? [caveat.trim(), ''] : [caveat.slice(0, at).trim(), caveat.slice(at + 1).trim()]
}

interface Judged {
  readonly kind: 'judged'
  readonly validUntil: number
  readonly askedAt: number | null
  readonly sats: number | null
}

/** Every one of ours must be there and hold; narrower ones must hold too. */
const judgeCaveats = (macaroon: Macaroon, request: string, preimage: string, now: number): TokenCheck | Judged => {
  let boundTo = 0
  let askedAt: number | null = null
  let sats: number | null = null
  let validUntil = Number.POSITIVE_INFINITY
  for (const [condition, value] of macaroon.caveats.map(splitCaveat)) {
    if (condition === CAVEATS.request) {
      if (value !== request) return refused('l402_other_request')
      boundTo++
    } else if (condition === CAVEATS.services) {
      if (!value.split(',').includes(SERVICE)) return refused('l402_other_request')
    } else if (condition === CAVEATS.validUntil) {
      if (!/^\d{1,12}$/.test(value)) return refused('l402_malformed_token')
      validUntil = Math.min(validUntil, Number(value))
    } else if (condition === CAVEATS.askedAt) {
      if (!/^\d{1,15}$/.test(value)) return refused('l402_malformed_token')
      // Anybody may add conditions at the end: the first is the one we wrote.
      askedAt ??= Number(value)
    } else if (condition === CAVEATS.sats) {
      if (!/^\d{1,12}$/.test(value)) return refused('l402_malformed_token')
      sats ??= Number(value)
    } else if (condition === 'preimage') {
      if (value.toLowerCase() !== preimage) return refused('l402_wrong_preimage')
    } else if (condition.startsWith(OWN_PREFIX)) return refused('l402_unknown_caveat')
  }
  if (boundTo === 0 || validUntil === Number.POSITIVE_INFINITY) return refused('l402_malformed_token')
  return now / 1000 > validUntil ? refused('l402_expired_token') : { kind: 'judged', validUntil, askedAt, sats }
}

const decode = (text: string): Buffer | null => {
  if (text.startsWith('02') && text.length % 2 === 0 && /^[0-9a-fA-F]+$/.test(text)) return Buffer.from(text, 'hex')
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : null
}

/** Checks a token and a preimage without asking anyone: some ten microseconds. */
export const checkToken = (
  secrets: L402Secrets,
  shown: { readonly macaroon: string; readonly preimage: string },
  request: string,
  now: number,
): TokenCheck => {
  const preimage = shown.preimage.toLowerCase()
  const bytes = decode(shown.macaroon)
  const macaroon = bytes && readMacaroon(bytes)
  if (!macaroon || macaroon.identifier.length !== IDENTIFIER_BYTES || !/^[0-9a-f]{64}$/.test(preimage))
    return refused('l402_malformed_token')
  const { identifier } = macaroon
  if (identifier.readUInt16BE(0) !== 0) return refused('l402_malformed_token')
  const made = [secrets.current, ...(secrets.previous ? [secrets.previous] : [])]
  if (!made.some((secret) => isGenuine(macaroon, rootKey(secret, identifier)))) return refused('l402_forged_token')
  const paymentHash = identifier.toString('hex', 2, 34)
  // The preimage leaves the payee's node only against the full amount: knowing it is the receipt.
  if (Bun.CryptoHasher.hash('sha256', Buffer.from(preimage, 'hex'), 'hex') !== paymentHash)
    return refused('l402_wrong_preimage')
  const judged = judgeCaveats(macaroon, request, preimage, now)
  if (judged.kind !== 'judged')
    return judged.kind === 'refused' && judged.reason === 'l402_expired_token'
      ? { ...judged, expired: { paymentHash } }
      : judged
  return { ...judged, kind: 'paid', paymentHash }
}
