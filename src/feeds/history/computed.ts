import type { TObject, TSchema } from '@sinclair/typebox'
import type { Json } from '../../canonical/jcs.ts'
import type { Layout, Tokens, ValuesOf } from '../../canonical/layout.ts'
import type { Layer } from '../feed.ts'
import type { Subject } from '../subject.ts'
import type { Tariff } from '../tariff.ts'
import type { PastReader } from './archive.ts'

/**
 * Answers that are made for one question, out of rows that are kept: nothing of them can lie ready. The worker makes and
 * signs them while the buyer waits, before any money moves.
 */
export interface ComputedFeed {
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
  wish(query: Readonly<Record<string, string>>, nowTs: number): SpanRequest | BrokenSpan
  /** Whether there is anything to answer with. Cheap: whoever has not paid asks this. */
  has(subject: Subject, request: SpanRequest, archive: PastReader): Promise<boolean>
  /** The answer without its envelope; `null` when nothing was kept in that time. */
  conclude(subject: Subject, request: SpanRequest, archive: PastReader): Promise<Content | null>
  /** What the canonical string says before time and nonce, the content's hash among it. */
  tokens(content: Content, hash: string): ValuesOf<Tokens>
  /** The wish of the free copy. */
  previewWish(nowTs: number): SpanRequest
  /** One row as the free copy shows it, without what is sold; as it is where left out. */
  previewRow?(row: Content): Content
}

/** Fields of a body; `rows` holds the rows. */
export type Content = Readonly<Record<string, Json>>

/** What was asked, with every default filled in. Unix seconds, both ends included. */
export interface SpanRequest {
  readonly kind: 'wish'
  readonly from: number
  readonly to: number
  /** Only where rows are that far apart. */
  readonly interval?: string
  /** Only this exchange's rows. */
  readonly exchange?: string
  /** Only so many of the rows, the last ones: what a free copy shows need not be read whole. */
  readonly last?: number
}

export interface BrokenParameter {
  readonly parameter: string
  readonly rule: string
  readonly message: string
}

export interface BrokenSpan {
  readonly kind: 'broken'
  readonly rules: readonly BrokenParameter[]
}
