import { describe, expect, test } from 'bun:test'
import { okxDated } from '../../../src/sources/dated/okx-dated.ts'
import type { DatedTerms } from '../../../src/sources/dated/dated.ts'
import type { PerpetualAsset } from '../../../src/sources/perpetual.ts'
import { listOf, tickersOf } from '../../support/dated-reply.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

const list = listOf(okxDated)
const marks = tickersOf(okxDated, 'mark-price')
const index = tickersOf(okxDated, 'quoteCcy=USDT')
const interest = tickersOf(okxDated, 'open-interest')

const contract = (asset: PerpetualAsset, quote: string, expiresAt: number): DatedTerms => ({
  asset,
  kind: quote === 'USD' ? 'inverse' : 'linear',
  index: `${asset}-${quote}`,
  expiresAt,
})

describe('okx futures, recorded', () => {
  test.skipIf(!recordedAvailable)('six dates of 2025', () => {
    expect(list.read(recorded('crypto/okx/instruments_futures_2025').body)).toEqual({
      'BTC-USD-241220': contract('BTC', 'USD', 1_734_681_600_000),
      'BTC-USD-241227': contract('BTC', 'USD', 1_735_286_400_000),
      'BTC-USD-250131': contract('BTC', 'USD', 1_738_310_400_000),
      'BTC-USD-250228': contract('BTC', 'USD', 1_740_729_600_000),
      'BTC-USD-250328': contract('BTC', 'USD', 1_743_148_800_000),
      'BTC-USD-250627': contract('BTC', 'USD', 1_751_011_200_000),
    })
  })

  test.skipIf(!recordedAvailable)('inverse and linear ones of 2022', () => {
    const dates = {
      220520: 1_653_033_600_000,
      220527: 1_653_638_400_000,
      220624: 1_656_057_600_000,
      220930: 1_664_524_800_000,
    }
    const expected = (['BTC', 'ETH'] as const).flatMap((asset) =>
      ['USD', 'USDT'].flatMap((quote) =>
        Object.entries(dates).map(([date, at]) => [`${asset}-${quote}-${date}`, contract(asset, quote, at)] as const),
      ),
    )
    expect(list.read(recorded('crypto/okx/instruments_futures_majors_2022').body)).toEqual(Object.fromEntries(expected))
  })

  test.skipIf(!recordedAvailable)('lists of swaps, options and spot markets have no dated futures', () => {
    for (const name of [
      'instruments_swap_2025',
      'instruments_swap_majors_2022',
      'instruments_option_2025',
      'instruments_option_BTC-USD_2022',
      'instruments_option_ETH-USD_2022',
      'instruments_spot_majors_2022',
    ])
      expect([name, list.read(recorded(`crypto/okx/${name}`).body)]).toEqual([name, {}])
  })

  test.skipIf(!recordedAvailable)('marks and open interest of swaps are none of ours; the index is', () => {
    expect(marks.read(recorded('crypto/okx/mark_price_fixture').body)).toEqual({})
    expect(interest.read(recorded('crypto/okx/open_interest_fixture').body)).toEqual({})
    expect(interest.read(recorded('crypto/okx/open_interest_ETH_2026').body)).toEqual({})
    expect(index.read(recorded('crypto/okx/index_tickers_fixture').body)).toEqual({
      'BTC-USDT': { index: '43350', at: 1_649_419_644_492 },
    })
    expect(index.read(recorded('crypto/okx/index_price_2025').body)).toEqual({
      'BTC-USDT': { index: '103895', at: 1_746_942_707_815 },
    })
  })

  test.skipIf(!recordedAvailable)('pushed marks of dated futures have the rows of the reply', () => {
    const frames = JSON.parse(recorded('crypto/okx/ws_futures_liquidation_orders').body) as {
      readonly arg?: { readonly channel?: string }
      readonly data?: readonly Record<string, string>[]
    }[]
    const rows = frames.flatMap(({ arg, data }) => (arg?.channel === 'mark-price' ? (data ?? []) : []))
    const [first] = rows
    expect(first?.['instId']).toBe('FIL-USDT-220325')
    // Of a coin that is not ours.
    expect(marks.read(answer(rows))).toEqual({})
    expect(marks.read(answer([{ ...first, instId: 'SOL-USDT-220325' }]))).toEqual({
      'SOL-USDT-220325': { mark: '36.232', at: 1_640_131_204_676 },
    })
  })
})

const answer = (data: unknown, code = '0', msg = '') => JSON.stringify({ code, msg, data })
const ROW = { instId: 'SOL-USDC-261225', uly: 'SOL-USDC', ctType: 'linear', expTime: '1798185600000', state: 'live' }

describe('okx futures, constructed', () => {
  test('perpetuals with a far date are no futures', () => {
    const named = (instId: string, more: object = {}) => ({ ...ROW, instId, ...more })
    const rows = [
      named('SOL-USDC-261225'),
      named('BTC-USD_UM_XPERP-310404', { uly: 'BTC-USD_UM_XPERP', expTime: '1933056000000' }),
      named('BTC-USD_UM_XPERP-310404', { uly: 'BTC-USD' }),
      named('BTC-USD-XPERP-310404', { uly: 'BTC-USD' }),
      named('BTC-USD-SWAP', { uly: 'BTC-USD' }),
    ]
    expect(list.read(answer(rows))).toEqual({ 'SOL-USDC-261225': contract('SOL', 'USDC', 1_798_185_600_000) })
    const marked = rows.map(({ instId }) => ({ instId, markPx: '1', ts: '7' }))
    expect(marks.read(answer(marked))).toEqual({ 'SOL-USDC-261225': { mark: '1', at: 7 } })
  })

  test('other coins, the index of another coin and what does not trade are left out', () => {
    const others = [
      { instId: 'DOGE-USD-261225' },
      { uly: 'BTC-USDC' },
      { uly: 'SOL-USDT' },
      { state: 'preopen' },
      { ctType: '' },
    ]
    for (const other of others) expect(list.read(answer([{ ...ROW, ...other }]))).toEqual({})
  })

  test('open interest is in dollars, or in coins in replies without them', () => {
    const row = { instId: 'SOL-USDC-261225', oi: '10', oiCcy: '100', ts: '7' }
    const read = (more: object) => interest.read(answer([{ ...row, ...more }]))['SOL-USDC-261225']?.openInterest
    expect(read({ oiUsd: '18000.5' })).toEqual({ amount: '18000.5', unit: 'usd' })
    expect(read({})).toEqual({ amount: '100', unit: 'coins' })
  })

  test('an empty mark is none, an error is thrown', () => {
    expect(marks.read(answer([{ instId: 'BTC-USD-261225', markPx: '', ts: '7' }]))).toEqual({
      'BTC-USD-261225': { at: 7 },
    })
    expect(unreadable(() => list.read(answer([], '50011', 'Rate limit reached')))).toContain('50011 Rate limit reached')
  })
})
