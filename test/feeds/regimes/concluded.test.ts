import { describe, expect, test } from 'bun:test'
import { LiquidityAnswer } from '../../../src/feeds/regimes/liquidity-answer.ts'
import { PerpAnswer } from '../../../src/feeds/regimes/perp-answer.ts'
import { TradfiAnswer } from '../../../src/feeds/regimes/tradfi-answer.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { contentOf } from '../../support/feeds/content-of.ts'
import { fed } from '../../support/feeds/fed-feeds.ts'

/** Regimes from the replies of the simulated world, through the real readers. */

const perpOf = async (actor: string) => {
  const one = await fed(registry.item(actor)!)
  return { one, told: () => contentOf(PerpAnswer, one.conclude()) }
}

describe('a perpetual regime', () => {
  test('of BTC names every input with its attestation, and counts what is missing', async () => {
    const { told } = await perpOf('regime/perp/BTC')
    const found = told()
    expect(Object.keys(found.signals)).toHaveLength(10)
    // Sockets are silent here, and open interest has no past yet.
    expect(found.missing).toEqual([
      'oi_delta_4h_pct',
      'oi_delta_24h_pct',
      'liquidated_long_usd',
      'liquidated_short_usd',
      'liquidation_burst',
    ])
    expect(found.coverage).toBe(0.75)
    for (const name of ['spot', 'funding_rate_8h', 'basis_bps', 'stress'] as const)
      expect([name, found.inputs[name].contentHash?.length]).toEqual([name, 64])
    expect(found.inputs.close_1h).toMatchObject({ actor: 'bars/binance,bars/kraken,bars/okx', contentHash: null })
    expect(found.measures.ret1h_pct).toBeCloseTo(100 * (found.inputs.spot.value! / found.inputs.close_1h.value! - 1), 4)
  })

  test('of SOL has eight signals, and the mean of the last bar for a VWAP', async () => {
    const { told } = await perpOf('regime/perp/SOL')
    const found = told()
    expect(Object.keys(found.signals)).toHaveLength(8)
    expect(found.inputs.vwap.actor).toBe('bars/binance,bars/kraken,bars/okx')
    expect(found.inputs).not.toHaveProperty('book_imbalance')
  })

  test('is a spike when the price falls by eight per cent within a minute, and keeps it for a minute after', async () => {
    const { one, told } = await perpOf('regime/perp/BTC')
    expect(told().regime).not.toBe('VOLATILITY_SPIKE')
    await one.on.post({ shock: { 'spot.BTC': 0.92 } })
    await one.minute()
    const fallen = told()
    expect(fallen).toMatchObject({ regime: 'VOLATILITY_SPIKE', bias: 'NEUTRAL', row: 1, candidate: null })
    expect(fallen.measures.ret1h_pct).toBeLessThan(-7)
    await one.on.post({ shock: { 'spot.BTC': 1 / 0.92 } })
    await one.minute()
    expect(told()).toMatchObject({ regime: 'VOLATILITY_SPIKE', candidate: { regime: expect.any(String) } })
    const after: string[] = []
    for (let minute = 0; minute < 4; minute++) {
      await one.minute()
      after.push(told().regime)
    }
    expect(after.at(-1)).not.toBe('VOLATILITY_SPIKE')
  })

  test('is none without its inputs', async () => {
    const { one } = await perpOf('regime/perp/BTC')
    await one.on.post({
      faults: Object.fromEntries(
        ['binance', 'bybit', 'okx', 'bitget', 'gateio', 'kraken', 'deribit', 'hyperliquid', 'dydx'].map((name) => [
          name,
          { silent: true },
        ]),
      ),
    })
    for (let minute = 0; minute < 40; minute++) one.on.clock.move(60_000)
    expect(['low_confidence', 'input_missing']).toContain(one.conclude().kind)
  })
})

test('the regime of liquidity is made of both coins', async () => {
  const one = await fed(registry.item('regime/liquidity/MARKET')!)
  const found = contentOf(LiquidityAnswer, one.conclude())
  expect(found.signals.liquidation_flow).toEqual({ value: null, score: null })
  expect(found.signals.funding.value).toBeCloseTo(
    (Math.abs(found.inputs.btc.funding_rate_8h.value!) + Math.abs(found.inputs.eth.funding_rate_8h.value!)) / 2,
    8,
  )
  const there = Object.values(found.signals).flatMap(({ score }) => score ?? [])
  expect(found.stress_score).toBeCloseTo((there.reduce((sum, score) => sum + score, 0) * 5) / there.length, 1)
  expect(found.missing).toContain('btc.liquidated_long_usd')
})

test('the TradFi regime is made of both equity indices and the yield curve, each with its attestation', async () => {
  const one = await fed(registry.item('regime/tradfi/EQUITY')!)
  const found = contentOf(TradfiAnswer, one.conclude())
  const { mesi_value: mesi, mnvi_value: mnvi, yield_curve_pct: curve, vix } = found.inputs
  expect([found.missing, found.degraded, found.coverage, found.overridden]).toEqual([[], false, 1, false])
  expect([mesi.actor, mnvi.actor, curve.actor, vix.contentHash]).toEqual([
    'index/equity-stress/EQUITY',
    'index/nq-volatility/NQ-USD',
    'econ/us/YIELD-CURVE',
    mesi.contentHash,
  ])
  for (const each of Object.values(found.inputs)) expect(each.contentHash).toHaveLength(64)
  // A curve that is a percentage point apart scores nothing, an inverted one a hundred.
  const slope = 100 * Math.min(1, Math.max(0, (1 - curve.value!) / 2))
  expect(found.composite).toBeCloseTo(0.4 * mesi.value! + 0.4 * mnvi.value! + 0.2 * slope, 1)
  expect(['RISK_ON', 'NEUTRAL'][Number(found.composite >= 30)]).toBe(found.regime)
})
