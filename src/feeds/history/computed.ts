import type { TObject, TSchema } from '@sinclair/typebox'
import type { Json } from '../../canonical/jcs.ts'
import type { Layout, Tokens, ValuesOf } from '../../canonical/layout.ts'
import type { Layer } from '../feed.ts'
import type { Subject } from '../subject.ts'
import type { Tariff } from '../tariff.ts'
import type { PastReader } from './archive.ts'

/**
 * A feed whose answers are computed for one request from stored rows, so that no answer can be prepared. The worker
 * computes and signs an answer while the buyer waits, before any money moves.
 */
export interface ComputedFeed {
  readonly id: string
  readonly family: string
  readonly layer: Layer
  readonly summary: string
  readonly noun: string
  readonly subjects: readonly Subject[]
  /** The actor of what is kept: where that is closed, its past is not sold either. */
  origin(subject: Subject): string
  /** OpenAPI template of the paid path. The free copy is at the same path followed by `/preview`. */
  readonly path: string
  readonly price: Tariff
  /** Query parameters, each a string. */
  readonly query: Readonly<Record<string, TSchema>>
  readonly answer: TObject
  readonly example: Readonly<Record<string, Json>>
  readonly methodology: Readonly<Record<string, Json>>
  readonly canonical: Layout<Tokens>
  /** Reads the request at a moment (Unix seconds), or names every rule that it breaks. */
  wish(query: Readonly<Record<string, string>>, nowTs: number): SpanRequest | BrokenSpan
  /** Whether there are any rows to answer with. It must be cheap, because clients call it before they pay. */
  has(subject: Subject, request: SpanRequest, archive: PastReader): Promise<boolean>
  /** The answer without its envelope; `null` if there are no rows in that time. */
  conclude(subject: Subject, request: SpanRequest, archive: PastReader): Promise<Content | null>
  /** The tokens of the canonical string before time and nonce, including the hash of the content. */
  tokens(content: Content, hash: string): ValuesOf<Tokens>
  /** The request that the free copy answers. */
  previewWish(nowTs: number): SpanRequest
  /** One row of the free copy, without the fields that are sold; unchanged if left out. */
  previewRow?(row: Content): Content
}

/** Fields of a body; `rows` holds the rows. */
export type Content = Readonly<Record<string, Json>>

/** A request with every default filled in. Unix seconds, both ends included. */
export interface SpanRequest {
  readonly kind: 'wish'
  readonly from: number
  readonly to: number
  /** The distance between rows, for series that have one. */
  readonly interval?: string
  /** Only rows of this exchange. */
  readonly exchange?: string
  /** Only the last so many rows, so that a free copy does not read the whole range. */
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
