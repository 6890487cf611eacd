import { inSeconds } from '../../time-units.ts'
import { publishedAnswer, inputFrom, type ShownInput } from '../attested.ts'
import { actorId, type Conclusion, type Declined, defineFeed, type TickContext } from '../feed.ts'
import { CLOSED_RUNS, closedRuns } from '../regimes/closed-runs.ts'
import { PERP } from '../regimes/perp-carry.ts'
import { PERP_RUNS } from '../regimes/perp-runs-carry.ts'
import { BIAS_OF, PERP_COINS, type PerpCoin, type PerpRegime } from '../regimes/perp-words.ts'
import type { Subject } from '../subject.ts'
import { DISCLAIMER } from './disclaimer.ts'
import { INTEL_FEED } from './intel-fields.ts'
import { REGIME_LOOK_BACK, pastRegime } from './past-regime.ts'
import { type ChangeInputs, RegimeChangeAnswer, regimeChanges } from './regime-change-answer.ts'
import { REGIME_CHANGE } from './regime-change-carry.ts'
import { regimeChangeExample } from './regime-change-example.ts'
import { REGIME_CHANGE_SALE } from './regime-change-sale.ts'

const MARKET: Subject = { key: 'MARKET', domain: 'MARKET', name: 'market', path: {} }

const ofCoin = (context: TickContext, coin: PerpCoin) => {
  const found = publishedAnswer(context, PERP, coin)
  const actor = actorId(PERP, { key: coin })
  const record = context.earlier(PERP_RUNS, coin)
  const then = inSeconds(context.now) - REGIME_LOOK_BACK.seconds
  const past = record && pastRegime({ ...record.carry, closed: closedRuns(context, coin) }, then)
  const before: ShownInput<PerpRegime> = {
    value: past?.regime ?? null,
    timestamp: past?.seenAt ?? null,
    actor: actorId(PERP_RUNS, { key: coin }),
    contentHash: null,
  }
  return {
    now: inputFrom(found, actor, ({ regime }) => regime),
    confidence: inputFrom(found, actor, ({ confidence }) => confidence),
    risk: inputFrom(found, actor, ({ risk }) => risk),
    before,
  }
}

const inputsOf = (context: TickContext): ChangeInputs => {
  const [btc, eth, sol] = [ofCoin(context, 'BTC'), ofCoin(context, 'ETH'), ofCoin(context, 'SOL')]
  return {
    btc_now: btc.now,
    btc_confidence: btc.confidence,
    btc_risk: btc.risk,
    btc_before: btc.before,
    eth_now: eth.now,
    eth_confidence: eth.confidence,
    eth_risk: eth.risk,
    eth_before: eth.before,
    sol_now: sol.now,
    sol_confidence: sol.confidence,
    sol_risk: sol.risk,
    sol_before: sol.before,
  }
}

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
  const inputs = inputsOf(context)
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

  files: CLOSED_RUNS,
  after: () => PERP_COINS.flatMap((key) => [actorId(PERP, { key }), actorId(PERP_RUNS, { key })]),
  conclude: (_market, context) => conclude(context),

  sale: REGIME_CHANGE_SALE,
})
