import type { Item } from '../../feeds/registry.ts'
import type { AnswerOf, JobOf } from '../../queues/asks.ts'
import { deriveItem } from './derived.ts'
import { fillHistory } from './fill-history.ts'
import { concludeOutOfTurn } from './out-of-turn.ts'
import { tickOnDemand, wakeItem } from './on-demand.ts'
import { pollBoard, type TickOutcome } from './polled.ts'
import type { ActorContext } from './world.ts'

const tick = async (actor: string, world: ActorContext): Promise<TickOutcome> => {
  const now = world.clock.now()
  const board = world.registry.board(actor)
  if (board) return pollBoard(board, world.net, world.store.boards, now)
  const fill = world.registry.fill(actor)
  if (fill) return fillHistory(fill, world, now)
  const item = world.registry.item(actor)
  if (item?.feed.onDemand) return tickOnDemand(item, world)
  if (item) return deriveItem(item, world, now)
  // A schedule that a newer or older release left behind; reconciling removes it.
  return { kind: 'declined', cause: 'unknown_actor', reason: 'no such actor in this release' }
}

/** Runs one tick of one actor and writes down how it went, for servers to show. */
export const runTick = async (actor: string, world: ActorContext): Promise<TickOutcome> => {
  const outcome = await tick(actor, world)
  const at = world.clock.now()
  if (outcome.kind === 'published' || outcome.kind === 'pushed') await world.store.health.succeeded(actor, at)
  if (outcome.kind === 'declined') await world.store.health.failed(actor, at, outcome.reason)
  return outcome
}

const itemOf = (actor: string, { registry }: ActorContext): Item => {
  const item = registry.item(actor)
  if (!item) throw new Error(`${actor} names nothing that could be asked for`)
  return item
}

/**
 * Answers one ask: more editions of a version that is selling out, a subject that nobody has asked for lately, the signed
 * answer about a DLC event, or a price for one that is being cancelled.
 */
export const runAsk = async ({ actor, wish }: JobOf<'asks'>, world: ActorContext): Promise<AnswerOf<'asks'>> => {
  switch (wish.what) {
    case 'wake':
      return wakeItem(itemOf(actor, world), world)
    case 'answer':
      return world.answer(actor, wish)
    case 'conclude':
      return concludeOutOfTurn(world, actor, wish.beat ?? null)
    case 'seal':
      return world.seal(actor, wish)
    case 'reprint': {
      const { version, rail, copies } = wish
      const added = await world.publisher.reprint(itemOf(actor, world), version, rail, copies)
      world.log.info('edition.reprint', { actor, version, rail, added })
      return added
    }
  }
}
