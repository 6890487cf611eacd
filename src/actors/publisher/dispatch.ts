import type { Item } from '../../feeds/registry.ts'
import type { AnswerOf, JobOf } from '../../queues/asks.ts'
import { deriveInternal, deriveItem } from './derived.ts'
import { earlierForBoard } from './earlier.ts'
import { fillHistory } from './fill-history.ts'
import { NoKey } from './keyring.ts'
import { concludeOutOfTurn } from './out-of-turn.ts'
import { tickOnDemand, wakeItem } from './on-demand.ts'
import { isGood, pollBoard, type TickOutcome } from './polled.ts'
import type { ActorContext } from './context.ts'

const tick = async (actor: string, context: ActorContext): Promise<TickOutcome> => {
  const now = context.clock.now()
  const board = context.registry.board(actor)
  // A job from before the settings changed, or of another worker's settings.
  if (board && !context.mayAsk(board))
    return { kind: 'declined', cause: 'not_allowed', reason: 'the settings do not allow this source' }
  if (board) {
    const { net, store, thread } = context
    return pollBoard(board, net, store.boards, now, await earlierForBoard(board, context), thread)
  }
  const fill = context.registry.fill(actor)
  if (fill) return fillHistory(fill, context, now)
  const item = context.registry.item(actor)
  if (item?.feed.onDemand) return tickOnDemand(item, context)
  if (item) return deriveItem(item, context, now)
  const internal = context.registry.internalItem(actor)
  if (internal) return deriveInternal(internal, context, now)
  // Another release left this schedule behind; reconciling removes it.
  return { kind: 'declined', cause: 'unknown_actor', reason: 'no such actor in this release' }
}

const stored = async (
  actor: string,
  outcome: TickOutcome,
  { clock, store }: Pick<ActorContext, 'clock' | 'store'>,
): Promise<TickOutcome> => {
  const at = clock.now()
  if (isGood(outcome)) await store.health.succeeded(actor, at)
  if (outcome.kind === 'declined') await store.health.failed(actor, at, outcome.reason)
  return outcome
}

/** Runs one tick of one actor and stores its result, which servers show. */
export const runTick = async (actor: string, context: ActorContext): Promise<TickOutcome> =>
  stored(actor, await tick(actor, context), context)

/** In place of a tick, while the one before it runs. */
export const leaveOutTick = (actor: string, context: Pick<ActorContext, 'clock' | 'store'>): Promise<TickOutcome> =>
  stored(actor, { kind: 'declined', cause: 'still_running', reason: 'the tick before it has not ended' }, context)

const itemOf = (actor: string, { registry }: ActorContext): Item => {
  const item = registry.item(actor)
  if (!item) throw new Error(`${actor} names nothing that could be asked for`)
  return item
}

/** Of a version whose key is not here there will be no more: who asks looks again, and finds the next version. */
const reprint = async (
  item: Item,
  { version, rail, copies }: Extract<JobOf<'asks'>['wish'], { readonly what: 'reprint' }>,
  context: ActorContext,
): Promise<number> => {
  try {
    return await context.publisher.reprint(item, version, rail, copies)
  } catch (problem) {
    if (!(problem instanceof NoKey)) throw problem
    await runTick(item.actor, context)
    return 0
  }
}

/**
 * Answers one ask: signs more editions of a version that sells out, starts a subject on demand, computes or signs an
 * answer or a quote, or concludes a price for a contract that is being cancelled.
 */
export const runAsk = async ({ actor, wish }: JobOf<'asks'>, context: ActorContext): Promise<AnswerOf<'asks'>> => {
  switch (wish.what) {
    case 'wake':
      return wakeItem(itemOf(actor, context), context)
    case 'answer':
      return context.answer(actor, wish)
    case 'conclude':
      return concludeOutOfTurn(context, actor, wish.beat ?? null)
    case 'quote':
      return context.quote(wish)
    case 'seal':
      return context.seal(actor, wish)
    case 'reprint': {
      const { version, rail } = wish
      const added = await reprint(itemOf(actor, context), wish, context)
      context.log.info('edition.reprint', { actor, version, rail, added })
      return added
    }
  }
}
