import {
  type HistoryFill,
  type FillState,
  filledMinutes,
  hourBefore,
  isTold,
  MINUTE_QUORUM,
  minutesAsked,
  type Window,
  fillWindow,
} from '../../feeds/history/minute-fill.ts'
import { earlierPoints, SERIES_STEP_SECONDS } from '../../feeds/day-series.ts'
import { keepSeconds } from '../../feeds/keeping.ts'
import { rollUp } from '../../feeds/math/candles.ts'
import type { MinuteBar } from '../../sources/minutes/minute-bar.ts'
import { HOUR_SECONDS } from '../../time-units.ts'
import { describeFailure, type TickOutcome } from './polled.ts'
import type { ActorContext } from './context.ts'

/** After this time the last price of an hour has been stored. */
const SETTLED_SECONDS = 30

/** The dependencies of a fill. */
export type Filling = Pick<ActorContext, 'store' | 'net' | 'mayAsk'>

/** Where filling starts: at the first price that we published, or now if there is none. It goes back from there. */
const beginning = async ({ series, days }: HistoryFill, { store }: Filling, nowTs: number): Promise<FillState> => {
  const [hour] = await store.candles.range(series, HOUR_SECONDS, nowTs - days * 24 * HOUR_SECONDS, nowTs)
  const firstHour = hour?.t ?? hourBefore(nowTs)
  const [minute] = await store.candles.range(series, 60, firstHour, firstHour + HOUR_SECONDS - 1)
  return { next: minute?.t ?? Math.floor(nowTs / 60) * 60, tries: 0, firstHour }
}

/** The answer of each venue about a window, or the failure. */
const ask = (
  fill: HistoryFill,
  { net, mayAsk }: Filling,
  window: Window,
): Promise<readonly (readonly MinuteBar[] | string)[]> =>
  Promise.all(
    minutesAsked(fill, window)
      .filter(({ provider }) => mayAsk({ source: provider }))
      .map(async (query) => {
        const reply = await net.ask(query)
        if (!reply.ok) return describeFailure(reply.failure)
        try {
          return query.read(reply.body)
        } catch (problem) {
          return `unreadable: ${problem instanceof Error ? problem.message : String(problem)}`
        }
      }),
  )

/** Makes the candles of whole hours from their minutes, and replaces older ones. */
const makeHours = async (
  fill: HistoryFill,
  { store }: Filling,
  from: number,
  to: number,
  nowTs: number,
): Promise<void> => {
  const minutes = await store.candles.range(fill.series, 60, from, to - 1)
  await store.candles.replace(fill.series, HOUR_SECONDS, rollUp(minutes, HOUR_SECONDS), nowTs, keepSeconds(fill.days))
}

/**
 * Fills one window of a price's history, and stores how far it has come. If a worker dies in between, the same window
 * is filled again, which changes nothing. When everything is filled it asks no exchange. The hour of our own first
 * price has its first minutes from exchanges and the others from us; its candle is made when the hour is over.
 */
export const fillHistory = async (fill: HistoryFill, context: Filling, now: number): Promise<TickOutcome> => {
  const { store } = context
  const nowTs = Math.floor(now / 1_000)
  const [own] = await store.boards.read([fill.id])
  const state = (own?.state as FillState | undefined) ?? (await beginning(fill, context, nowTs))
  const note = (change: Partial<FillState>) => store.boards.write(fill.id, now, { ...state, ...change })

  const window = fillWindow(fill, state, nowTs)
  if (window === null) {
    const { firstHour } = state
    if (firstHour === null || nowTs < firstHour + HOUR_SECONDS + SETTLED_SECONDS) return { kind: 'superseded' }
    await makeHours(fill, context, firstHour, firstHour + HOUR_SECONDS, nowTs)
    await note({ firstHour: null })
    return { kind: 'published' }
  }

  const replies = await ask(fill, context, window)
  const told = replies.filter((reply) => typeof reply !== 'string')
  const failures = replies.filter((reply) => typeof reply === 'string')
  const declined = (what: string): TickOutcome => ({
    kind: 'declined',
    cause: 'quorum_missed',
    reason: [what, ...failures].join('; '),
  })
  if (told.length < MINUTE_QUORUM) return declined(`${told.length} of ${MINUTE_QUORUM} exchanges told their minutes`)
  const minutes = filledMinutes(told, fill.decimals)
  await store.candles.fill(fill.series, 60, minutes, nowTs, keepSeconds(fill.days))
  if (!isTold(window, minutes.length, state)) {
    await note({ tries: state.tries + 1 })
    return declined(`${minutes.length} of ${(window.to - window.from) / 60} minutes were told by enough exchanges`)
  }
  await makeHours(fill, context, window.from, hourBefore(window.to), nowTs)
  if (fill.points > 0)
    await store.snapshots.addEarlier(fill.series, earlierPoints(minutes), {
      stepSeconds: SERIES_STEP_SECONDS,
      most: fill.points,
    })
  await note({ next: window.from, tries: 0 })
  return { kind: 'published' }
}
