import type { Question } from '../ports.ts'
import type { ApartReader, Query, Source } from './query.ts'

export type Given = ApartReader['given']

/**
 * The reader of replies that may be some megabytes. It has a name, because a thread cannot be sent a function. All of
 * them are in `large-readers.ts`.
 */
export interface LargeReader<G extends Given, T> {
  readonly name: string
  /** Throws `Unreadable`. What it returns must be plain data. */
  read(body: string, ...given: G): T
}

/** A question whose reply may be read in another thread, by the same reader. */
export const largeQuery = <G extends Given, T>(
  question: Question & { readonly provider: Source },
  reader: LargeReader<G, T>,
  ...given: G
): Query<T> => ({
  ...question,
  read: (body) => reader.read(body, ...given),
  apart: { reader: reader.name, given },
})
