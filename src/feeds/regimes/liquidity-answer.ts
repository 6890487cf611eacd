import { type Static, Type } from '@sinclair/typebox'
import { number, numberOrNull, share, word } from '../answer-fields.ts'
import { shownInput } from '../attested.ts'
import { LiquidityCandidate } from './liquidity-carry.ts'
import { DOMINANTS, LIQUIDITY_REGIMES } from './liquidity-words.ts'

/** The answer about the liquidity regime. */

const inputNumber = (description: string) => shownInput(Type.Number(), description)

const CoinInputsShown = Type.Object({
  funding_rate_8h: inputNumber('Composite funding per eight hours, a fraction'),
  funding_confidence: inputNumber('Confidence of that answer'),
  oi_usd: inputNumber('Open interest, dollars'),
  oi_delta_4h_pct: inputNumber('Its change over four hours'),
  oi_delta_24h_pct: inputNumber('Its change over a day'),
  oi_confidence: inputNumber('Confidence of that answer'),
  spot: inputNumber('Our spot price, dollars'),
  close_24h: inputNumber('Price a day ago: median close of the venues’ five-minute bars, dollars'),
  basis_spread_bps: inputNumber('Highest less lowest basis of the venues'),
  basis_confidence: inputNumber('Confidence of that answer'),
  liquidated_long_usd: inputNumber('Longs closed by force within the hour, dollars'),
  liquidated_short_usd: inputNumber('Shorts closed by force within the hour, dollars'),
  liquidations_confidence: inputNumber('Confidence of that answer'),
  book_imbalance: inputNumber('Within ten basis points, -1 to 1'),
  depth_collapse: shownInput(Type.Boolean(), 'Whether the depth has collapsed'),
  book_confidence: inputNumber('Confidence of that answer'),
})

const SignalShown = Type.Object({
  value: numberOrNull('Mean over the coins; null when missing'),
  score: numberOrNull('Of its band; null when missing'),
})

export const LiquidityAnswer = Type.Object({
  layer: Type.Literal('Oracle Information'),
  scope: Type.Literal('LIQUIDITY'),
  regime: word(LIQUIDITY_REGIMES, 'The regime; see /methodology.json'),
  stress_score: number('Sum of the signals, brought to five, -5 to 13'),
  confidence: share('Share of the signals that are there, times the mean confidence of the inputs'),
  dominant_signal: word(DOMINANTS, 'Highest positive signal; balanced where none is'),
  degraded: Type.Boolean({ description: 'An input is missing' }),
  regime_since: Type.Integer({ description: 'Unix seconds of the evaluation that entered it' }),
  candidate: LiquidityCandidate,
  signals: Type.Object(
    {
      liquidation_flow: SignalShown,
      orderbook: SignalShown,
      basis_spread: SignalShown,
      funding: SignalShown,
      open_interest: SignalShown,
    },
    { description: 'In the order in which they win ties' },
  ),
  depth_collapse: Type.Union([Type.Boolean(), Type.Null()], {
    description: 'Of either coin; null where none is known to collapse and one is not known',
  }),
  inputs: Type.Object({ btc: CoinInputsShown, eth: CoinInputsShown }),
  missing: Type.Array(Type.String(), { description: 'Inputs without a value' }),
  sources: Type.Array(Type.String(), { description: 'Venues behind the inputs, ASCII-sorted' }),
})
export type LiquidityAnswer = Static<typeof LiquidityAnswer>
