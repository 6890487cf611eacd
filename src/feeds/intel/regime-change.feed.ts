import { inSeconds } from '../../time-units.ts'
import { actorId, type Conclusion, type Declined, defineFeed, type TickContext } from '../feed.ts'
import { CLOSED_RUNS, closedRuns } from '../regimes/closed-runs.ts'
import { PERP } from '../regimes/perp-carry.ts'
import { PERP_RUNS } from '../regimes/perp-runs-carry.ts'
import { BIAS_OF, PERP_COINS } from '../regimes/perp-words.ts'
import { changeInputs } from './change-inputs.ts'
import { DISCLAIMER } from './disclaimer.ts'
import { INTEL_FEED, MARKET } from './intel-fields.ts'
import { REGIME_LOOK_BACK } from './past-regime.ts'
import { RegimeChangeAnswer, regimeChanges } from './regime-change-answer.ts'
import { REGIME_CHANGE } from './regime-change-carry.ts'
import { regimeChangeExample } from './regime-change-example.ts'
import { REGIME_CHANGE_SALE } from './regime-change-sale.ts'

/** Either a record is still too short, which passes by itself, or no regime is there. */
const nothingToCompare = (context: TickContext): Declined => {
  const starts = PERP_COINS.flatMap((coin) => {
    const { running } = context.earlier(PERP_RUNS, coin)?.carry ?? { running: null }
    return [...closedRuns(context, coin), ...(running ? [running] : [])].map(({ start }) => start)
  })
  const recorded = Math.max(0, inSeconds(context.now) - Math.min(inSeconds(context.now), ...starts))
  const needed = REGIME_LOOK_BACK.seconds
  return recorded < needed
    ? { kind: 'needs_past', recorded, needed }
    : { kind: 'input_missing', input: 'regimes of now and two hours ago of one coin' }
}

const conclude = (context: TickContext): Conclusion<RegimeChangeAnswer> | Declined => {
  const inputs = changeInputs(context)
  const found = regimeChanges(inputs)
  if (found.compared === 0) return nothingToCompare(context)
  return {
    kind: 'concluded',
    content: { service: 'regime_change', layer: 'Oracle Intelligence', ...found, inputs, disclaimer: DISCLAIMER },
    carry: {},
  }
}

export const regimeChange = defineFeed({
  ...INTEL_FEED,
  id: REGIME_CHANGE.id,
  published: REGIME_CHANGE.published,
  summary: 'Which perpetual regimes changed within two hours, and whether their bias did',
  noun: 'regime change',
  subjects: [MARKET],
  answer: RegimeChangeAnswer,
  example: regimeChangeExample(),
  methodology: {
    compared: `the regime now and that of the latest evaluation ${REGIME_LOOK_BACK.seconds} s earlier, at most ${REGIME_LOOK_BACK.slackSeconds} s older; a coin without either is null`,
    bias: { ...BIAS_OF },
    confidence: `coins that are compared over ${PERP_COINS.length}`,
  },

  records: CLOSED_RUNS,
  after: () => PERP_COINS.flatMap((key) => [actorId(PERP, { key }), actorId(PERP_RUNS, { key })]),
  conclude: (_market, context) => conclude(context),

  sale: REGIME_CHANGE_SALE,
})
