import type { Random } from '../../ports.ts'
import { type ClosedMark, closedWords, readClosed } from '../format/closed-mark.ts'
import { requireFormat } from '../format/command-format.ts'
import { readMark } from '../format/format-mark.ts'
import { formatAfter, MIGRATIONS } from '../format/migrations.ts'
import { isUnused } from '../format/own-keys.ts'
import { names } from '../redis/names.ts'
import type { RedisClient } from '../redis/client.ts'
import { shardsOf, ONE_SHARD } from '../claims/shards.ts'
import { type CameBy, readCameBy } from './came-by.ts'
import type { MoveEnds } from './copy-key.ts'
import { refuse } from './move-words.ts'

/** What is to be done, by what both ends say. */
export interface MovePlan extends Pick<ClosedMark, 'move' | 'mark'> {
  /** The text under the key of the format at the end that is left, as it was read. */
  readonly here: string
  /** The same at the other end; `null` when nothing of ours lies there. */
  readonly there: string | null
  /** What the copy there says of itself, if it is whole and the end that is left says so: it has only to be opened. */
  readonly whole: CameBy | null
  /** The copy was opened with `--open`. All that is left to do is to say so at the end that is left. */
  readonly isOpen?: true
}

const MARK = names.format.mark()

const PART =
  'In the Redis that it should go to lies a part of another store, which was on its way there. Take another Redis, or empty that one (of a cluster each primary).'

const WHOLE =
  'In the Redis that it should go to lies a whole copy of a store that has left another Redis, and was not opened. It may be the newest there is, or one that was taken back: docs/moving.md says how it is opened. Empty nothing before you know.'

const OPEN_THERE =
  'The copy in the other Redis is open, and may be in use. Run "claros store move" without --undo: then this one says that it was left.'

const UNSEEN =
  'A copy of this store was whole, or nearly, and may have been opened with --open, and used. It does not lie in the Redis that is named: name the one where it lies, or say with --never-used that no process of the service was ever started on it.'

interface Copy {
  readonly text: string
  readonly move: string
}

/** The copy at the other end is of another move than the one from here. */
const refuseOther = async (to: RedisClient, { move }: Copy): Promise<never> =>
  refuse((await readCameBy(to))?.move === move ? WHOLE : PART)

/** A copy at the other end that was not opened; `null` when nothing of ours lies there. Throws `StoreNotReady`. */
const readOtherEnd = async (to: RedisClient): Promise<Copy | null> => {
  const there = await to.get(MARK)
  if (there === null) {
    if (await isUnused(to)) return null
    return refuse('In the Redis that it should go to lie keys of this service, and no format. Is it the right one?')
  }
  const closed = readClosed(there)
  if (closed?.end === 'filling') return { text: there, move: closed.move }
  return refuse(
    closed
      ? `The Redis that it should go to: ${closedWords(there)}`
      : 'There is a store in the Redis that it should go to.',
  )
}

/** Throws unless it was begun by this release. */
export const requireOwn = ({ mark }: ClosedMark): void => {
  const begun = readMark(mark)
  if (begun?.whole !== formatAfter(MIGRATIONS))
    refuse(`This move was begun by ${begun?.by ?? 'another release'}, and that release has to end it.`)
}

/**
 * Throws `StoreNotReady` or `ForeignFormat` where there is nothing to move, or the other end is not free.
 *
 * @param by this release
 * @returns `null` when it is there already, whole, by the last move from here
 */
export const planMove = async (
  { from, to, isNeverUsed }: MoveEnds & { readonly isNeverUsed: boolean },
  by: string,
  random: Random,
): Promise<MovePlan | null> => {
  if (shardsOf(from) !== ONE_SHARD && shardsOf(to) === ONE_SHARD)
    refuse('The store of a cluster goes to another cluster: one Redis has no place for its books.')
  const here = await from.get(MARK)
  if (here === null) return refuse('There is no store in the Redis that it should leave. Is it the right one?')
  const leaving = readClosed(here)
  if (leaving?.end === 'filling') return refuse(closedWords(here)!)
  if (leaving && (await isOpenThere(to, leaving)))
    return leaving.end === 'left' ? null : { ...leaving, here, there: null, whole: null, isOpen: true }
  const filling = await readOtherEnd(to)
  // Read after the text: whoever takes the copy away changes that first.
  const cameBy = leaving?.end === 'left' ? await readCameBy(to) : null
  // Each place that it goes to has a move of its own: what was begun elsewhere is never gone on with.
  const move = filling && leaving ? leaving.move : random.bytes(8).toHex()
  if (leaving === null) {
    await requireFormat(from, by)
    if (filling) return refuseOther(to, filling)
    return { move, mark: here, here, there: null, whole: null }
  }
  requireOwn(leaving)
  const isSame = filling?.move === leaving.move
  if (leaving.end === 'left' && !isSame) return refuse(closedWords(here)!)
  if (filling && !isSame) return refuseOther(to, filling)
  if (leaving.end === 'copied' && !isSame && !isNeverUsed) return refuse(UNSEEN)
  return { move, mark: leaving.mark, here, there: filling?.text ?? null, whole: cameBy?.move === move ? cameBy : null }
}

/** Whether the mark of a store is there that may be used, or has been. Throws where it has gone on from there. */
const wasOpened = async (to: RedisClient): Promise<boolean> => {
  const text = await to.get(MARK)
  const closed = text === null ? null : readClosed(text)
  if (closed && closed.end !== 'filling') refuse(`The Redis that it should go to: ${closedWords(text!)}`)
  return text !== null && closed === null
}

/** Whether the copy of this move is open by now, by another run. */
export const isOpenThere = async (to: RedisClient, { move }: Pick<MovePlan, 'move'>): Promise<boolean> =>
  (await readCameBy(to))?.move === move && (await wasOpened(to))

/**
 * A move that is to be taken back, since it has not ended. Throws `StoreNotReady` for any other state of the two ends.
 *
 * @param to `null` where it cannot be reached: what was begun there stays closed
 * @param isNeverUsed the operator says that no process of the service was started there, nor will be
 */
export const planStay = async (from: RedisClient, to: RedisClient | null, isNeverUsed: boolean): Promise<MovePlan> => {
  const here = (await from.get(MARK)) ?? ''
  const leaving = readClosed(here)
  if (leaving === null || leaving.end === 'filling')
    return refuse(leaving ? closedWords(here)! : 'The store there is not on its way to another Redis.')
  if (to && (await isOpenThere(to, leaving))) return refuse(leaving.end === 'left' ? closedWords(here)! : OPEN_THERE)
  const filling = to && (await readOtherEnd(to))
  if (to && filling && filling.move !== leaving.move) return refuseOther(to, filling)
  // It may have been opened and used, and the mark that said so lost with a primary.
  if (leaving.end === 'left' && !isNeverUsed) return refuse(closedWords(here)!)
  if (leaving.end === 'copied' && filling === null && !isNeverUsed) return refuse(UNSEEN)
  return { move: leaving.move, mark: leaving.mark, here, there: filling?.text ?? null, whole: null }
}
