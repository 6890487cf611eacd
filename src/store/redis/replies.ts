import { isOtherType, UnreadableRecord } from './stored.ts'

/** Replies of a pipeline, which say nothing of their type. */

/** A hash as pairs of field and value; of anything else none. */
export const pairsOf = (reply: unknown): readonly (readonly [string, string])[] =>
  typeof reply === 'object' && reply !== null
    ? Object.entries(reply).map(([field, value]) => [field, String(value)])
    : []

/** What one command of a pipeline failed of; `Unreadable` where something of another type lies there. */
export const rethrow = (kind: string, problem: Error): never => {
  throw isOtherType(problem) ? new UnreadableRecord(kind, 'something of another type lies there') : problem
}
