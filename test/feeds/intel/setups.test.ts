import { describe, expect, test } from 'bun:test'
import { perpSetup } from '../../../src/feeds/intel/perp-setup.feed.ts'
import { type SetupInputs, setupsOf } from '../../../src/feeds/intel/setup-answer.ts'
import { lookAt } from '../../support/feeds/market.ts'

type Facts = NonNullable<SetupInputs['btc']['value']>

const facts = (more: Partial<Facts> = {}): Facts => ({
  regime: 'MILD_BULLISH',
  bias: 'LONG',
  confidence: 0.6,
  risk: 'LOW',
  contributions: { momentum_4h: 0.2, funding_z: -0.1, basis: 0.05, book: 0.15, vwap_gap: 0.01 },
  ...more,
})
const coin = (value: Facts | null): SetupInputs['btc'] => ({ value, timestamp: null, actor: 'a', contentHash: null })
const setups = (
  btc: Facts | null,
  eth: Facts | null,
  sol: Facts | null,
  stress: SetupInputs['stress']['value'] = 'CALM',
) =>
  setupsOf({
    btc: coin(btc),
    eth: coin(eth),
    sol: coin(sol),
    stress: { value: stress, timestamp: null, actor: 's', contentHash: null },
  })

describe('the setup', () => {
  test('is that of the highest score among the coins that qualify, ties in their order', () => {
    expect(setups(facts(), facts({ confidence: 0.7 }), facts({ confidence: 0.9, bias: 'NEUTRAL' }))).toMatchObject({
      highest_confidence_setup: { currency: 'ETH', score: 70 },
      setups_found: 2,
      confidence: 0.7,
    })
    expect(setups(facts(), facts(), facts())?.highest_confidence_setup?.currency).toBe('BTC')
    expect(setups(null, facts(), facts())?.highest_confidence_setup?.currency).toBe('ETH')
  })

  test('is null where none qualifies: an answer, with the mean of what was scanned', () => {
    const none = setups(facts({ confidence: 0.54 }), facts({ bias: 'NEUTRAL', confidence: 0.8 }), null)
    expect(none).toMatchObject({
      highest_confidence_setup: null,
      setups_found: 0,
      confidence: 0.67,
      degraded: true,
      missing: ['sol'],
    })
  })

  test('says the strongest signals that point its way, the drivers of its regime first', () => {
    expect(setups(facts(), null, null)?.highest_confidence_setup?.edge).toEqual(['momentum_4h', 'book', 'basis'])
    const trap = facts({ regime: 'LONG_TRAP', bias: 'SHORT' })
    expect(setups(trap, null, null)?.highest_confidence_setup?.edge).toEqual([
      'crowded_longs',
      'oi_rising',
      'price_stalled',
      'funding_z',
    ])
  })

  test('is weighed by the market: while it leaves risk, a short one beats a long one of the same confidence', () => {
    const found = setups(facts(), facts({ regime: 'MILD_BEARISH', bias: 'SHORT' }), null, 'HIGH')
    expect(found).toMatchObject({ market_bias: 'RISK_OFF', highest_confidence_setup: { currency: 'ETH', score: 60 } })
    expect(found?.scanned[0]).toMatchObject({ currency: 'BTC', risk: 'HIGH', score: 30 })
    expect(setups(facts(), null, null, null)).toMatchObject({
      market_bias: 'NEUTRAL',
      missing: ['eth', 'sol', 'stress'],
    })
  })

  test('is none without any regime', () => {
    expect(setups(null, null, null)).toBeNull()
    expect(perpSetup.conclude(perpSetup.subjects[0]!, lookAt(new Map(), 0))).toMatchObject({ kind: 'input_missing' })
  })
})
