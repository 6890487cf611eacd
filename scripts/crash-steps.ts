import { CRASH_STEPS } from '../src/sandbox/world/crash-steps.ts'
import { table } from './table.ts'

/** What an oracle says at each step of the crash, for `docs/simulated-world.md`. */
export const crashSteps = (): string =>
  table(
    ['Step', 'Stress', 'VIX in contagion', 'TradFi', 'Macro risk', 'Divergence', 'Consensus'],
    CRASH_STEPS.map(({ name, scenario, said: { stress, contagion, tradfi, macroRisk, divergence, consensus } }) => [
      scenario === null ? name : `\`${scenario}\``,
      stress.regime,
      String(contagion.components.eqv.value),
      tradfi.regime,
      `${macroRisk.risk_score} ${macroRisk.risk_regime}`,
      `${divergence.divergence} ${divergence.direction}`,
      `${consensus.consensus} ${consensus.dominant_theme} ${consensus.agreement}`,
    ]),
  )
