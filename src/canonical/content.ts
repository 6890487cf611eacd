import { digestHex } from './digest.ts'
import { jcs, type Json } from './jcs.ts'

/**
 * The members of an answer about its signature and signer; everything else is content. A body may carry both of the
 * spellings that published clients read, so both are listed.
 */
export const ENVELOPE_MEMBERS = [
  'canonical',
  'canonicalstring',
  'signature',
  'signingScheme',
  'signing_scheme',
  'pubkey',
  'contentHash',
  'contentSignature',
  'quoteId',
] as const

const envelope: ReadonlySet<string> = new Set(ENVELOPE_MEMBERS)

/** A body without its envelope: the information that was sold. */
export const contentOf = (body: Readonly<Record<string, Json>>): Record<string, Json> =>
  Object.fromEntries(Object.entries(body).filter(([key]) => !envelope.has(key)))

/**
 * SHA-256, in hex, of the RFC 8785 form of the content (interface 2.4): it binds every field of the body to a
 * signature.
 */
export const contentHash = (content: Readonly<Record<string, Json>>): string => digestHex(jcs(content))

/**
 * The text that `contentSignature` signs where the canonical string is fixed and cannot contain the hash (interface
 * 2.4).
 */
export const contentStatement = (hash: string): string => `claros-content-v1|${hash}`

const QUOTE_ID_DIGITS = 16

/** The name of a quote (interface 3.8). It follows from the hash, so it stands beside it and not in what is hashed. */
export const quoteIdOf = (hash: string): string => hash.slice(0, QUOTE_ID_DIGITS)
