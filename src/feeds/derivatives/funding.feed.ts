import type { AnyBoard } from '../board.ts'
import { PERPETUAL_BOARDS } from '../boards/perpetual-boards.ts'
import { FUNDING_PAID_BOARDS } from '../boards/funding-paid-boards.ts'
import { defineFeed } from '../feed.ts'
import { FUNDING_CLIP, FUNDING_WEIGHT_CAP } from '../math/funding.ts'
import { concludeFunding, DIVERGENCE_FLAG_BPS } from './conclude-funding.ts'
import { FUNDING_SALE, FundingAnswer } from './funding-answer.ts'
import { FUNDING } from './funding-carry.ts'
import { fundingExample } from './funding-example.ts'
import { FUNDING_REGIME_RULES } from './funding-regime.ts'
import { LOOKBACK_HOURS } from './hourly.ts'
import { PERPETUAL_SUBJECTS } from './perpetual-subjects.ts'
import { PERPETUAL_PARTS } from './venue-contracts.ts'

const boards: readonly AnyBoard[] = [...PERPETUAL_BOARDS.values(), ...FUNDING_PAID_BOARDS.values()]

export const funding = defineFeed({
  ...FUNDING,
  family: 'derivatives',
  layer: 'Oracle Data',
  summary:
    'Funding of perpetual futures: median weighted by open interest, what is expected next, z-score over three days',
  noun: 'funding composite',
  subjects: PERPETUAL_SUBJECTS,
  answer: FundingAnswer,
  exampleOf: fundingExample,
  methodology: {
    venues: PERPETUAL_PARTS.venues,
    rate: `rate * 8 / interval hours, clipped to ${FUNDING_CLIP}; Kraken's money per coin is divided by the index first; Deribit's present rate is an eight-hour rate already`,
    openInterest:
      'one side, in dollars at the mark: Bybit by its single-sided value, Gate contracts times their multiplier, Deribit dollars (SOL: coins), Hyperliquid coins as they stand, since whether both sides are in them is disputed',
    weights: `shares of open interest, capped at ${FUNDING_WEIGHT_CAP}; the excess is spread in proportion`,
    composite: 'first rate, ascending, whose cumulative weight reaches 0.5; at exactly 0.5 the mean with the next',
    annualized: 'composite * 1095 * 100, per cent, simple',
    predicted:
      'the same weighted median over what venues expect to settle next: their estimate, or P + clip(0.0001 - P, 0.0005) of the mean premium P of the running eight hours; null below three. Most venues publish one rate, the running estimate of the coming settlement: predicted_basis says when the prediction is such a current rate, predicted_current_share how much of its weight is',
    zscore:
      '(composite - mean) / max(sample deviation, 0.000002) over the hourly composites of the 72 hours before this one, clipped to 10; null below 24. Hours that were not watched are filled in from paid rates, weighed by the open interest of today',
    divergence: `10000 * (highest - lowest rate per eight hours), flagged above ${DIVERGENCE_FLAG_BPS} basis points`,
    regimes: { ...FUNDING_REGIME_RULES },
    quorum: PERPETUAL_PARTS.quorum,
    lookbackHours: LOOKBACK_HOURS,
    confidence: PERPETUAL_PARTS.confidenceRule,
  },

  everySeconds: 60,
  boards: () => boards,
  conclude: concludeFunding,

  sale: FUNDING_SALE,
})
