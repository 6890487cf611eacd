import { describe, expect, test } from 'bun:test'
import type { DivergenceInputs } from '../../../src/feeds/intel/divergence-answer.ts'
import { divergenceOf } from '../../../src/feeds/intel/divergence-answer.ts'
import { divergenceExample } from '../../../src/feeds/intel/divergence-example.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { PERP_REGIMES } from '../../../src/feeds/regimes/perp-words.ts'
import { TRADFI_REGIMES } from '../../../src/feeds/regimes/tradfi-rules.ts'
import { EXAMPLE_TICK } from '../../../src/feeds/venue-parts.ts'
import { changed, failedOf } from '../../support/feeds/changed-body.ts'
import { travelled } from '../../support/feeds/content-of.ts'

/** What a lying signer may try on divergence, and what its tables say of every pair of regimes. */

const { canonical, tokens } = registry.item('intel/divergence/MARKET')!.feed.sale!
const example = travelled({ ...divergenceExample(), timestamp: EXAMPLE_TICK })
const failed = (body: typeof example) => failedOf(canonical.recompute!(tokens(body, 'ab'.repeat(32)), body))

describe('a body signed again', () => {
  test('verifies while nothing is changed', () => {
    expect(failed(example)).toEqual([])
  })

  test.each<readonly [string, readonly number[]]>([
    ['perp_btc_confidence', [1.01, -0.01]],
    ['tradfi_confidence', [1.9, -1]],
    ['regimes_changed', [2.5, 4, -1]],
  ])('tells no %s of %j', (name, values) => {
    for (const value of values)
      expect([value, failed(changed(example, ['inputs', name, 'value'], value))]).toEqual([
        value,
        ['the inputs are readable'],
      ])
  })

  test('does not show another level, direction or stance than its regimes give', () => {
    const { inputs } = divergenceExample()
    const told = (name: 'perp_btc' | 'tradfi', value: string): DivergenceInputs =>
      ({ ...inputs, [name]: { ...inputs[name], value } }) as DivergenceInputs
    for (const [name, regimes] of [
      ['perp_btc', PERP_REGIMES],
      ['tradfi', TRADFI_REGIMES],
    ] as const)
      for (const regime of regimes) {
        const body = changed(example, ['inputs', name, 'value'], regime)
        const honest = travelled({ ...example, ...divergenceOf(told(name, regime)), inputs: body['inputs'] })
        expect([regime, failed(honest)]).toEqual([regime, []])
        const isSame = regime === inputs[name].value
        expect([regime, failed(body).length === 0]).toEqual([regime, isSame])
      }
  })
})
