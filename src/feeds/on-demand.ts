import type { TObject, TSchema } from '@sinclair/typebox'
import type { Json } from '../canonical/jcs.ts'
import type { AnyBoard, Boards } from './board.ts'
import type { Subject } from './subject.ts'

/** What a subject on demand sees when it names further boards. */
export interface FurtherLook {
  /** Unix milliseconds. */
  readonly now: number
  readonly boards: Boards
  /** Its own last snapshot; `null` if there is none. */
  readonly previous: { readonly content: Readonly<Record<string, Json>> } | null
}

/** One broken rule of a request, in the form of the details of a problem body. */
export interface PathRefusal {
  /** The parameter of the request: `path.lat`, `query.end`. */
  readonly path: string
  readonly rule: string
  readonly message: string
}

/** The subject exists, but there is no data for it: waves on land. */
export interface NoDataHere {
  readonly kind: 'no_data_here'
  readonly message: string
  /** The word of the request that leads to nothing, as `query.end`; all of them if left out. */
  readonly path?: string
}

/** Nobody who was asked knows this subject: a ship that no station has heard of. A later request may find it. */
export interface NotKnown {
  readonly kind: 'not_known'
  readonly message: string
}

/** The subject of a request, or every rule that the request breaks. */
export type PathRequest<U extends Subject = Subject> =
  | { readonly kind: 'subject'; readonly subject: U }
  | { readonly kind: 'invalid'; readonly details: readonly PathRefusal[] }

/**
 * Subjects that exist only after a request for them: places on a grid, ships. Each is an actor of its own, shared by
 * all clients that request it. It is removed after some time without a request.
 */
export interface OnDemand<U extends Subject = Subject> {
  /**
   * The query parameters that name a subject together with the path; none if left out. Each is a string with a
   * `description`, and `Type.Optional` if a request may leave it out. Their rules are judged by `ask` alone, so that a
   * refusal names all of them. No parameter has the name of a path parameter. A subject repeats in its `query` what
   * names it, in one spelling: payments are bound to that.
   */
  readonly query?: TObject
  /** What the path parameters may say, by their names; any text if left out. Their rules are judged by `ask` alone. */
  readonly words?: Readonly<Record<string, TSchema>>
  /** Whether a subject may be one that nobody knows (`NotKnown`); not if left out. */
  readonly mayBeUnknown?: boolean
  /**
   * The subject of a request. Many requests may lead to one subject.
   *
   * @param words the path segments and the declared query parameters, by their names; what was left out is absent
   * @param now Unix milliseconds, for words that name a time
   */
  ask(words: Readonly<Record<string, string>>, now: number): PathRequest<U>
  /** The subject with this key, so that another worker can continue; `null` if no request leads to this key. */
  subjectOf(key: string): U | null
  /**
   * The boards that only the answers of others tell to be needed, in addition to those of the feed: the waves where a ship
   * is. It is asked again with their answers, until it names no new ones; none if left out.
   */
  further?(subject: U, look: FurtherLook): readonly AnyBoard[]
  /**
   * How many questions to one provider the boards of `further` may come to. The limits of an address count them, and the
   * start of a subject with more than one is not waited for to its end; none if left out.
   */
  furtherQuestions?(subject: U): number
  /** The most subjects that may exist at once. Above it, the one whose last request is oldest is removed. */
  readonly most: number
  /** A subject is removed after this long without a request. */
  readonly idleSeconds: number
}
