import type { Subject } from './subject.ts'

/** One broken rule of a request, in the form in which problems list them. */
export interface PathRefusal {
  /** Which word of the request: `path.lat`. */
  readonly path: string
  readonly rule: string
  readonly message: string
}

/** The subject exists and nothing is known about it: waves on land. */
export interface NoDataHere {
  readonly kind: 'no_data_here'
  readonly message: string
}

/** What a request asks for, or every rule that it breaks. */
export type PathRequest<U extends Subject = Subject> =
  | { readonly kind: 'subject'; readonly subject: U }
  | { readonly kind: 'invalid'; readonly details: readonly PathRefusal[] }

/**
 * Subjects that come into being when somebody asks for them: places on a grid, ships. Each is an actor of its own while it
 * is wanted, shared by everybody who asks, and goes when nobody has for a while.
 */
export interface OnDemand<U extends Subject = Subject> {
  /**
   * The subject of a request; many requests may name one subject.
   *
   * @param segments the path segments, by the names of the template's holes
   */
  ask(segments: Readonly<Record<string, string>>): PathRequest<U>
  /** The subject with this key, so that a worker can go on with what another began; `null` when no request leads to it. */
  subjectOf(key: string): U | null
  /** How many may be alive at once: the least recently wanted goes first. */
  readonly most: number
  /** It goes when nobody has asked for so long. */
  readonly idleSeconds: number
}
