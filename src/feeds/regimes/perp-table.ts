import { type TableDecision, decideBy, decisionTable } from '../rules/decision-table.ts'
import type { PerpFacts } from './perp-signals.ts'
import type { PerpRegime } from './perp-words.ts'

/** The rows of perpetual regimes (methods 6.1). The first that holds decides; one whose inputs are missing is skipped. */

export const PERP_TABLE = decisionTable(
  {
    r8: 'funding per eight hours, a fraction',
    z: 'standard deviations',
    oi4h: 'per cent',
    oi24h: 'per cent',
    ret1h: 'per cent',
    ret4h: 'per cent',
    ret24h: 'per cent',
    vr: 'volatility of the hour over that of the day',
    burst: 'whether liquidations come in a burst',
    direction_score: '-1 to 1',
  },
  [
    {
      when: [
        {
          any: [
            {
              all: [
                { input: 'vr', at_least: 3 },
                { input: 'ret1h', size: true, at_least: 1.5 },
              ],
            },
            { input: 'ret1h', size: true, at_least: 4 },
            {
              all: [
                { input: 'burst', one_of: [true] },
                { input: 'ret1h', size: true, at_least: 1 },
              ],
            },
          ],
        },
      ],
      gives: 'VOLATILITY_SPIKE',
    },
    {
      when: [
        { input: 'r8', above: 0 },
        {
          any: [
            { input: 'r8', at_least: 0.0003 },
            { input: 'z', at_least: 2 },
          ],
        },
        { input: 'oi24h', at_least: 3 },
        {
          all: [
            { input: 'ret4h', at_most: 0.3 },
            { input: 'ret24h', at_most: 1 },
          ],
        },
      ],
      gives: 'LONG_TRAP',
    },
    {
      when: [
        { input: 'r8', below: 0 },
        {
          any: [
            { input: 'r8', at_most: -0.0001 },
            { input: 'z', at_most: -2 },
          ],
        },
        { input: 'oi4h', at_least: 1 },
        { input: 'ret4h', at_least: -0.3 },
      ],
      gives: 'SQUEEZE_SETUP',
    },
    {
      when: [
        { input: 'r8', below: 0 },
        {
          any: [
            { input: 'r8', at_most: -0.0003 },
            { input: 'z', at_most: -2.5 },
          ],
        },
        { input: 'ret4h', below: -0.3 },
      ],
      gives: 'BEARISH_FUNDING_EXTREME',
    },
    {
      when: [
        { input: 'direction_score', at_least: 0.4 },
        { input: 'ret4h', above: 0 },
      ],
      gives: 'BULLISH_MOMENTUM',
    },
    {
      when: [
        { input: 'direction_score', at_most: -0.4 },
        { input: 'ret4h', below: 0 },
      ],
      gives: 'BEARISH_MOMENTUM',
    },
    { when: [{ input: 'direction_score', at_least: 0.15 }], gives: 'MILD_BULLISH' },
    { when: [{ input: 'direction_score', at_most: -0.15 }], gives: 'MILD_BEARISH' },
    { when: [], gives: 'NEUTRAL_CHOPPY' },
  ],
)

/** Up to this row a regime is entered at once; below it, when it has held for a while. */
export const LAST_URGENT_ROW = 4

/** @param score rounded as the body shows it */
export const perpDecision = (facts: PerpFacts, score: number): TableDecision<PerpRegime> =>
  decideBy(PERP_TABLE, { ...facts, direction_score: score })!
