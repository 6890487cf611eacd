import type { TObject, TSchema } from '@sinclair/typebox'
import type { Json } from '../../canonical/jcs.ts'
import type { Layout, Tokens, ValuesOf } from '../../canonical/layout.ts'
import type { Layer } from '../feed.ts'
import type { Subject } from '../subject.ts'
import type { Tariff } from '../tariff.ts'
import type { Bar } from '../math/candles.ts'

/**
 * Answers that are made for one question, out of rows that are kept: nothing of them can lie ready. The worker makes and
 * signs them while the buyer waits, before any money moves.
 */
export interface AskedFeed {
  readonly id: string
  readonly family: string
  readonly layer: Layer
  readonly summary: string
  readonly noun: string
  readonly subjects: readonly Subject[]
  /** OpenAPI template of the paid path; `/preview` is appended for its free sibling. */
  readonly path: string
  readonly price: Tariff
  /** Query parameters, each a string. */
  readonly query: Readonly<Record<string, TSchema>>
  readonly answer: TObject
  readonly example: Readonly<Record<string, Json>>
  readonly methodology: Readonly<Record<string, Json>>
  readonly canonical: Layout<Tokens>
  /** Reads what was asked at a moment (Unix seconds), or names every rule it breaks. */
  wish(query: Readonly<Record<string, string>>, nowTs: number): Wish | BrokenWish
  /** The rows of a subject that a wish is answered from. */
  rows(subject: Subject, wish: Wish): RowsWanted
  conclude(subject: Subject, wish: Wish, rows: readonly Bar[]): Concluded
  /** What the canonical string says before time and nonce, the content's hash among it. */
  tokens(content: Readonly<Record<string, Json>>, hash: string): ValuesOf<Tokens>
  /** The wish of the free copy. */
  previewWish(nowTs: number): Wish
}

/** What was asked, with every default filled in. Unix seconds, both ends included. */
export interface Wish {
  readonly kind: 'wish'
  readonly from: number
  readonly to: number
  readonly interval: string
}

export interface BrokenWish {
  readonly kind: 'broken'
  readonly rules: readonly { readonly parameter: string; readonly rule: string; readonly message: string }[]
}

export interface RowsWanted {
  /** The actor whose candles are read. */
  readonly series: string
  readonly step: 60 | 3_600
  readonly from: number
  readonly to: number
}

export type Concluded =
  | { readonly kind: 'concluded'; readonly content: Readonly<Record<string, Json>> }
  /** Nothing was kept in that time. */
  | { readonly kind: 'no_rows' }
