/**
 * The crash and the recovery step by step, with what an oracle says at each: worked out by hand from its published tables, in
 * a market that otherwise stands still (`volatility` 0), on a Tuesday from 15:00 in New York on, with seed 13. With another
 * seed the past is another one: how far bitcoin has moved with the S&P 500, and where perpetuals were before.
 */
export interface CrashStep {
  readonly name: string
  /** What is ordered at its beginning. */
  readonly scenario: 'crash' | 'recovery' | null
  /** Until the first evaluation that is told of, minutes. */
  readonly after: number
  /** How many evaluations, a minute apart, say the same. */
  readonly evaluations: number
  readonly said: CrashValues
}

/** By the fields of the answers. */
export interface CrashValues {
  readonly stress: { readonly regime: string }
  /** Of contagion the level of VIX alone: correlation and beta are of thirty days before. */
  readonly contagion: { readonly components: { readonly eqv: { readonly value: number } } }
  readonly tradfi: { readonly regime: string; readonly overridden: boolean }
  readonly macroRisk: { readonly risk_score: number; readonly risk_regime: string }
  readonly divergence: {
    readonly divergence: string
    readonly direction: string
    readonly contagion_amplified: boolean
  }
  readonly consensus: { readonly consensus: string; readonly dominant_theme: string; readonly agreement: number }
}

const vix = (value: number): CrashValues['contagion'] => ({ components: { eqv: { value } } })

const CALM = { regime: 'CALM' } as const
const RISK_ON = { regime: 'RISK_ON', overridden: false } as const
/** Mild bulls, worth 0.5 or a little more, beside a TradFi worth 1. */
const TOGETHER = { divergence: 'LOW', direction: 'aligned', contagion_amplified: false } as const

export const CRASH_STEPS: readonly CrashStep[] = [
  {
    name: 'before',
    scenario: null,
    after: 0,
    evaluations: 1,
    said: {
      stress: CALM,
      contagion: vix(18),
      tradfi: RISK_ON,
      // Stress 5, contagion 0, one event on this day 10.
      macroRisk: { risk_score: 15, risk_regime: 'LOW' },
      divergence: TOGETHER,
      // All but contagion, which weighs 0.5 of 7.5, vote alike.
      consensus: { consensus: 'STRONG', dominant_theme: 'BULLISH', agreement: 0.93 },
    },
  },
  {
    name: 'crash',
    scenario: 'crash',
    after: 1,
    evaluations: 3,
    said: {
      stress: { regime: 'HIGH' },
      contagion: vix(45),
      // VIX of 40 or more.
      tradfi: { regime: 'PANIC', overridden: true },
      // Stress 30, contagion 20, two events on this day 10, one of them within two hours 10.
      macroRisk: { risk_score: 70, risk_regime: 'HIGH' },
      // Spikes -0.25 less 0.25 for stress against -1: 3 * 0.5, contagion 1, funding below minus two deviations 0.5.
      divergence: { divergence: 'MODERATE', direction: 'aligned', contagion_amplified: true },
      // All seven, less 0.05 for a moderate divergence.
      consensus: { consensus: 'STRONG', dominant_theme: 'STRESSED', agreement: 0.95 },
    },
  },
  {
    name: 'recovery',
    scenario: 'recovery',
    after: 1,
    evaluations: 1,
    said: {
      stress: CALM,
      contagion: vix(18),
      tradfi: RISK_ON,
      // The release is still to come.
      macroRisk: { risk_score: 25, risk_regime: 'MODERATE' },
      // A spike ends when another regime has held for a minute: -0.25 against 1.
      divergence: {
        divergence: 'MODERATE',
        direction: 'crypto_bearish_tradfi_complacent',
        contagion_amplified: false,
      },
      // Three spikes are 3 of 7.5 and stressed; TradFi and stress are 2.5 and bullish: both above 0.3. 0.40 - 0.05.
      consensus: { consensus: 'CONFLICTED', dominant_theme: 'STRESSED', agreement: 0.35 },
    },
  },
  {
    name: 'recovered',
    scenario: null,
    after: 2,
    evaluations: 2,
    said: {
      stress: CALM,
      contagion: vix(18),
      tradfi: RISK_ON,
      macroRisk: { risk_score: 25, risk_regime: 'MODERATE' },
      divergence: TOGETHER,
      // Macro risk, 1.5 of 7.5, is neutral until the release.
      consensus: { consensus: 'STRONG', dominant_theme: 'BULLISH', agreement: 0.73 },
    },
  },
  {
    name: 'released',
    scenario: null,
    after: 90,
    evaluations: 1,
    said: {
      stress: CALM,
      contagion: vix(18),
      tradfi: RISK_ON,
      // Two events on this day, and none to come.
      macroRisk: { risk_score: 15, risk_regime: 'LOW' },
      divergence: TOGETHER,
      consensus: { consensus: 'STRONG', dominant_theme: 'BULLISH', agreement: 0.93 },
    },
  },
]
