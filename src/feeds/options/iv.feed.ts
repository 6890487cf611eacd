import { OPTION_BOARDS } from '../boards/option-boards.ts'
import { LEAST_INTEREST } from '../boards/option-state.ts'
import { actorId, defineFeed } from '../feed.ts'
import { pick } from '../pick.ts'
import { type Pair, pairOfSubject, SPOT_PAIRS } from '../prices/pairs.ts'
import { SPOT } from '../prices/price-carry.ts'
import { BELIEVED } from './chains/believed-chains.ts'
import { concludeIv } from './iv/conclude-iv.ts'
import { IV_SALE, IvAnswer } from './iv/iv-answer.ts'
import { ivExample } from './iv/iv-example.ts'
import { IV } from './iv/iv-published.ts'
import { IV_RULES } from './iv/iv-measures.ts'
import { MAIN_CHAIN_RULES } from './chains/main-chain.ts'

/** Coins whose options are traded deeply enough for a summary. */
const PAIRS: readonly Pair[] = SPOT_PAIRS.filter(({ name }) => ['BTC/USD', 'ETH/USD'].includes(name))

export const iv = defineFeed({
  id: IV.id,
  published: IV.published,
  family: 'derivatives',
  layer: 'Oracle Data',
  summary: 'Implied volatility: at the money at 30 days, the 25-delta wings, and every expiry at the money',
  noun: 'implied volatility',
  subjects: PAIRS,
  answer: IvAnswer,
  exampleOf: (subject) => ivExample(pairOfSubject(PAIRS, subject)),
  methodology: {
    ...MAIN_CHAIN_RULES,
    atmOfExpiry:
      'linear in ln(K/F) between the strikes around the forward; mark volatilities of options with bid, ask and open interest',
    leastOpenInterest: pick(
      LEAST_INTEREST,
      PAIRS.map(({ base }) => base),
    ),
    atm: `total variance linear in time at ${IV_RULES.tenor} days, expiries of at least ${BELIEVED.leastDays} days; beyond the listed expiries that of the nearest, degraded`,
    skewExpiry: `the nearest to ${IV_RULES.tenor} days of those within ${IV_RULES.skew.least} to ${IV_RULES.skew.most}`,
    wings:
      'undiscounted forward delta N(d1) from the volatility of each strike, puts below the forward and calls above it, with bid and ask; linear in N(d1) at 0.25 and 0.75, never extrapolated',
    riskReversal: 'call less put',
    butterfly: '(call + put) / 2 - at the money of the same expiry',
    nearFarRatio: `${IV_RULES.near} days over ${IV_RULES.far} days; each between two expiries or within ${IV_RULES.reach * 100} % of one`,
    rounding:
      'volatilities of expiries and of the smile are rounded to 4 decimals first; everything else follows from them and from fetched_at, and claros verify counts it again',
  },

  everySeconds: 60,
  boards: () => OPTION_BOARDS,
  after: (subject) => [actorId(SPOT, subject)],
  conclude: (subject, context) => concludeIv(pairOfSubject(PAIRS, subject), context),

  sale: IV_SALE,
})
