import type { Rail } from '../canonical/snapshot.ts'
import type { JobData } from '../queues/lanes.ts'
import type { AskedWish } from './answer-asked.ts'
import { deriveItem } from './derived.ts'
import { fillHistory } from './fill-history.ts'
import { concludeOutOfTurn } from './out-of-turn.ts'
import { tickBorn, wakeItem, type Woken } from './on-demand.ts'
import { pollBoard, type TickOutcome } from './polled.ts'
import type { SealAsk } from './seal-event.ts'
import type { World } from './world.ts'

const tick = async (actor: string, world: World): Promise<TickOutcome> => {
  const now = world.clock.now()
  const board = world.registry.board(actor)
  if (board) return pollBoard(board, world.net, world.store.boards, now)
  const fill = world.registry.fill(actor)
  if (fill) return fillHistory(fill, world, now)
  const item = world.registry.item(actor)
  if (item?.feed.onDemand) return tickBorn(item, world)
  if (item) return deriveItem(item, world, now)
  // A schedule that a newer or older release left behind; reconciling removes it.
  return { kind: 'declined', cause: 'unknown_actor', reason: 'no such actor in this release' }
}

/** Runs one tick of one actor and writes down how it went, for servers to show. */
export const runTick = async (actor: string, world: World): Promise<TickOutcome> => {
  const outcome = await tick(actor, world)
  const at = world.clock.now()
  if (outcome.kind === 'published' || outcome.kind === 'pushed') await world.store.health.succeeded(actor, at)
  if (outcome.kind === 'declined') await world.store.health.failed(actor, at, outcome.reason)
  return outcome
}

/**
 * Answers one ask: more editions of a version that is selling out, a subject that nobody has asked for lately, the signed
 * answer about a DLC event, or a price for one that is being cancelled.
 */
export const runAsk = async (
  { actor, wish }: JobData,
  world: World,
): Promise<number | string | boolean | Woken | null> => {
  if (wish.what === 'wake') {
    const born = world.registry.item(actor)
    if (!born) throw new Error(`${actor} names nothing that could be woken`)
    return wakeItem(born, world)
  }
  if (wish.what === 'answer') return world.answer(actor, JSON.parse(String(wish.ask)) as AskedWish)
  if (wish.what === 'conclude')
    return concludeOutOfTurn(world, actor, wish.beat === undefined ? null : Number(wish.beat))
  if (wish.what === 'seal') return world.seal(actor, JSON.parse(String(wish.ask)) as SealAsk)
  const item = world.registry.item(actor)
  if (!item || wish.what !== 'reprint') throw new Error(`no such ask: ${String(wish.what)} of ${actor}`)
  const added = await world.publisher.reprint(item, Number(wish.version), wish.rail as Rail, Number(wish.copies))
  world.log.info('edition.reprint', { actor, version: Number(wish.version), rail: String(wish.rail), added })
  return added
}
