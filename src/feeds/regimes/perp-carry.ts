import { type Static, Type } from '@sinclair/typebox'
import { number, share, word } from '../answer-fields.ts'
import { BIASES, PERP_COINS, PERP_REGIMES, RISKS } from './perp-words.ts'

/** What would take the place of the regime, and the Unix second since when; `null` if nothing would. */
export const PerpCandidate = Type.Union(
  [Type.Object({ regime: word(PERP_REGIMES, 'Regime that would take its place'), since: Type.Integer() }), Type.Null()],
  { description: 'What takes the place of the regime when it has held for a minute; null if nothing would' },
)

const PerpCarry = Type.Object({
  regime: word(PERP_REGIMES, 'Regime that is published'),
  candidate: PerpCandidate,
})
export type PerpCarry = Static<typeof PerpCarry>

/** One signal as a regime publishes it. */
export const PerpSignal = Type.Object({
  value: Type.Union([Type.Number(), Type.Null()], { description: 'Raw value; null when missing' }),
  score: Type.Union([Type.Number(), Type.Null()], { description: 'From -1 (down) to 1 (up)' }),
  weight: number('Effective weight: share of what is there'),
  contribution: number('Score times weight'),
})

/** The perpetual regime of a coin, for those that read it. The keys of its subjects are `BTC`, `ETH` and `SOL`. */
export const PERP = {
  id: 'regime/perp',
  carry: PerpCarry,
  published: Type.Object({
    currency: word(PERP_COINS, 'Coin'),
    regime: word(PERP_REGIMES, 'Regime'),
    bias: word(BIASES, 'Bias of the regime'),
    row: Type.Integer({ description: 'Row of the table that decided' }),
    confidence: share('Confidence'),
    risk: word(RISKS, 'Level of risk'),
    signals: Type.Record(Type.String(), PerpSignal),
  }),
  sellableSeconds: 120,
} as const
