import { type Static, type TObject, Type } from '@sinclair/typebox'
import { contentHash } from '../canonical/content.ts'
import type { Json } from '../canonical/jcs.ts'
import { type Layout, layout, type Tokens, type ValuesOf } from '../canonical/layout.ts'
import { contentDigest } from '../canonical/token.ts'
import { type Preview, type FeedSale, UNSIGNED_COPY } from './feed.ts'
import { pick } from './pick.ts'
import type { MainValue } from './main-value.ts'

/** Which fields of an answer its free copy repeats, and how old the copy must be. */
export interface PreviewRule<C> {
  readonly staleMinutes: number
  readonly fields: readonly (keyof C & string)[]
  readonly note?: string
  /** What lists and charts show of it; `null`: it has no such number or word. */
  readonly main: MainValue | null
}

/** A free copy that repeats some fields of the answer unchanged. */
export const previewOf = <C extends object>({
  staleMinutes,
  main,
  fields,
  note = UNSIGNED_COPY,
}: PreviewRule<C>): Preview<C> => ({
  staleMinutes,
  note,
  main,
  fields: (content) => pick(content, fields) as Readonly<Record<string, Json>>,
  shape: (answer) => Type.Pick(answer, [...fields]),
})

/** The string's own tokens and, last, the hash of the body. */
type Bound<T extends Tokens> = T & { readonly content: typeof contentDigest }

/** Tokens that have no field of the same name in the answer. */
type Apart<C, T extends Tokens> = Omit<ValuesOf<T>, keyof C>

/** A type error that names the fault, if a token's type does not match the field of its name. */
type Writable<C, T extends Tokens> =
  Pick<C, keyof C & keyof T> extends Pick<ValuesOf<T>, keyof C & keyof T>
    ? unknown
    : { readonly 'a token does not take the field of its name': never }

/** How an answer that its canonical string binds is sold. */
interface Terms<S extends TObject, T extends Tokens> extends Pick<
  FeedSale<Static<S>, T>,
  'path' | 'catalogue' | 'alsoListedAt' | 'price' | 'sellableSeconds'
> {
  readonly answer: S & Writable<Static<S>, T>
  /** `null`: there is no free copy. */
  readonly preview: PreviewRule<Static<S>> | null
  /** Checks of the values that a verifier can compute again. */
  readonly recompute?: NonNullable<Layout<Bound<T>>['recompute']>
  /** Values of the tokens that have no field of the same name; left out if there are none. */
  apart?(content: Static<S>): Apart<Static<S>, T>
}

/**
 * Sells an answer under `v1|<type>|<tokens>|SHA256:<hash of the body>|<timestamp>|<nonce>`. The hash binds every field,
 * and the tokens before it are readable in the string itself. A token takes the value of the field with its name; the
 * other values come from `apart`.
 *
 * @example boundSale('OI', { pair: text, total_oi_usd: integer, sources: list }, { answer: InterestAnswer, path, … })
 *          // v1|OI|BTCUSD|31200000000|binance,okx|SHA256:…|1795000002|482910
 */
export const boundSale = <S extends TObject, const T extends Tokens>(
  type: string,
  tokens: T,
  terms: Terms<S, T>,
): FeedSale<Static<S>, Bound<T>> => {
  const { path, catalogue, alsoListedAt, price, sellableSeconds, preview, recompute } = terms
  return {
    path,
    price,
    ...(catalogue !== undefined && { catalogue }),
    ...(alsoListedAt && { alsoListedAt }),
    canonical: layout(type, { ...tokens, content: contentDigest }, recompute && { recompute }),
    tokens: (content, hash = contentHash(content as Readonly<Record<string, Json>>)) =>
      ({
        ...pick(content as Readonly<Record<string, unknown>>, Object.keys(tokens)),
        ...terms.apart?.(content),
        content: hash,
      }) as ValuesOf<Bound<T>>,
    sellableSeconds,
    preview: preview && previewOf(preview),
  }
}
