import { type Static, Type } from '@sinclair/typebox'
import { rounded } from '../../canonical/measure.ts'
import { DAY_SECONDS, inSeconds, SECOND_MS, utcDay } from '../../time-units.ts'
import { CONFIDENCE_PLACES, number, share, word } from '../answer-fields.ts'
import { FLOORS } from '../indices/assembly.ts'
import { freshness } from '../math/freshness.ts'
import { HOSTS, TIERS } from './models.ts'

/** The fields that all answers about prices of tokens have. */

/** Decimals of a price per million tokens. */
export const TOKEN_PLACES = 4
/** Of a list: prices change by the week. */
const LIST_LIFETIME = { freshSeconds: 8 * DAY_SECONDS, expireSeconds: 30 * DAY_SECONDS } as const
/** Of a price that one source alone tells. */
export const SINGLE = 0.7

/** One model at one host. */
export const ModelRow = Type.Object({
  provider: word(HOSTS, 'The host whose price it is'),
  model: Type.String({ description: "The host's own name" }),
  tier: word(TIERS, 'Ours'),
  input_usd_per_m_tokens: number('Dollars per million tokens, base price without steps for long contexts'),
  output_usd_per_m_tokens: number('Dollars per million tokens'),
  context_window: Type.Integer({ description: 'Tokens; ours' }),
  sources: Type.Array(Type.String(), { description: 'Lists that agree, ASCII-sorted' }),
  agreement: word(['agreed', 'single'], 'single: one list alone tells it'),
  disputed_by: Type.Array(Type.String(), { description: 'Lists that say otherwise' }),
  observed_at: Type.Integer({ description: 'Unix seconds at which the oldest of these lists was read' }),
})
export type ModelRow = Static<typeof ModelRow>

export const LeftOut = Type.Object({
  provider: word(HOSTS, 'Host'),
  model: Type.String(),
  reason: word(
    ['disputed', 'unsettled', 'retired', 'unknown'],
    'disputed: no two lists agree; unsettled: one list alone says a new price; retired: two lists no longer have it; unknown: no list has it at present',
  ),
})
export type LeftOut = Static<typeof LeftOut>

/** Where the prices come from, and how far they are believed. */
export const LIST_FIELDS = {
  left_out: Type.Array(LeftOut, { description: 'Models of the method without a price' }),
  sources: Type.Array(Type.String(), { description: 'Lists behind the rows, ASCII-sorted' }),
  missing: Type.Array(Type.String(), {
    description: 'Lists that were not read for 30 days, and those of which no price is believed',
  }),
  confidence: share('Mean over the rows of agreement times freshness; see /methodology.json'),
  degraded: Type.Boolean({
    description: `A list is missing or older than 8 days, a price has one witness, a model is left out in dispute or unsettled, or confidence is below ${FLOORS.degraded}`,
  }),
  updated_at: Type.String({ description: 'The day, UTC, of the oldest list behind the rows' }),
  observed_at: Type.Integer({ description: 'Unix seconds at which the oldest list behind the rows was read' }),
  fetched_at: Type.Integer({ description: 'Unix seconds of the computation' }),
}

/** What of the rows goes into those fields. */
interface Lists {
  readonly rows: readonly ModelRow[]
  readonly leftOut: readonly LeftOut[]
  readonly missing: readonly string[]
}

/** @param now Unix milliseconds of the tick */
export const listValues = ({ rows, leftOut, missing }: Lists, now: number) => {
  const fetched = inSeconds(now)
  const parts = rows.map(
    ({ agreement, observed_at: at }) =>
      (agreement === 'agreed' ? 1 : SINGLE) * freshness(Math.max(0, fetched - at), LIST_LIFETIME),
  )
  const confidence = rounded(parts.reduce((sum, part) => sum + part, 0) / parts.length, CONFIDENCE_PLACES)
  const observed = Math.min(...rows.map(({ observed_at: at }) => at))
  return {
    left_out: [...leftOut],
    sources: [...new Set(rows.flatMap(({ sources }) => sources))].toSorted(),
    missing: [...missing],
    confidence,
    degraded:
      missing.length > 0 ||
      rows.some(({ agreement }) => agreement === 'single') ||
      leftOut.some(({ reason }) => reason === 'disputed' || reason === 'unsettled') ||
      fetched - observed > LIST_LIFETIME.freshSeconds ||
      confidence < FLOORS.degraded,
    updated_at: utcDay(observed * SECOND_MS),
    observed_at: observed,
    fetched_at: fetched,
  }
}
