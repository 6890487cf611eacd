import { rounded } from '../../canonical/measure.ts'
import { lin } from '../indices/assembly.ts'
import { regimeOf } from '../math/hysteresis.ts'
import { sum } from '../math/sums.ts'
import { decideBy } from '../rules/decision-table.ts'
import { BALANCED } from './liquidity-words.ts'
import {
  LAST_SEEN_ROW,
  SURE_DISTANCE,
  TRADFI_BANDS,
  TRADFI_DOMINANCE,
  type TradfiRegime,
  TRADFI_OVERRIDE,
  TRADFI_SIGNALS,
  type TradfiSignal,
  TRADFI_WEIGHTS,
  YIELD_CURVE_SCALE,
} from './tradfi-rules.ts'

/** From indices and yield curve to a composite, its confidence and what dominates it (methods 6.3). */

/** `null` where one is missing. */
export interface TradfiFacts {
  /** Equity stress, 0 to 100. */
  readonly mesi: number | null
  /** NQ volatility, 0 to 100. */
  readonly mnvi: number | null
  /** Ten years less two, percentage points. */
  readonly spread: number | null
}

export interface TradfiVerdict {
  readonly scores: Readonly<Record<TradfiSignal, number | null>>
  /** Weight that is there. */
  readonly coverage: number
  /** 0 to 100, exact to twelve decimals. */
  readonly composite: number
  /** 0 to 1, likewise. */
  readonly confidence: number
  readonly dominant: TradfiSignal | typeof BALANCED
}

/** Sums of decimal weights fall on the edges that they mean. */
const EXACT = 12

const confidenceOf = (composite: number, coverage: number): number => {
  const distance = Math.min(...TRADFI_BANDS.boundaries.map((boundary) => Math.abs(composite - boundary)))
  return coverage * (0.5 + 0.5 * Math.min(1, distance / SURE_DISTANCE))
}

/** `null` without any signal. */
export const tradfiVerdict = ({ mesi, mnvi, spread }: TradfiFacts): TradfiVerdict | null => {
  const curve = spread === null ? null : rounded(lin(spread, YIELD_CURVE_SCALE), EXACT)
  const scores = { mesi, mnvi, yield_curve: curve }
  const there = TRADFI_SIGNALS.flatMap((name) => {
    const score = scores[name]
    return score === null ? [] : [{ name, score, weight: TRADFI_WEIGHTS[name] }]
  })
  if (there.length === 0) return null
  const coverage = rounded(sum(there.map(({ weight }) => weight)), EXACT)
  const composite = rounded(sum(there.map(({ score, weight }) => score * weight)) / coverage, EXACT)
  const pulls = there.map(({ name, score, weight }) => ({
    name,
    pull: rounded(weight * Math.abs(score - TRADFI_DOMINANCE.middle), EXACT),
  }))
  const all = rounded(sum(pulls.map(({ pull }) => pull)), EXACT)
  const [first] = pulls.toSorted((a, b) => b.pull - a.pull)
  const isDominant = all > 0 && first!.pull >= TRADFI_DOMINANCE.least * all
  return {
    scores,
    coverage,
    composite,
    confidence: rounded(confidenceOf(composite, coverage), EXACT),
    dominant: isDominant ? first!.name : BALANCED,
  }
}

/** A regime, and what makes it PANIC whatever the composite says. */
export interface TradfiStanding {
  readonly regime: TradfiRegime
  readonly overridden: boolean
  /** Unix seconds at which a known level last made it so; `null` if it is not. */
  readonly overridden_at: number | null
}

/** What decides about the regime: the composite as it is published, and what the override looks at. */
export interface TradfiStand {
  readonly composite: number
  readonly mesi: number | null
  readonly vix: number | null
}

type Override = Omit<TradfiStanding, 'regime'>

/**
 * The override after an evaluation.
 *
 * @param before `null` at a first start
 * @param at Unix seconds
 */
export const overrideOf = ({ mesi, vix }: TradfiStand, before: Override | null, at: number): Override => {
  const seenAt = before?.overridden_at ?? null
  const { row, outcome: overridden } = decideBy(TRADFI_OVERRIDE, {
    mesi,
    vix,
    overridden: before?.overridden ?? false,
    unseen_seconds: seenAt === null ? null : at - seenAt,
  })!
  return { overridden, overridden_at: overridden ? (row <= LAST_SEEN_ROW ? at : seenAt) : null }
}

/** The regime after an evaluation. */
export const tradfiRegimeOf = (stand: TradfiStand, before: TradfiStanding | null, at: number): TradfiStanding => {
  const override = overrideOf(stand, before, at)
  const regime = override.overridden ? 'PANIC' : regimeOf(TRADFI_BANDS, stand.composite, before?.regime ?? null)
  return { regime, ...override }
}
