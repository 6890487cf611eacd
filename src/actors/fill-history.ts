import type { Fill, FillState } from '../feeds/history/minute-fill.ts'
import { filledMinutes, hourBefore, MINUTE_QUORUM, minutesAsked, windowOf } from '../feeds/history/minute-fill.ts'
import { keepSeconds } from '../feeds/keeping.ts'
import { rollUp } from '../feeds/math/candles.ts'
import { describeFailure, type TickOutcome } from './polled.ts'
import type { World } from './world.ts'

const HOUR = 3_600

/** What a fill needs of the world. */
export type Filling = Pick<World, 'store' | 'net' | 'mayAsk'>

/** Where the past begins: before the first price that we published, at the latest now. */
const beginning = async ({ series, days }: Fill, { store }: Filling, nowTs: number): Promise<FillState> => {
  const [first] = await store.candles.range(series, HOUR, nowTs - days * 24 * HOUR, nowTs)
  return { next: hourBefore(first?.t ?? nowTs) }
}

/**
 * Fills in one window of a price's past, and remembers how far it has come: a worker that dies in between fills the
 * same window again, which changes nothing. When all is there it asks nobody.
 */
export const fillHistory = async (fill: Fill, world: Filling, now: number): Promise<TickOutcome> => {
  const { store, net, mayAsk } = world
  const nowTs = Math.floor(now / 1_000)
  const [own] = await store.boards.read([fill.id])
  const state = (own?.state as FillState | undefined) ?? (await beginning(fill, world, nowTs))
  const window = windowOf(fill, state, nowTs)
  if (window === null) return { kind: 'superseded' }

  const questions = minutesAsked(fill, window).filter(({ provider }) => mayAsk({ source: provider }))
  const replies = await Promise.all(
    questions.map(async (query) => {
      const reply = await net.ask(query)
      if (!reply.ok) return describeFailure(reply.failure)
      try {
        return query.read(reply.body)
      } catch (problem) {
        return `unreadable: ${problem instanceof Error ? problem.message : String(problem)}`
      }
    }),
  )
  const told = replies.filter((reply) => typeof reply !== 'string')
  if (told.length < MINUTE_QUORUM) {
    const failures = replies.filter((reply) => typeof reply === 'string')
    const reason = [`${told.length} of ${MINUTE_QUORUM} exchanges told their minutes`, ...failures].join('; ')
    return { kind: 'declined', cause: 'quorum_missed', reason }
  }
  const minutes = filledMinutes(told, fill.decimals)
  const keep = keepSeconds(fill.days)
  await store.candles.fill(fill.series, 60, minutes, nowTs, keep)
  await store.candles.fill(fill.series, HOUR, rollUp(minutes, HOUR), nowTs, keep)
  await store.boards.write(fill.id, now, { next: window.from } satisfies FillState)
  return { kind: 'published' }
}
