import { describe, expect, test } from 'bun:test'
import { exampleOf } from '../../../src/feeds/feed.ts'
import { tradfiInputs } from '../../../src/feeds/regimes/tradfi-inputs.ts'
import { TradfiAnswer } from '../../../src/feeds/regimes/tradfi-answer.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { EXAMPLE_TICK } from '../../../src/feeds/venue-parts.ts'
import { contentOf, travelled } from '../../support/feeds/content-of.ts'
import { changed, failedOf } from '../../support/feeds/changed-body.ts'
import { fed } from '../../support/feeds/fed-feeds.ts'
import { lookAt } from '../../support/feeds/market.ts'

/** What providers, clocks and signers may try on the TradFi regime. */

const ITEM = registry.item('regime/tradfi/EQUITY')!
const CURVE = registry.item('econ/us/YIELD-CURVE')!

const concluded = async (first: object = {}) => {
  const one = await fed(ITEM, first)
  return one.conclude()
}

describe('a provider that lies', () => {
  const PROVIDERS = ['cboe', 'yahoo', 'ustreasury', 'fredgraph', 'ecb']

  test.each(PROVIDERS)('by 0.3 %% changes no regime: %s', async (provider) => {
    const honest = contentOf(TradfiAnswer, await concluded())
    for (const by of [1.003, 0.997]) {
      const told = contentOf(TradfiAnswer, await concluded({ lie: { [provider]: by } }))
      expect([provider, by, told.regime, told.overridden]).toEqual([provider, by, honest.regime, false])
      expect(Math.abs(told.composite - honest.composite)).toBeLessThan(3)
    }
  })

  test.each(PROVIDERS)('by half is heard by nobody, or moves nothing: %s', async (provider) => {
    const honest = contentOf(TradfiAnswer, await concluded())
    for (const by of [1.5, 0.5]) {
      const found = await concluded({ lie: { [provider]: by } })
      if (found.kind !== 'concluded') expect(found.kind).toBe('input_missing')
      else {
        const told = contentOf(TradfiAnswer, found)
        expect([provider, by, told.regime, told.overridden]).toEqual([provider, by, honest.regime, false])
        expect(Math.abs(told.composite - honest.composite)).toBeLessThan(3)
      }
    }
  })
})

describe('the yield curve', () => {
  const NOW = EXAMPLE_TICK * 1_000
  const curve = (more: object) => {
    const content = travelled({ ...exampleOf(CURVE.feed, CURVE.subject), observed_at: EXAMPLE_TICK, ...more })
    const said = { timestamp: EXAMPLE_TICK, content, carry: {}, contentHash: 'ab'.repeat(32) }
    return tradfiInputs(lookAt(new Map(), NOW, { earlier: { [CURVE.actor]: said } })).yield_curve_pct.value
  }

  test('of a day that ended more than a week ago is none, however lately it was told', () => {
    const week = 7 * 86_400
    expect([curve({ observed_at: EXAMPLE_TICK - week }), curve({ observed_at: EXAMPLE_TICK - week - 1 })]).toEqual([
      0.45,
      null,
    ])
  })

  test('that two publishers tell differently is none', () => {
    expect([curve({ disputed_by: [] }), curve({ disputed_by: ['fredgraph'] })]).toEqual([0.45, null])
  })
})

describe('a body signed again', () => {
  const example = travelled({ ...exampleOf(ITEM.feed, ITEM.subject), timestamp: EXAMPLE_TICK })
  const { canonical, tokens } = ITEM.feed.sale!
  const failed = (body: typeof example) => failedOf(canonical.recompute!(tokens(body, 'ab'.repeat(32)), body))
  const RIGHT = 'the indices have regimes that their values allow'

  test('tells no regime of an index that its value does not allow', () => {
    expect(failed(example)).toEqual([])
    // 36.2 may be moderate, or be about to become it from either side of its band: no other one.
    for (const regime of ['CALM', 'ELEVATED', 'HIGH', 'EXTREME'])
      for (const name of ['mesi_regime', 'mnvi_regime'])
        expect([name, regime, failed(changed(example, ['inputs', name, 'value'], regime)).includes(RIGHT)]).toEqual([
          name,
          regime,
          // 44 lies in the dead band of 45.
          !(name === 'mnvi_regime' && regime === 'ELEVATED'),
        ])
  })

  test('tells no index without its regime', () => {
    const none = { value: null, timestamp: null, contentHash: null }
    const body = changed(example, ['inputs', 'mnvi_regime'], (input: object) => ({ ...input, ...none }))
    expect(failed(body)).toContain(RIGHT)
  })

  test('tells no level that an index cannot have', () => {
    for (const value of [-0.01, 100.01])
      expect(failed(changed(example, ['inputs', 'mnvi_value', 'value'], value))).toEqual(['the inputs are readable'])
    expect(failed(changed(example, ['inputs', 'vix', 'value'], 0))).toEqual(['the inputs are readable'])
  })
})
