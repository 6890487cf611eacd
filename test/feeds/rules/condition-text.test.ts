import { expect, test } from 'bun:test'
import { invalidations } from '../../../src/feeds/intel/setup-texts.ts'
import type { Condition } from '../../../src/feeds/rules/condition.ts'
import { conditionText, negationText } from '../../../src/feeds/rules/condition-text.ts'

const INPUTS = { r8: 'a fraction', z: 'deviations', oi24h: 'per cent', some_word: 'a word' }
type Name = keyof typeof INPUTS

test.each<readonly [Condition<Name>, string, string]>([
  [{ input: 'oi24h', at_least: 3 }, 'oi24h >= 3 %', 'oi24h < 3 %'],
  [{ input: 'z', size: true, above: 2 }, 'abs(z) > 2', 'abs(z) <= 2'],
  [{ input: 'r8', at_most: -0.0001 }, 'r8 <= -0.0001', 'r8 > -0.0001'],
  [{ input: 'z', below: 0 }, 'z < 0', 'z >= 0'],
  [{ input: 'some_word', one_of: ['A', 'B'] }, 'some word is A or B', 'some word is not A or B'],
  [
    {
      any: [
        { input: 'r8', at_least: 0.0003 },
        { input: 'z', at_least: 2 },
      ],
    },
    'r8 >= 0.0003 or z >= 2',
    'r8 < 0.0003 and z < 2',
  ],
  [
    {
      all: [
        { input: 'z', above: 1 },
        {
          any: [
            { input: 'r8', above: 0 },
            { input: 'oi24h', below: 1 },
          ],
        },
      ],
    },
    'z > 1 and (r8 > 0 or oi24h < 1 %)',
    'z <= 1 or (r8 <= 0 and oi24h >= 1 %)',
  ],
])('%j in words and negated', (condition, words, negated) => {
  expect(conditionText(condition, INPUTS)).toBe(words)
  expect(negationText(condition, INPUTS)).toBe(negated)
})

test('what ends a regime is its row, condition by condition, and a spike', () => {
  const spike =
    'VOLATILITY_SPIKE: (vr >= 3 and abs(ret1h) >= 1.5 %) or abs(ret1h) >= 4 % or (burst is true and abs(ret1h) >= 1 %)'
  expect(invalidations('LONG_TRAP')).toEqual([
    'r8 <= 0',
    'r8 < 0.0003 and z < 2',
    'oi24h < 3 %',
    'ret4h > 0.3 % or ret24h > 1 %',
    spike,
  ])
  expect(invalidations('SQUEEZE_SETUP')).toEqual([
    'r8 >= 0',
    'r8 > -0.0001 and z > -2',
    'oi4h < 1 %',
    'ret4h < -0.3 %',
    spike,
  ])
  expect(invalidations('BEARISH_FUNDING_EXTREME')).toEqual([
    'r8 >= 0',
    'r8 > -0.0003 and z > -2.5',
    'ret4h >= -0.3 %',
    spike,
  ])
  expect(invalidations('BULLISH_MOMENTUM')).toEqual(['direction score < 0.4', 'ret4h <= 0 %', spike])
  expect(invalidations('MILD_BEARISH')).toEqual(['direction score > -0.15', spike])
})
