import {
  CALENDAR_POINTS,
  CONTAGION_POINTS,
  IMMINENT_POINTS,
  MACRO_REGIME,
  STRESS_POINTS,
} from '../src/feeds/intel/macro-rules.ts'
import { CONSENSUS_LEVEL, DIVERGENCE_PENALTY } from '../src/feeds/intel/consensus-rules.ts'
import {
  AMPLIFICATION,
  CRYPTO_STANCE,
  DIVERGENCE_DIRECTION,
  DIVERGENCE_LEVEL,
  DIVERGENCE_POINTS,
  PERP_SCORE,
  STRESS_DEDUCTION,
  TRADFI_SCORE,
  TRADFI_STANCE,
} from '../src/feeds/intel/divergence-rules.ts'
import { CONTAGION_PENALTY, ELIGIBLE, STRESS_PENALTY } from '../src/feeds/intel/opportunity-rules.ts'
import { MARKET_BIAS, QUALIFYING, RAISED_RISK, SETUP_POINTS } from '../src/feeds/intel/setup-rules.ts'
import { LIQUIDITY_BANDS, LIQUIDITY_REGIME } from '../src/feeds/regimes/liquidity-tables.ts'
import { CONFIDENCE_FORMULAS } from '../src/feeds/regimes/perp-confidence.ts'
import { RISK_POINTS } from '../src/feeds/regimes/perp-risk.ts'
import { signalFormula, SIGNAL_NAMES, SIGNALS } from '../src/feeds/regimes/perp-signals.ts'
import { PERP_TABLE } from '../src/feeds/regimes/perp-table.ts'
import { TRADFI_OVERRIDE } from '../src/feeds/regimes/tradfi-rules.ts'
import { BIAS_OF } from '../src/feeds/regimes/perp-words.ts'
import { conditionText } from '../src/feeds/rules/condition-text.ts'
import type { DecisionTable } from '../src/feeds/rules/decision-table.ts'
import { type Rows, table } from './table.ts'

/** The decision tables of `docs/methods.md`, in the words that the tables themselves give. */

const rowsOf = <I extends string>({ inputs, rows }: DecisionTable<I, string | number | boolean>): Rows =>
  rows.map(({ when, gives }) => [
    when.map((condition) => conditionText(condition, inputs)).join('; ') || 'otherwise',
    String(gives),
  ])

const decided = <I extends string>(head: string, of: DecisionTable<I, string | number | boolean>): string =>
  table(['When', head], rowsOf(of))

/** Several tables of one rule under each other. */
const together = (head: string, parts: readonly DecisionTable<string, string | number | boolean>[]): string =>
  table(['When', head], parts.flatMap(rowsOf))

/** Each table by its name in the document. */
export const DECISION_TABLES: Readonly<Record<string, () => string>> = {
  signals: () =>
    table(
      ['Signal', 'Weight', 'Score'],
      SIGNAL_NAMES.map((name) => [name, String(SIGNALS[name].weight), signalFormula(name)]),
    ),
  'perpetual regimes': () =>
    table(
      ['Row', 'When', 'Regime', 'Bias'],
      PERP_TABLE.rows.map(({ when, gives }, at) => [
        String(at + 1),
        when.map((condition) => conditionText(condition, PERP_TABLE.inputs)).join('; ') || 'otherwise',
        gives,
        BIAS_OF[gives],
      ]),
    ),
  'perpetual confidence': () =>
    table(
      ['Regime', 'Confidence'],
      CONFIDENCE_FORMULAS.map((row) => [...row]),
    ),
  'risk points': () => decided('Points', RISK_POINTS),
  'liquidity bands': () =>
    table(
      ['Signal', 'When', 'Score'],
      Object.entries(LIQUIDITY_BANDS).flatMap(([name, bands]) => rowsOf(bands).map((row) => [name, ...row])),
    ),
  'liquidity regimes': () => decided('Regime', LIQUIDITY_REGIME),
  'TradFi override': () => decided('Overridden', TRADFI_OVERRIDE),
  'divergence scores': () =>
    table(
      ['Score of', 'When', 'Points'],
      [
        ...rowsOf(PERP_SCORE).map((row) => ['a coin', ...row]),
        ...rowsOf(STRESS_DEDUCTION).map((row) => ['crypto, less', ...row]),
        ...rowsOf(TRADFI_SCORE).map((row) => ['TradFi', ...row]),
      ],
    ),
  'divergence points': () =>
    table(
      ['When', 'Points'],
      [
        ...rowsOf(AMPLIFICATION.table)
          .filter(([, isAmplified]) => isAmplified === 'true')
          .map(([when]) => [when!, String(AMPLIFICATION.points)]),
        ...rowsOf(DIVERGENCE_POINTS),
      ],
    ),
  'divergence levels': () => decided('Level', DIVERGENCE_LEVEL),
  'divergence directions': () => decided('Direction', DIVERGENCE_DIRECTION),
  'divergence stances': () =>
    table(
      ['Stance of', 'When', 'Is'],
      [
        ...rowsOf(CRYPTO_STANCE).map((row) => ['crypto', ...row]),
        ...rowsOf(TRADFI_STANCE).map((row) => ['TradFi', ...row]),
      ],
    ),
  'macro points': () => together('Points', [STRESS_POINTS, CONTAGION_POINTS, CALENDAR_POINTS, IMMINENT_POINTS]),
  'macro regimes': () => decided('Regime', MACRO_REGIME),
  'consensus levels': () => decided('Level', CONSENSUS_LEVEL),
  'divergence penalties': () => decided('Penalty', DIVERGENCE_PENALTY),
  'market bias': () => decided('Market bias', MARKET_BIAS),
  'qualifying setups': () => decided('Qualifies', QUALIFYING),
  'raised risk': () => decided('Risk at least', RAISED_RISK),
  'setup points': () => decided('Points', SETUP_POINTS),
  'lending penalties': () => together('Points', [STRESS_PENALTY, CONTAGION_PENALTY]),
  'eligible rates': () => decided('Compared', ELIGIBLE),
}
