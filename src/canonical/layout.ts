import type { Check } from './check.ts'
import type { Json } from './jcs.ts'
import { integer, MalformedCanonical, type Token } from './token.ts'

/** Tokens by name; the order of the keys is the order of the positions. */
export type Tokens = Readonly<Record<string, Token<unknown>>>

/** The values a layout's own tokens carry, by name. */
export type ValuesOf<T> = { readonly [K in keyof T]: T[K] extends Token<infer V> ? V : never }

/** The values around the tokens of every canonical string. */
export interface Envelope {
  /** Unix seconds. */
  readonly timestamp: number
  /** A whole number of six digits; 0 where the layout has no nonce. */
  readonly nonce: number
}

/** A canonical string in parts: write and read use one definition, so they cannot differ. */
export interface Layout<T extends Tokens = Tokens> {
  readonly type: string
  readonly version: string
  readonly tokens: T
  /** False for the only string without a nonce (gas; interface 2.2). */
  readonly hasNonce: boolean
  /** The strings of which it writes one, where there are several; see `either-layout.ts`. */
  readonly forms?: readonly Layout<T>[]
  /** Everything before the nonce, including the last pipe: editions of one snapshot differ only after it. */
  writeCanonicalPrefix(values: ValuesOf<T>, timestamp: number): string
  write(values: ValuesOf<T>, envelope: Envelope): string
  read(canonical: string): { readonly values: ValuesOf<T>; readonly envelope: Envelope }
  /**
   * Tokens that every body repeats by name; none if left out. Where neither a hash nor `boundToBody` ties a body to its
   * string, these do: what a body leaves out is compared with nothing, and one of another kind leaves out all.
   */
  readonly repeats?: readonly string[]
  /** Checks what a verifier can compute again from the string alone, and compares it with the body. */
  recompute?(values: ValuesOf<T>, body: Readonly<Record<string, Json>>): readonly Check[]
}

const NONCE = /^[1-9]\d{5}$/

/** Six digits without a leading zero (interface 2.2). */
export const NONCES = { first: 100_000, last: 999_999 } as const

/** Appends the nonce. Editions of one snapshot share everything before it and differ only in it. */
export const appendNonce = (prefix: string, nonce: number): string => {
  if (!NONCE.test(String(nonce))) throw new MalformedCanonical(`expected a nonce of six digits, found ${nonce}`)
  return prefix + nonce
}

/**
 * `version|TYPE|token|…|timestamp|nonce`. The order of the keys of `tokens` is the order of the positions.
 *
 * @example layout('PRICE', { pair: text, price: decimal }).write({ pair: 'BTCUSD', price: '1.00' }, …)
 *          // v1|PRICE|BTCUSD|1.00|1741514400|482910
 */
export const layout = <const T extends Tokens>(
  type: string,
  tokens: T,
  options: {
    readonly version?: string
    readonly nonce?: boolean
    readonly repeats?: readonly (keyof T & string)[]
    readonly recompute?: NonNullable<Layout<T>['recompute']>
  } = {},
): Layout<T> => {
  const version = options.version ?? 'v1'
  const hasNonce = options.nonce ?? true
  const names = Object.keys(tokens)
  const token = (name: string) => tokens[name]!

  const body = (values: ValuesOf<T>, timestamp: number): string =>
    [
      version,
      type,
      ...names.map((name) => token(name).write((values as Record<string, unknown>)[name])),
      integer.write(timestamp),
    ].join('|')

  return {
    type,
    version,
    tokens,
    hasNonce,
    ...(options.repeats && { repeats: options.repeats }),
    ...(options.recompute && { recompute: options.recompute }),
    writeCanonicalPrefix: (values, timestamp) => (hasNonce ? `${body(values, timestamp)}|` : body(values, timestamp)),
    write: (values, { timestamp, nonce }) =>
      hasNonce ? appendNonce(`${body(values, timestamp)}|`, nonce) : body(values, timestamp),
    read: (canonical) => {
      const parts = canonical.split('|')
      const expected = names.length + (hasNonce ? 4 : 3)
      if (parts.length !== expected)
        throw new MalformedCanonical(`expected ${expected} positions, found ${parts.length}`)
      if (parts[0] !== version || parts[1] !== type)
        throw new MalformedCanonical(`expected ${version}|${type}, found ${parts[0]}|${parts[1]}`)
      const values = Object.fromEntries(names.map((name, at) => [name, token(name).read(parts[at + 2]!)]))
      const timestamp = integer.read(parts[names.length + 2]!)
      if (hasNonce && !NONCE.test(parts.at(-1)!))
        throw new MalformedCanonical(`expected a nonce of six digits, found ${parts.at(-1)}`)
      return {
        values: values as ValuesOf<T>,
        envelope: { timestamp, nonce: hasNonce ? Number(parts.at(-1)) : 0 },
      }
    },
  }
}
