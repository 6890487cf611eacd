import type { Subject } from './subject.ts'

/**
 * Subjects that come into being when somebody asks for them: places on a grid, ships. Each is an actor of its own while it
 * is wanted, shared by everybody who asks, and goes when nobody has for a while.
 */
export interface OnDemand {
  /** The subject that the words of a path name, or every rule they break. Many words may name one subject. */
  subjectAt(words: Readonly<Record<string, string>>): Subject | BrokenWords
  /** The subject of an actor's id; `null` for keys that no path leads to. */
  subjectOf(key: string): Subject | null
  /** How many may be alive at once: the least recently wanted goes first. */
  readonly most: number
  /** It goes when nobody has asked for so long. */
  readonly idleSeconds: number
}

/** What is wrong with the words of a path. */
export interface BrokenWords {
  readonly kind: 'broken'
  readonly rules: readonly { readonly word: string; readonly rule: string; readonly message: string }[]
}
