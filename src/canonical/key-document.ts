import { layout } from './layout.ts'
import type { SigningScheme } from './verify-signature.ts'
import { integer, oneOf, text, type Token } from './token.ts'

/** Where a service publishes the keys that answers, events and webhooks are signed with. */
export const KEYS_PATH = '/.well-known/claros-keys.json'

/** What a signing key is for, in the order in which documents list them. */
export const KEY_PURPOSES = ['answers-ed25519', 'answers-secp256k1', 'webhook', 'dlc'] as const
export type KeyPurpose = (typeof KEY_PURPOSES)[number]

export type KeyScheme = SigningScheme | 'bip340'

/** The key that signs the answers of a scheme. */
export const ANSWERS_PURPOSE = {
  ed25519: 'answers-ed25519',
  secp256k1_ecdsa: 'answers-secp256k1',
} as const satisfies Readonly<Record<SigningScheme, KeyPurpose>>

/** How each key signs its own document: as it signs everything else, over a 32-byte digest. */
export const KEY_SCHEME: Readonly<Record<KeyPurpose, KeyScheme>> = {
  'answers-ed25519': 'ed25519',
  'answers-secp256k1': 'secp256k1_ecdsa',
  webhook: 'ed25519',
  dlc: 'bip340',
}

/** The form of the document. */
export interface KeyFields {
  /** From 1 on, by purpose. */
  readonly sequence: number
  readonly purpose: KeyPurpose
  readonly scheme: KeyScheme
  /** As it is known elsewhere: hex for answers, x-only hex for DLC events, `whpk_…` for webhooks. */
  readonly publicKey: string
  /** Unix seconds: when this key was first recorded. */
  readonly validFrom: number
  /** Unix seconds: the last at which it signs; left out while there is no end. */
  readonly validUntil?: number
  /** SHA-256, hex, of the canonical string of the document before; `null`: it is the first. */
  readonly previous: string | null
  /** SHA-256, hex, of the text of the public key that will follow; `null`: none was promised yet. */
  readonly next: string | null
}

/** A key, since when it signs, and its own signature on that. */
export interface KeyDocument extends KeyFields {
  readonly canonical: string
  /** Base64, over SHA-256 of the canonical string: by this key and, if another one came before, by that too. */
  readonly signatures: readonly { readonly publicKey: string; readonly signature: string }[]
}

const NONE = '-'

const orNone = <T>(token: Token<T>): Token<T | null> => ({
  write: (value) => (value === null ? NONE : token.write(value)),
  read: (written) => (written === NONE ? null : token.read(written)),
})

/**
 * `v1|KEY|<purpose>|<sequence>|<scheme>|<public key>|<valid until>|<previous>|<next>|<valid from>`; `-` stands for what
 * there is none of. No answer has this type (decision 0117).
 */
const KEY_STRING = layout(
  'KEY',
  {
    purpose: oneOf(...KEY_PURPOSES),
    sequence: integer,
    scheme: oneOf<KeyScheme>('ed25519', 'secp256k1_ecdsa', 'bip340'),
    publicKey: text,
    validUntil: orNone(integer),
    previous: orNone(text),
    next: orNone(text),
  },
  { nonce: false },
)

/** The string that is signed. */
export const writeKeyString = ({
  validFrom,
  validUntil = null,
  ...rest
}: Omit<KeyFields, 'validUntil'> & {
  readonly validUntil?: number | null
}): string => KEY_STRING.write({ ...rest, validUntil }, { timestamp: validFrom, nonce: 0 })

/** What a string says. Throws `MalformedCanonical`. */
export const readKeyString = (canonical: string): KeyFields => {
  const { values, envelope } = KEY_STRING.read(canonical)
  const { validUntil, ...rest } = values
  return { ...rest, validFrom: envelope.timestamp, ...(validUntil !== null && { validUntil }) }
}
