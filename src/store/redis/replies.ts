import { isOtherType, UnreadableRecord } from './stored.ts'

/** Reads replies of a pipeline, whose types are not known. */

/** A hash as pairs of field and value; no pairs for any other reply. */
export const pairsOf = (reply: unknown): readonly (readonly [string, string])[] =>
  typeof reply === 'object' && reply !== null
    ? Object.entries(reply).map(([field, value]) => [field, String(value)])
    : []

/** Throws the error of one command of a pipeline; `UnreadableRecord` when the key holds another type. */
export const rethrow = (kind: string, problem: Error): never => {
  throw isOtherType(problem) ? new UnreadableRecord(kind, 'its key holds another type') : problem
}
