import { inSeconds } from '../../time-units.ts'
import { publishedAnswer, inputFrom, type ShownInput } from '../attested.ts'
import { actorId, type TickContext } from '../feed.ts'
import { closedRuns } from '../regimes/closed-runs.ts'
import { PERP } from '../regimes/perp-carry.ts'
import { PERP_RUNS } from '../regimes/perp-runs-carry.ts'
import type { PerpCoin, PerpRegime } from '../regimes/perp-words.ts'
import { REGIME_LOOK_BACK, pastRegime } from './past-regime.ts'
import { type ChangeInputs, changeInputsOf } from './regime-change-answer.ts'

/** What changes of regimes are computed from. */

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

export const changeInputs = (context: TickContext): ChangeInputs => changeInputsOf((coin) => ofCoin(context, coin))
