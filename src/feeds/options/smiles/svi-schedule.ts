import { type Static, Type } from '@sinclair/typebox'
import { DAY_MS, SECOND_MS } from '../../../time-units.ts'
import { freshnessAt, LIFETIMES } from '../../lifetimes.ts'
import { FIT_MOST } from '../../math/svi-fit.ts'
import type { FittableSmile } from './expiry-smile.ts'
import { fitCurve, SviCurve } from './svi-curve.ts'

/** Which expiries are fitted at a tick (decision 0044). */

/** The last fit of an expiry, as it travels from tick to tick. */
export const KeptFit = Type.Object({
  /** Unix milliseconds. */
  expiry: Type.Number(),
  /** Stands for the quotes that were fitted: other quotes give another number. */
  quotes: Type.Number(),
  /** Unix milliseconds of the last fit, whatever it came to. */
  triedAt: Type.Number(),
  /** How many refits with a penalty there were after the one without. */
  rounds: Type.Number(),
  curve: Type.Union([SviCurve, Type.Null()]),
})
export type KeptFit = Static<typeof KeptFit>

export const SVI_WORK = {
  /** Evaluations of the objective that the fits of one tick may take: 8 µs each at the most, 0.12 s together. */
  evaluations: 15_000,
  /** How old a fit must be to be made again, in seconds, and up to how many days ahead it is a near one. */
  near: { days: 90, seconds: 60 },
  farSeconds: 300,
  /** Refits against negative densities: how many, the first penalty, and by how much each next one is larger. */
  rounds: 3,
  penalty: 1e4,
  penaltyFactor: 10,
} as const

/** FNV-1a over the text of the quotes, 32 bits. */
const quotesMark = ({ fitted }: FittableSmile): number => {
  const text = fitted.map(({ exchange, k, bidIv, askIv }) => `${exchange} ${k} ${bidIv} ${askIv}`).join()
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0
  return hash
}

/** A curve whose quotes have expired is none. */
const isAlive = ({ curve }: KeptFit, now: number): boolean =>
  curve === null || freshnessAt(curve.observedAt, now, LIFETIMES.optionChain) > 0

const isPenaltyDue = ({ curve, rounds }: KeptFit): boolean =>
  curve !== null && !curve.butterflyFree && rounds < SVI_WORK.rounds

const periodOf = (expiry: number, now: number): number =>
  SECOND_MS * (expiry - now <= SVI_WORK.near.days * DAY_MS ? SVI_WORK.near.seconds : SVI_WORK.farSeconds)

/** An expiry with its last fit, and the number that stands for its present quotes. */
interface Standing {
  readonly smile: FittableSmile
  readonly mark: number
  readonly kept: KeptFit | null
}

/** Never fitted, then waiting for a penalised refit, then refits. */
type Urgency = readonly [rank: number, first: number]

const urgencyOf = ({ smile, mark, kept }: Standing, now: number): Urgency | null => {
  if (kept === null) return [0, smile.expiry]
  if (isPenaltyDue(kept)) return [1, smile.expiry]
  const isDue = kept.quotes !== mark && now - kept.triedAt >= periodOf(smile.expiry, now)
  return isDue ? [2, kept.triedAt] : null
}

const mostUrgent = (all: readonly Standing[], now: number): Standing | null =>
  all
    .flatMap((standing) => {
      const urgency = urgencyOf(standing, now)
      return urgency ? [{ standing, urgency }] : []
    })
    .toSorted(({ urgency: a }, { urgency: b }) => a[0] - b[0] || a[1] - b[1])[0]?.standing ?? null

/** The next fit of an expiry: without a penalty, or the next refit with one. */
const fittedOnce = ({ smile, mark, kept }: Standing, now: number, fit: typeof fitCurve) => {
  const isPenalised = kept !== null && isPenaltyDue(kept)
  const rounds = isPenalised ? kept.rounds + 1 : 0
  const penalty = isPenalised ? SVI_WORK.penalty * SVI_WORK.penaltyFactor ** kept.rounds : 0
  const { curve, evaluations } = fit(smile, penalty, now)
  const next: KeptFit = {
    expiry: smile.expiry,
    quotes: mark,
    triedAt: now,
    rounds,
    // A refit that does not come to an end leaves the curve as it was, with its own time.
    curve: curve ?? (isPenalised ? kept.curve : null),
  }
  return { next, evaluations }
}

/** What the fits of a tick came to. */
export interface Scheduled {
  /** Nearest expiry first; expiries that were never fitted are not among them. */
  readonly fits: readonly KeptFit[]
  readonly evaluations: number
}

/**
 * Fits what is most urgent until the next fit might exceed the budget. An expiry that is no longer quoted well enough
 * loses its curve.
 *
 * @param before the fits of the tick before
 * @param now Unix milliseconds
 */
export const fitWithin = (
  smiles: readonly FittableSmile[],
  before: readonly KeptFit[],
  now: number,
  most: number = SVI_WORK.evaluations,
  fit: typeof fitCurve = fitCurve,
): Scheduled => {
  const known = new Map(before.filter((kept) => isAlive(kept, now)).map((kept) => [kept.expiry, kept]))
  let standings: readonly Standing[] = smiles.map((smile) => ({
    smile,
    mark: quotesMark(smile),
    kept: known.get(smile.expiry) ?? null,
  }))
  let evaluations = 0
  while (evaluations + FIT_MOST <= most) {
    const first = mostUrgent(standings, now)
    if (!first) break
    const { next, evaluations: taken } = fittedOnce(first, now, fit)
    evaluations += taken
    standings = standings.map((each) => (each === first ? { ...each, kept: next } : each))
  }
  return { fits: standings.flatMap(({ kept }) => (kept ? [kept] : [])), evaluations }
}
