import { describe, expect, test } from 'bun:test'
import type { Json } from '../../../src/canonical/jcs.ts'
import { concludeDollarIndex } from '../../../src/feeds/econ/conclude-dollar-index.ts'
import { dollarIndex } from '../../../src/feeds/econ/dollar-index.ts'
import { indexOfDay } from '../../../src/feeds/econ/dollar-index-days.ts'
import type { EconAnswer } from '../../../src/feeds/econ/econ-answer.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { fed } from '../../support/feeds/fed-feeds.ts'
import { lookAt } from '../../support/feeds/market.ts'

const NAMED = { domain: 'DXY', region: 'COMMODITIES', indicator: 'DXY' }
const item = registry.item('econ/commodities/DXY')!

const answerOf = (found: ReturnType<typeof item.feed.conclude>): EconAnswer => {
  if (found.kind !== 'concluded') throw new Error(JSON.stringify(found))
  return found.content as EconAnswer
}

describe('the formula', () => {
  // Worked out apart, with forty digits: 50.14348112 · e^(Σ weight · ln leg).
  test('gives what was worked out elsewhere', () => {
    expect(
      dollarIndex({
        EURUSD: '1.151200',
        USDJPY: '154.830000',
        GBPUSD: '1.312400',
        USDCAD: '1.401100',
        USDSEK: '9.456000',
        USDCHF: '0.806200',
      }),
    ).toBe('99.931')
  })

  test('is 50.143 where every leg is one', () => {
    const one = '1.000000'
    expect(dollarIndex({ EURUSD: one, USDJPY: one, GBPUSD: one, USDCAD: one, USDSEK: one, USDCHF: one })).toBe('50.143')
  })

  test('of fixings crosses every currency through the euro of one day', () => {
    // 18 March 2026: recorded rates, and a krona that is constructed.
    const rates = { USD: '1.15', JPY: '183.49', GBP: '0.86393', CAD: '1.5774', SEK: '10.7900', CHF: '0.9073' }
    expect(indexOfDay({ date: '2026-03-18', rates })).toBe('99.928')
  })
})

describe('over the simulated market', async () => {
  const one = await fed(item)
  const honest = answerOf(one.conclude())

  test('the number follows from the legs as they are printed', () => {
    const legs = Object.fromEntries(honest.parts!.map(({ name, value }) => [name, value]))
    const [EURUSD, USDSEK] = [Number(legs['EURUSD']), Number(legs['USDSEK'])]
    expect(Math.abs(EURUSD / 1.15 - 1)).toBeLessThan(0.001)
    expect(Math.abs(USDSEK / 9.45 - 1)).toBeLessThan(0.003)
    const checks = (body: Record<string, Json>) =>
      item.feed.sale.canonical.recompute!(
        item.feed.sale.canonical.read(
          item.feed.sale.canonical.write(item.feed.sale.tokens(body), { timestamp: 1_795_000_000, nonce: 482_910 }),
        ).values,
        body,
      ).filter(({ ok }) => !ok)
    const body = JSON.parse(JSON.stringify(honest)) as Record<string, Json>
    expect(checks(body)).toEqual([])
    expect(checks({ ...body, value: '100.500' }).length).toBe(1)
    expect(checks({ ...body, parts: honest.parts!.slice(1) }).length).toBe(1)
  })

  test('it is named a computation, checked by the fixings of the ECB and followed back to the last day', () => {
    expect(honest).toMatchObject({
      source_agency: 'CLAROS',
      source_model: 'computed',
      vintage_basis: 'computed',
      unit: 'index1973100',
      period: '2026-11-18',
      checked_by: ['ecb'],
      degraded: false,
      previous: { period: '2026-11-17' },
    })
    expect(honest.sources).toContain('norgesbank')
    expect(Math.abs(Number(honest.previous!.value) / Number(honest.value) - 1)).toBeLessThan(0.005)
  })

  test('without any bank’s krona, or without a leg, there is none', () => {
    expect(concludeDollarIndex(NAMED, lookAt(new Map(), one.on.clock.now())).kind).not.toBe('concluded')
  })

  test('a euro that falls by ten per cent lifts it by 6.3, and the fixings of yesterday then dispute it', async () => {
    await one.on.post({ shock: { 'fx.EUR': 0.9 } })
    await one.minute()
    const after = answerOf(one.conclude())
    expect(Number(after.value) / Number(honest.value)).toBeCloseTo(0.9 ** -0.576, 3)
    expect(after).toMatchObject({ disputed_by: ['ecb'], checked_by: [], degraded: true })
  })
})
