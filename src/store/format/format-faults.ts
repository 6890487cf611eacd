import { BadRedis } from '../redis/redis.ts'
import { closedWords } from './closed-mark.ts'
import { type FormatMark, readMark } from './format-mark.ts'

/** This release must not use this store, however often it is started: the message says what to do. */
export class ForeignFormat extends Error {
  override readonly name = 'ForeignFormat'
}

/** The store cannot be brought to the format of this release now; a later start may succeed. */
export class StoreNotReady extends BadRedis {}

/** Which release this is, and the format that it knows. */
export interface OwnFormat {
  readonly format: number
  /** `claros/0.1.0` */
  readonly by: string
}

const PAGE = 'docs/upgrading.md'

/**
 * Why this store is none for this release; `null` when it has its format, or one that can be moved to it.
 *
 * @param text under its key of the format
 */
export const foreignWords = (text: string, own: OwnFormat): string | null =>
  closedWords(text) ?? wordsOn(readMark(text), own)

const wordsOn = (mark: FormatMark | null, { format, by }: OwnFormat): string | null => {
  if (mark === null)
    return `The key of this Redis that holds its format has a text that no release of this service writes. Is it the Redis of this service? If it is, put a backup of it in its place (docs/restore.md).`
  if (mark.towards !== null && mark.towards > format)
    return `The data in this Redis is being moved from format ${mark.whole} to ${mark.towards} by ${mark.by}, and this release (${by}) knows format ${format}. Start ${mark.by} again, which goes on with it, or put the backup from before it in its place (${PAGE}).`
  if (mark.whole > format)
    return `The data in this Redis has format ${mark.whole}, written by ${mark.by}, and this release (${by}) knows format ${format}. Start ${mark.by} or a later one, or put the backup from before the update in its place (${PAGE}).`
  return null
}
