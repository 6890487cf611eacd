import { type GuardName, type Guards, isGuardName, NO_GUARDS, readGuard, withGuard } from './guards.ts'
import { hmacSha256 } from './hmac.ts'
import { isGenuine, type Macaroon, mint, readMacaroon } from './macaroon.ts'

/**
 * Our L402 tokens. A token says that this payment hash pays for this one request until a given time. Nothing is stored
 * per challenge: the root key is derived from the identifier.
 */

/** Aperture's identifier: u16 version 0, the payment hash, a random token id. */
const IDENTIFIER_BYTES = 66

const SERVICE = 'oracle:0'

const CAVEATS = {
  services: 'services',
  request: 'oracle_capabilities',
  validUntil: 'oracle_valid_until',
  /** Only for products that depend on the time of the request. */
  askedAt: 'oracle_asked_at',
  /** The amount of the invoice. Its name has no prefix of ours, so servers of earlier releases skip it. */
  sats: 'sats',
} as const
/** Conditions that start like this are ours: one we do not know is refused, foreign ones are skipped. */
const OWN_PREFIX = 'oracle_'

/** Root secrets that tokens may have been made with. What a token has bought may be for ever, so none of them goes out of use. */
export interface L402Secrets {
  readonly current: Uint8Array
  /** The newest first. */
  readonly previous: readonly Uint8Array[]
}

const root = new Uint8Array(32)

/** The result is valid until the next call. */
const rootKey = (secret: Uint8Array, identifier: Uint8Array): Uint8Array => hmacSha256(secret, identifier, root)

/** Writes a token, base64. */
export const mintToken = (
  { current }: L402Secrets,
  parts: {
    readonly paymentHash: string
    readonly tokenId: Uint8Array
    readonly request: string
    readonly sats: number
    readonly validUntil: number
    /** Unix milliseconds; `null` if it makes no difference. */
    readonly askedAt: number | null
    /** What the answer must meet; nothing if left out. */
    readonly guards?: Guards
  },
): string => {
  const identifier = Buffer.concat([Uint8Array.of(0, 0), Buffer.from(parts.paymentHash, 'hex'), parts.tokenId])
  const caveats = [
    `${CAVEATS.services}=${SERVICE}`,
    `${CAVEATS.request}=${parts.request}`,
    `${CAVEATS.validUntil}=${parts.validUntil}`,
    `${CAVEATS.sats}=${parts.sats}`,
    ...(parts.askedAt === null ? [] : [`${CAVEATS.askedAt}=${parts.askedAt}`]),
    ...Object.entries(parts.guards ?? NO_GUARDS).map(([name, value]) => `${OWN_PREFIX}${name}=${value}`),
  ]
  return Buffer.from(mint(rootKey(current, identifier), 'claros', identifier, caveats)).toString('base64')
}

/** The result of checking a token. Reasons are published. */
export type TokenCheck =
  | {
      readonly kind: 'paid'
      readonly paymentHash: string
      readonly validUntil: number
      /** When the invoice was requested, Unix milliseconds; `null` if the token does not say it. */
      readonly askedAt: number | null
      /** The amount of its invoice; `null` if the token does not say it. */
      readonly sats: number | null
      /** What the answer must meet. */
      readonly guards: Guards
    }
  | {
      readonly kind: 'refused'
      readonly reason: TokenReason
      /** For a token that is valid except for its age: a product without a time limit is still delivered for it. */
      readonly expired?: { readonly paymentHash: string }
    }

export type TokenReason =
  | 'l402_malformed_token'
  | 'l402_forged_token'
  | 'l402_expired_token'
  | 'l402_other_request'
  | 'l402_unknown_caveat'
  | 'l402_wrong_preimage'

type Refused = Extract<TokenCheck, { readonly kind: 'refused' }>

const refused = (reason: TokenReason): Refused => ({ kind: 'refused', reason })

interface Judged {
  readonly kind: 'judged'
  readonly validUntil: number
  readonly askedAt: number | null
  readonly sats: number | null
  readonly guards: Guards
}

/** The guard that a caveat of this name states. */
const guardOf = (condition: string): GuardName | null => {
  const name = condition.startsWith(OWN_PREFIX) ? condition.slice(OWN_PREFIX.length) : ''
  return isGuardName(name) ? name : null
}

/**
 * Every caveat of ours must be there and be met; added caveats must be met too.
 *
 * @param request `null`: whichever it is for
 * @param preimage `null`: not known yet
 */
const judgeCaveats = (
  macaroon: Macaroon,
  request: string | null,
  preimage: string | null,
  now: number,
): Refused | Judged => {
  let boundTo = 0
  let askedAt: number | null = null
  let sats: number | null = null
  let validUntil = Number.POSITIVE_INFINITY
  let guards = NO_GUARDS
  for (const caveat of macaroon.caveats) {
    const at = caveat.indexOf('=')
    const condition = (at < 0 ? caveat : caveat.slice(0, at)).trim()
    const value = at < 0 ? '' : caveat.slice(at + 1).trim()
    if (condition === CAVEATS.request) {
      if (request !== null && value !== request) return refused('l402_other_request')
      boundTo++
    } else if (condition === CAVEATS.services) {
      if (value !== SERVICE && !value.split(',').includes(SERVICE)) return refused('l402_other_request')
    } else if (condition === CAVEATS.validUntil) {
      if (!/^\d{1,12}$/.test(value)) return refused('l402_malformed_token')
      validUntil = Math.min(validUntil, Number(value))
    } else if (condition === CAVEATS.askedAt) {
      if (!/^\d{1,15}$/.test(value)) return refused('l402_malformed_token')
      // A holder may add caveats at the end, so the first one is ours.
      askedAt ??= Number(value)
    } else if (condition === CAVEATS.sats) {
      if (!/^\d{1,12}$/.test(value)) return refused('l402_malformed_token')
      sats ??= Number(value)
    } else if (condition === 'preimage') {
      if (preimage !== null && value.toLowerCase() !== preimage) return refused('l402_wrong_preimage')
    } else if (condition.startsWith(OWN_PREFIX)) {
      const name = guardOf(condition)
      if (name === null) return refused('l402_unknown_caveat')
      const asked = readGuard(name, value)
      if (asked === null) return refused('l402_malformed_token')
      guards = withGuard(guards, name, asked)
    }
  }
  if (boundTo === 0 || validUntil === Number.POSITIVE_INFINITY) return refused('l402_malformed_token')
  return now / 1000 > validUntil ? refused('l402_expired_token') : { kind: 'judged', validUntil, askedAt, sats, guards }
}

/** Memory in which tokens are decoded. A token that does not fit is longer than any of ours. */
const scratch = Buffer.alloc(8_192)
const revealed = Buffer.alloc(32)
const revealedHash = Buffer.alloc(32)

/** The result is valid until the next call. */
const decode = (text: string): Buffer | null => {
  if (text.startsWith('02') && text.length % 2 === 0 && /^[0-9a-fA-F]+$/.test(text))
    return scratch.subarray(0, scratch.write(text, 'hex'))
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(text) ? scratch.subarray(0, scratch.write(text, 'base64')) : null
}

/** The payee's node reveals the preimage only for the full amount, so knowing it proves the payment. */
const isPreimageOf = (identifier: Buffer, preimage: string): boolean => {
  revealed.write(preimage, 'hex')
  Bun.SHA256.hash(revealed, revealedHash)
  return revealedHash.compare(identifier, 2, 34) === 0
}

/** A macaroon in any of the written forms, if its identifier is of our form; the buffer is valid until the next call. */
const readOurForm = (text: string): Macaroon | null => {
  const bytes = decode(text)
  const macaroon = bytes && readMacaroon(bytes)
  return macaroon?.identifier.length === IDENTIFIER_BYTES && macaroon.identifier.readUInt16BE(0) === 0 ? macaroon : null
}

const isOurs = ({ current, previous }: L402Secrets, macaroon: Macaroon): boolean =>
  isGenuine(macaroon, rootKey(current, macaroon.identifier)) ||
  previous.some((secret) => isGenuine(macaroon, rootKey(secret, macaroon.identifier)))

const hashIn = ({ identifier }: Macaroon): string => identifier.toString('hex', 2, 34)

/** Checks a token and a preimage without asking anyone, within a few microseconds. */
export const checkToken = (
  secrets: L402Secrets,
  shown: { readonly macaroon: string; readonly preimage: string },
  request: string,
  now: number,
): TokenCheck => {
  const preimage = shown.preimage.toLowerCase()
  const macaroon = readOurForm(shown.macaroon)
  if (!macaroon || !/^[0-9a-f]{64}$/.test(preimage)) return refused('l402_malformed_token')
  if (!isOurs(secrets, macaroon)) return refused('l402_forged_token')
  if (!isPreimageOf(macaroon.identifier, preimage)) return refused('l402_wrong_preimage')
  const paymentHash = hashIn(macaroon)
  const judged = judgeCaveats(macaroon, request, preimage, now)
  if (judged.kind === 'refused')
    return judged.reason === 'l402_expired_token' ? { ...judged, expired: { paymentHash } } : judged
  return { ...judged, kind: 'paid', paymentHash }
}

/** A token of ours that may not have been paid yet. */
export type OwnToken =
  | {
      readonly kind: 'own'
      readonly paymentHash: string
      /** Unix seconds. */
      readonly validUntil: number
    }
  | Refused

/** Whether a token is ours and still valid, whatever it pays for. Nobody is asked. */
export const checkOwnToken = (secrets: L402Secrets, text: string, now: number): OwnToken => {
  const macaroon = readOurForm(text)
  if (!macaroon) return { kind: 'refused', reason: 'l402_malformed_token' }
  if (!isOurs(secrets, macaroon)) return { kind: 'refused', reason: 'l402_forged_token' }
  const paymentHash = hashIn(macaroon)
  const judged = judgeCaveats(macaroon, null, null, now)
  return judged.kind === 'judged' ? { kind: 'own', paymentHash, validUntil: judged.validUntil } : judged
}
