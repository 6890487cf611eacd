import type { Random } from '../../ports.ts'
import { HOUR_SECONDS } from '../../time-units.ts'
import type { Invoice, Lightning, LightningFailure } from './lightning/node.ts'
import { type L402Secrets, mintToken } from './l402-token.ts'
import { readMacaroon } from './macaroon.ts'
import { NO_GUARDS } from './guards.ts'
import type { Offer } from './offer.ts'

/** The source of payable invoices: a pool of invoices made ahead. */
export interface Invoices {
  take(sats: number): Promise<Invoice | LightningFailure>
  /** Whether the node makes no invoices; absent if that is not watched. */
  readonly isAway?: boolean
}

/** The L402 rail: a Lightning invoice, and a token that its preimage turns into a receipt. */
export interface L402Rail {
  readonly invoices: Invoices
  readonly secrets: L402Secrets
  readonly random: Random
  /** Says which invoices were paid. */
  readonly node: Pick<Lightning, 'invoiceState'>
}

/** A token is valid an hour longer than its invoice, so that a payment at the last second still counts. */
export const TOKEN_GRACE_SECONDS = HOUR_SECONDS

/** A challenge that can be paid. */
export interface L402Challenge {
  readonly kind: 'challenge'
  readonly invoice: string
  readonly macaroon: string
  readonly paymentHash: string
}

export const l402Challenge = async (
  rail: Omit<L402Rail, 'node'>,
  offer: Offer,
): Promise<L402Challenge | LightningFailure> => {
  const invoice = await rail.invoices.take(offer.price.sats)
  if (invoice.kind !== 'invoice') return invoice
  const macaroon = mintToken(rail.secrets, {
    paymentHash: invoice.paymentHash,
    tokenId: rail.random.bytes(32),
    request: offer.request,
    sats: offer.price.sats,
    validUntil: Math.floor(invoice.expiresAt / 1000) + TOKEN_GRACE_SECONDS,
    askedAt: offer.askedAt,
    guards: offer.guards ?? NO_GUARDS,
  })
  return { kind: 'challenge', invoice: invoice.bolt11, macaroon, paymentHash: invoice.paymentHash }
}

/**
 * The only form that clients of the L402 specification, of aperture and of Alby all read: `macaroon` straight after
 * the scheme, `invoice` next, then the names that the L402 specification uses since March 2026.
 */
export const authenticateHeader = ({ invoice, macaroon }: L402Challenge): string =>
  `L402 macaroon="${macaroon}", invoice="${invoice}", version="0", token="${macaroon}"`

/** A credential as it was sent. */
export interface ShownToken {
  readonly macaroon: string
  readonly preimage: string
}

const CREDENTIAL = /^(?:L402|LSAT)\s+([^:\s,]+):([0-9a-fA-F]{64})(?:\s*,\s*(?:L402|LSAT)\s+.*)?$/i

const MAX_HEADER = 8_192
/** The form that nearly all clients send: one space, one colon, then 64 characters, which are checked later. */
const isPlain = (header: string): boolean =>
  header.startsWith('L402 ') &&
  header.length > 70 &&
  header.length <= MAX_HEADER &&
  header.lastIndexOf(' ') === 4 &&
  header.charCodeAt(5) > 0x20 &&
  header.charCodeAt(5) < 0x7f &&
  header.indexOf(':') === header.length - 65 &&
  !header.includes(',')

/**
 * `Authorization: L402 <base64>:<hex>`, the old spelling LSAT, and the doubled header of Go clients, which arrives as
 * one value joined by a comma: the first credential counts. `null` when the header is of another scheme; `malformed`
 * when it is ours and broken.
 */
export const readAuthorization = (header: string): ShownToken | 'malformed' | null => {
  if (isPlain(header)) return { macaroon: header.slice(5, -65), preimage: header.slice(-64).toLowerCase() }
  if (!/^(?:L402|LSAT)\b/i.test(header)) return null
  const found = header.length <= MAX_HEADER ? CREDENTIAL.exec(header) : null
  return found ? { macaroon: found[1]!, preimage: found[2]!.toLowerCase() } : 'malformed'
}

/** Where gRPC-like clients put the hex of a macaroon to which they have added `preimage=<hex>`. */
const HEX_HEADERS = ['grpc-metadata-macaroon', 'macaroon'] as const

/** The same macaroon, its preimage in its last caveat of that name. */
const readHexMacaroon = (hex: string): ShownToken | 'malformed' => {
  const macaroon = /^[0-9a-fA-F]{2,8192}$/.test(hex) ? readMacaroon(Buffer.from(hex, 'hex')) : null
  const preimage = macaroon?.caveats.findLast((caveat) => caveat.startsWith('preimage='))?.slice('preimage='.length)
  return preimage !== undefined && /^[0-9a-fA-F]{64}$/.test(preimage)
    ? { macaroon: hex, preimage: preimage.toLowerCase() }
    : 'malformed'
}

/** The credential of a request, in whichever of the headers that clients use; `null` when it carries none. */
export const readToken = (headers: Headers): ShownToken | 'malformed' | null => {
  const authorization = headers.get('authorization')
  if (authorization !== null) return readAuthorization(authorization)
  const hex = HEX_HEADERS.map((name) => headers.get(name)).find((value) => value !== null)
  return hex === undefined || hex === null ? null : readHexMacaroon(hex.trim())
}
