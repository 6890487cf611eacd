import type { Subject } from './subject.ts'

/** One broken rule of a request, in the form of the details of a problem body. */
export interface PathRefusal {
  /** The parameter of the request: `path.lat`. */
  readonly path: string
  readonly rule: string
  readonly message: string
}

/** The subject exists, but there is no data for it: waves on land. */
export interface NoDataHere {
  readonly kind: 'no_data_here'
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
   * The subject of a request. Many requests may lead to one subject.
   *
   * @param segments the path segments, by the names of the path parameters
   */
  ask(segments: Readonly<Record<string, string>>): PathRequest<U>
  /** The subject with this key, so that another worker can continue; `null` if no request leads to this key. */
  subjectOf(key: string): U | null
  /** The most subjects that may exist at once. Above it, the one whose last request is oldest is removed. */
  readonly most: number
  /** A subject is removed after this long without a request. */
  readonly idleSeconds: number
}
