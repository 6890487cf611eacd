import type { AnyBoard, PollContext, ReadSnapshot } from '../../feeds/board.ts'
import type { Declined } from '../../feeds/feed.ts'
import type { Net, SourceFailure } from '../../ports.ts'
import type { BoardStore } from '../../store/published/boards.ts'
import { enteringOf } from './entering.ts'
import { gatheredIn, listedOn } from './read-boards.ts'
import type { ReadingThread } from './reading-thread.ts'

/** The result of a tick. Expected failures are values; an exception is a bug. */
export type TickOutcome =
  | {
      readonly kind: 'published'
      /** Rows of the replies that no table of ours knows; absent where nobody counts them. */
      readonly unknown?: number
    }
  /** The store had a result that is as new already. */
  | { readonly kind: 'superseded' }
  /** Nothing had to be asked: a socket delivers all of it. */
  | { readonly kind: 'pushed' }
  /** It was not yet time to ask again. */
  | { readonly kind: 'rested' }
  | { readonly kind: 'declined'; readonly cause: DeclineCause; readonly reason: string; readonly declined?: Declined }

/** Whether what the actor stands for is as new as it should be. */
export const isGood = ({ kind }: TickOutcome): boolean => kind === 'published' || kind === 'pushed' || kind === 'rested'

/** Why a tick wrote nothing, as one of few words: a label of metrics. */
export type DeclineCause =
  | SourceFailure['kind']
  | Declined['kind']
  | 'nothing_to_ask'
  | 'not_allowed'
  | 'unknown_actor'
  | 'tick_outside'
  | 'clock_wrong'
  | 'still_running'

/** A failure in a few words, for logs and health: `timeout after 2500 ms`. */
export const describeFailure = (failure: SourceFailure): string => {
  switch (failure.kind) {
    case 'timeout':
      return `timeout after ${failure.afterMs} ms`
    case 'status':
      return `status ${failure.status}`
    case 'too_large':
      return `reply above ${failure.limitBytes} bytes`
    case 'unreachable':
    case 'unreadable':
      return `${failure.kind}: ${failure.reason}`
    case 'circuit_open':
    case 'rate_limited':
      return failure.kind
  }
}

/** The longest list has two pages. A venue whose pages have no end is asked for no more than these. */
const MOST_PAGES = 8

/**
 * One poll of one provider endpoint: asks every question of the board at once, then for the pages that follow, enters
 * whatever could be read, and writes the board when at least one answer came. A question that fails does not affect the
 * others.
 *
 * @param earlier the snapshots that the board names in `after`
 * @param thread reads long replies; they are read here if left out
 */
export const pollBoard = async (
  board: AnyBoard,
  net: Net,
  store: BoardStore,
  now: number,
  earlier?: ReadSnapshot,
  thread?: Pick<ReadingThread, 'read'>,
): Promise<TickOutcome> => {
  const { listing, pushed, isUrgent = false } = board
  const [own, list, heard] = await store.read([board.id, listing?.id ?? board.id, pushed?.stream.id ?? board.id])
  const previous = own?.state ?? board.empty
  const gathered = pushed ? gatheredIn(heard) : null
  const context: PollContext<unknown> = {
    now,
    state: previous,
    listed: listing ? listedOn(list) : null,
    pushed: gathered,
    ...(earlier && { earlier }),
  }
  const asks = board.asks(context)
  if (asks.length === 0 && gathered !== null) return { kind: 'pushed' }
  if (asks.length === 0 && board.rests) return { kind: 'rested' }
  const failures: { readonly cause: DeclineCause; readonly reason: string }[] = []
  let state = previous
  let answers = 0
  let round = asks
  for (let turn = 0; turn < MOST_PAGES && round.length > 0; turn++) {
    const replies = await Promise.all(round.map(({ query }) => net.ask({ ...query, isUrgent })))
    const entering = await Promise.all(
      replies.map((reply, at) => (reply.ok ? enteringOf(round[at]!, reply.body, thread) : null)),
    )
    round = replies.flatMap((reply, at): typeof asks => {
      const asked = round[at]!
      if (!reply.ok) {
        failures.push({ cause: reply.failure.kind, reason: describeFailure(reply.failure) })
        return []
      }
      try {
        state = entering[at]!(reply.receivedAt, state)
        answers++
        const following = asked.next?.(state) ?? null
        return following === null ? [] : [following]
      } catch (problem) {
        const message = problem instanceof Error ? problem.message : String(problem)
        failures.push({ cause: 'unreadable', reason: `unreadable: ${message}` })
        return []
      }
    })
  }
  if (answers === 0)
    return { kind: 'declined', ...(failures[0] ?? { cause: 'nothing_to_ask', reason: 'nothing to ask' }) }
  const settled = board.settle ? board.settle(state, previous, now) : state
  if (!(await store.write(board.id, now, settled, board.keepSeconds))) return { kind: 'superseded' }
  return { kind: 'published', ...(board.unknown && { unknown: board.unknown(settled) }) }
}
