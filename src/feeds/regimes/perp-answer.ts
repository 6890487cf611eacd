import { STRESS_BANDS } from '../indices/stress.ts'
import { type Static, Type } from '@sinclair/typebox'
import { number, numberOrNull, share, word } from '../answer-fields.ts'
import { INPUT_STANDING, shownInput, shownWord } from '../attested.ts'
import { PerpCandidate, PerpSignal } from './perp-carry.ts'
import { BIASES, PERP_COINS, PERP_REGIMES, RISKS } from './perp-words.ts'

/** The answer about a perpetual regime. */

const inputNumber = (description: string) => shownInput(Type.Number(), description)

const PerpInputsShown = Type.Object({
  spot: inputNumber('Our spot price, dollars'),
  vwap: inputNumber('Our five-minute VWAP; of SOL the mean price of the last complete bar'),
  close_1h: inputNumber('Price an hour ago: median close of the venues’ five-minute bars, dollars'),
  close_4h: inputNumber('The same four hours ago'),
  close_24h: inputNumber('The same a day ago'),
  volatility_ratio: inputNumber('Volatility of the last hour over that of the last day, median of the venues'),
  funding_rate_8h: inputNumber('Composite funding per eight hours, a fraction'),
  funding_zscore: inputNumber('Against three days'),
  oi_delta_4h_pct: inputNumber('Change of open interest'),
  oi_delta_24h_pct: inputNumber('Change of open interest'),
  liquidated_long_usd: inputNumber('Longs closed by force within the hour, dollars'),
  liquidated_short_usd: inputNumber('Shorts closed by force within the hour, dollars'),
  liquidation_burst: shownInput(Type.Boolean(), 'Whether they come in a burst'),
  basis_bps: inputNumber('Median basis of perpetuals'),
  book_imbalance: Type.Optional(inputNumber('Within ten basis points; BTC and ETH')),
  risk_reversal_25d: Type.Optional(inputNumber('Volatility points; BTC and ETH')),
  stress: shownWord(STRESS_BANDS.names, 'Regime of the stress index'),
})

export const PerpAnswer = Type.Object({
  layer: Type.Literal('Oracle Information'),
  currency: word(PERP_COINS, 'Coin'),
  pair: Type.String({ examples: ['BTCUSD'] }),
  regime: word(PERP_REGIMES, 'The regime; see /methodology.json'),
  row: Type.Integer({ minimum: 1, maximum: 9, description: 'Row of the table that holds now' }),
  bias: word(BIASES, 'Bias of the regime'),
  confidence: share('Confidence in the regime'),
  risk: word(RISKS, 'Level of risk'),
  direction_score: number('Weighted mean of the signals, -1 to 1'),
  coverage: share('Weight of the signals that are there, of all of this coin'),
  ...INPUT_STANDING,
  regime_since: Type.Integer({ description: 'Unix seconds of the evaluation that entered it' }),
  candidate: PerpCandidate,
  signals: Type.Record(Type.String(), PerpSignal),
  measures: Type.Object(
    {
      ret1h_pct: numberOrNull('Return of the spot price over an hour'),
      ret4h_pct: numberOrNull('Over four hours'),
      ret24h_pct: numberOrNull('Over a day'),
      vwap_gap_bps: numberOrNull('Spot over its VWAP'),
    },
    { description: 'Made of the inputs' },
  ),
  inputs: PerpInputsShown,
  sources: Type.Array(Type.String(), { description: 'Venues behind the inputs, ASCII-sorted' }),
})
export type PerpAnswer = Static<typeof PerpAnswer>
