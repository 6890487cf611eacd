import { publishedAnswer, inputFrom } from '../attested.ts'
import { actorId, type TickContext } from '../feed.ts'
import { STRESS } from '../indices/stress-carry.ts'
import type { PerpAnswer } from '../regimes/perp-answer.ts'
import { PERP } from '../regimes/perp-carry.ts'
import type { PerpCoin } from '../regimes/perp-words.ts'
import { MARKET } from './intel-fields.ts'
import type { SetupInputs } from './setup-answer.ts'

/** What setups are computed from. */

type Published = Pick<PerpAnswer, 'regime' | 'bias' | 'confidence' | 'risk' | 'signals'>

/** What a setup repeats of a perpetual regime. */
export const setupFacts = ({ regime, bias, confidence, risk, signals }: Published) => ({
  regime,
  bias,
  confidence,
  risk,
  contributions: Object.fromEntries(Object.entries(signals).map(([name, { contribution }]) => [name, contribution])),
})

type Context = Pick<TickContext, 'earlier' | 'now'>

const inputOf = (context: Context, key: PerpCoin): SetupInputs['btc'] => {
  const found = publishedAnswer(context, PERP, key)
  const actor = actorId(PERP, { key })
  if (!found) return { value: null, timestamp: null, actor, contentHash: null }
  const { values, timestamp, contentHash } = found
  return { value: setupFacts(values), timestamp, actor, contentHash }
}

/** The actor of the stress index. */
export const SETUP_STRESS = actorId(STRESS, MARKET)

export const setupInputs = (context: Context): SetupInputs => ({
  btc: inputOf(context, 'BTC'),
  eth: inputOf(context, 'ETH'),
  sol: inputOf(context, 'SOL'),
  stress: inputFrom(publishedAnswer(context, STRESS, MARKET.key), SETUP_STRESS, ({ regime }) => regime),
})
