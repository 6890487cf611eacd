import type { AnyBoard } from '../../feeds/board.ts'
import type { Declined } from '../../feeds/feed.ts'
import type { Net, SourceFailure } from '../../ports.ts'
import type { BoardStore } from '../../store/published/boards.ts'
import { gatheredIn, listedOn } from './read-boards.ts'

/** The result of a tick. Expected failures are values; an exception is a bug. */
export type TickOutcome =
  | { readonly kind: 'published' }
  /** The store had a result that is as new already. */
  | { readonly kind: 'superseded' }
  /** Nothing had to be asked: a socket delivers all of it. */
  | { readonly kind: 'pushed' }
  | { readonly kind: 'declined'; readonly cause: DeclineCause; readonly reason: string; readonly declined?: Declined }

/** Why a tick wrote nothing, as one of few words: a label of metrics. */
export type DeclineCause =
  SourceFailure['kind'] | Declined['kind'] | 'nothing_to_ask' | 'unknown_actor' | 'tick_outside' | 'clock_wrong'

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

/**
 * One poll of one provider endpoint: asks every question of the board at once, enters whatever could be read, and
 * writes the board when at least one answer came. A question that fails does not affect the others.
 */
export const pollBoard = async (board: AnyBoard, net: Net, store: BoardStore, now: number): Promise<TickOutcome> => {
  const { listing, pushed } = board
  const [own, list, heard] = await store.read([board.id, listing?.id ?? board.id, pushed?.stream.id ?? board.id])
  const previous = own?.state ?? board.empty
  const gathered = pushed ? gatheredIn(heard) : null
  const asks = board.asks({ now, state: previous, listed: listing ? listedOn(list) : null, pushed: gathered })
  if (asks.length === 0 && gathered !== null) return { kind: 'pushed' }
  const replies = await Promise.all(asks.map(({ query }) => net.ask(query)))

  const failures: { readonly cause: DeclineCause; readonly reason: string }[] = []
  let state = previous
  let answers = 0
  replies.forEach((reply, at) => {
    if (!reply.ok) return failures.push({ cause: reply.failure.kind, reason: describeFailure(reply.failure) })
    try {
      state = asks[at]!.enter(reply.body, reply.receivedAt, state)
      answers++
    } catch (problem) {
      const message = problem instanceof Error ? problem.message : String(problem)
      failures.push({ cause: 'unreadable', reason: `unreadable: ${message}` })
    }
  })
  if (answers === 0)
    return { kind: 'declined', ...(failures[0] ?? { cause: 'nothing_to_ask', reason: 'nothing to ask' }) }
  const settled = board.settle ? board.settle(state, previous, now) : state
  return (await store.write(board.id, now, settled, board.keepSeconds)) ? { kind: 'published' } : { kind: 'superseded' }
}
