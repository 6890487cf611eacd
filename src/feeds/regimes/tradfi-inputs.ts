import type { Static } from '@sinclair/typebox'
import { DAY_SECONDS, SECOND_MS } from '../../time-units.ts'
import { inputFrom, publishedAnswer } from '../attested.ts'
import { ECON_US } from '../econ/econ-published.ts'
import { EQUITY_STRESS, NQ_VOLATILITY } from '../equity/equity-carry.ts'
import { actorId, type TickContext } from '../feed.ts'
import { LIFETIMES } from '../lifetimes.ts'
import { keyOfWord } from '../subject.ts'
import type { TradfiInputs } from './tradfi-answer.ts'

/** The inputs of a TradFi regime, from what is published. */

const EQUITY = 'EQUITY'
const NQ = 'NQ-USD'
const CURVE = keyOfWord('yield_curve')

const ACTORS = {
  mesi: actorId(EQUITY_STRESS, { key: EQUITY }),
  mnvi: actorId(NQ_VOLATILITY, { key: NQ }),
  curve: actorId(ECON_US, { key: CURVE }),
} as const

/** The actors that the regime reads. */
export const TRADFI_ACTORS: readonly string[] = Object.values(ACTORS)

/** Any two of them are enough, and one is not. */
export const TRADFI_NEEDS = [
  [ACTORS.mesi, ACTORS.mnvi],
  [ACTORS.mesi, ACTORS.curve],
  [ACTORS.mnvi, ACTORS.curve],
].map((group) => group.map((actor) => ({ actor })))

const { expireSeconds: INDEX_AGE } = LIFETIMES.ownIndex

/** A yield curve of a week ago is none of today. Days are judged by the end of theirs. */
const CURVE_AGE = 7 * DAY_SECONDS

/** Of two publishers that contradict each other nobody knows which is right. */
const isKnown = ({ observed_at: at, disputed_by: others }: Static<typeof ECON_US.published>, now: number): boolean =>
  others.length === 0 && now / SECOND_MS - at <= CURVE_AGE

export const tradfiInputs = (context: TickContext): TradfiInputs => {
  const mesi = publishedAnswer(context, EQUITY_STRESS, EQUITY, INDEX_AGE)
  const mnvi = publishedAnswer(context, NQ_VOLATILITY, NQ, INDEX_AGE)
  const told = publishedAnswer(context, ECON_US, CURVE, CURVE_AGE)
  const curve = told !== null && isKnown(told.values, context.now) ? told : null
  return {
    mesi_value: inputFrom(mesi, ACTORS.mesi, ({ value }) => value),
    mesi_regime: inputFrom(mesi, ACTORS.mesi, ({ regime }) => regime),
    mnvi_value: inputFrom(mnvi, ACTORS.mnvi, ({ value }) => value),
    mnvi_regime: inputFrom(mnvi, ACTORS.mnvi, ({ regime }) => regime),
    yield_curve_pct: inputFrom(curve, ACTORS.curve, ({ value }) => Number(value)),
    vix: inputFrom(mesi, ACTORS.mesi, ({ components }) => components.vix.value),
  }
}
