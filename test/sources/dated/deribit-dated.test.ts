import { describe, expect, test } from 'bun:test'
import { deribitDated } from '../../../src/sources/dated/deribit-dated.ts'
import type { DatedTerms } from '../../../src/sources/dated/dated.ts'
import type { PerpetualAsset } from '../../../src/sources/perpetual.ts'
import { listOf, tickersOf } from '../../support/dated-reply.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

const list = listOf(deribitDated, 'currency=BTC')
const tickers = tickersOf(deribitDated, 'currency=BTC')
const inverse = (asset: PerpetualAsset, expiresAt: number): DatedTerms => ({ asset, kind: 'inverse', expiresAt })

describe('deribit futures, recorded', () => {
  test.skipIf(!recordedAvailable)('twelve dates of May 2026, and not the perpetual', () => {
    const found = list.read(recorded('crypto/deribit/get_instruments_BTC_future').body)
    expect(found).toEqual({
      'BTC-23MAY26': inverse('BTC', 1_779_523_200_000),
      'BTC-24MAY26': inverse('BTC', 1_779_609_600_000),
      'BTC-25MAY26': inverse('BTC', 1_779_696_000_000),
      'BTC-26MAY26': inverse('BTC', 1_779_782_400_000),
      'BTC-29MAY26': inverse('BTC', 1_780_041_600_000),
      'BTC-5JUN26': inverse('BTC', 1_780_646_400_000),
      'BTC-12JUN26': inverse('BTC', 1_781_251_200_000),
      'BTC-26JUN26': inverse('BTC', 1_782_460_800_000),
      'BTC-31JUL26': inverse('BTC', 1_785_484_800_000),
      'BTC-25SEP26': inverse('BTC', 1_790_323_200_000),
      'BTC-25DEC26': inverse('BTC', 1_798_185_600_000),
      'BTC-26MAR27': inverse('BTC', 1_806_048_000_000),
    })
  })

  test.skipIf(!recordedAvailable)('marks over the index, and dollars of open interest', () => {
    const found = tickers.read(recorded('crypto/deribit/book_summary_BTC_future').body)
    expect(Object.keys(found)).toHaveLength(12)
    expect(found).not.toContainKey('BTC-PERPETUAL')
    const row = (mark: string, usd: string) => ({
      mark,
      index: '76736.38',
      openInterest: { amount: usd, unit: 'usd' as const },
      at: 1_779_460_434_086,
    })
    expect(found['BTC-5JUN26']).toEqual(row('76783.36', '8901820'))
    expect(found['BTC-23MAY26']).toEqual(row('76744.11', '268730'))
    expect(found['BTC-26MAR27']).toEqual(row('78747.8', '17015740'))
  })

  test.skipIf(!recordedAvailable)('lists of 2021 are of options too, and have fewer fields', () => {
    const of = (coin: string) => list.read(recorded(`crypto/deribit/get_instruments_${coin}_2021`).body)
    expect(of('BTC')).toEqual({
      'BTC-25MAR22': inverse('BTC', 1_648_195_200_000),
      'BTC-27AUG21': inverse('BTC', 1_630_051_200_000),
      'BTC-24JUN22': inverse('BTC', 1_656_057_600_000),
      'BTC-30JUL21': inverse('BTC', 1_627_632_000_000),
      'BTC-31DEC21': inverse('BTC', 1_640_937_600_000),
      'BTC-23JUL21': inverse('BTC', 1_627_027_200_000),
      'BTC-24SEP21': inverse('BTC', 1_632_470_400_000),
    })
    expect(Object.keys(of('ETH')).toSorted()).toEqual([
      'ETH-23JUL21',
      'ETH-24JUN22',
      'ETH-24SEP21',
      'ETH-25MAR22',
      'ETH-27AUG21',
      'ETH-30JUL21',
      'ETH-31DEC21',
    ])
    expect(of('ETH')['ETH-31DEC21']).toEqual(inverse('ETH', 1_640_937_600_000))
    // The retired futures that were settled in SOL.
    expect(of('SOL')).toEqual({
      'SOL-24JUN22': inverse('SOL', 1_656_057_600_000),
      'SOL-10JUN22': inverse('SOL', 1_654_848_000_000),
      'SOL-3JUN22': inverse('SOL', 1_654_243_200_000),
      'SOL-29JUL22': inverse('SOL', 1_659_081_600_000),
    })
  })

  test.skipIf(!recordedAvailable)('options, combinations and single instruments are no futures', () => {
    expect(list.read(recorded('crypto/deribit/get_instruments').body)).toEqual({
      'BTC-27DEC24': inverse('BTC', 1_735_300_800_000),
    })
    expect(list.read(recorded('crypto/deribit/get_instruments_BTC_option_sample').body)).toEqual({})
    expect(tickers.read(recorded('crypto/deribit/book_summary_BTC_option_sample').body)).toEqual({})
    expect(tickers.read(recorded('crypto/deribit/book_summary_option_sample_2024').body)).toEqual({})
    expect(unreadable(() => list.read(recorded('crypto/deribit/get_instrument_option').body))).toStartWith(
      'reply.result is not a list',
    )
    expect(unreadable(() => tickers.read(recorded('crypto/deribit/ticker_BTC-PERPETUAL').body))).toStartWith(
      'reply.result is not a list',
    )
  })
})

const ROW = {
  instrument_name: 'SOL_USDC-25DEC26',
  base_currency: 'SOL',
  quote_currency: 'USDC',
  kind: 'future',
  settlement_period: 'month',
  is_active: true,
  price_index: 'sol_usdc',
  expiration_timestamp: 1_798_185_600_000,
}
const SUMMARY = {
  instrument_name: 'SOL_USDC-25DEC26',
  base_currency: 'SOL',
  quote_currency: 'USDC',
  mark_price: 181.5,
  estimated_delivery_price: 180.25,
  open_interest: 1234.5,
  creation_timestamp: 7,
}
const answer = (...result: readonly object[]) => JSON.stringify({ jsonrpc: '2.0', result })

describe('deribit futures, constructed', () => {
  test('linear ones are counted in coins', () => {
    expect(list.read(answer(ROW))).toEqual({
      'SOL_USDC-25DEC26': { asset: 'SOL', kind: 'linear', expiresAt: 1_798_185_600_000 },
    })
    expect(tickers.read(answer(SUMMARY))).toEqual({
      'SOL_USDC-25DEC26': {
        mark: '181.5',
        index: '180.25',
        openInterest: { amount: '1234.5', unit: 'coins' },
        at: 7,
      },
    })
  })

  test('other coins, other currencies, closed ones and those on the index of another coin are left out', () => {
    const others = [
      { base_currency: 'XRP' },
      { quote_currency: 'EURR' },
      { is_active: false },
      { price_index: 'btc_usdc' },
      { settlement_period: 'perpetual' },
      { kind: 'option' },
    ]
    for (const other of others) expect(list.read(answer({ ...ROW, ...other }))).toEqual({})
    for (const other of [
      { base_currency: 'XRP' },
      { quote_currency: 'EURR' },
      { instrument_name: 'SOL_USDC-PERPETUAL' },
    ])
      expect(tickers.read(answer({ ...SUMMARY, ...other }))).toEqual({})
  })

  test('a price that is open is left out, an error is thrown', () => {
    expect(tickers.read(answer({ ...SUMMARY, mark_price: null }))['SOL_USDC-25DEC26']).not.toContainKey('mark')
    expect(tickers.read(answer({ ...SUMMARY, estimated_delivery_price: 0 }))['SOL_USDC-25DEC26']).not.toContainKey(
      'index',
    )
    expect(unreadable(() => tickers.read(answer({ ...SUMMARY, mark_price: -1 })))).toContain(
      'mark_price is not a price',
    )
    expect(unreadable(() => list.read('{"error":{"code":-32602,"message":"Invalid params"}}'))).toContain('-32602')
  })

  test('asks for the coins with futures of their own, and for USDC', () => {
    const currencies = (queries: readonly { path: string }[]) =>
      queries.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('currency'))
    expect(currencies(deribitDated.lists)).toEqual(['BTC', 'ETH', 'USDC'])
    expect(currencies(deribitDated.tickers)).toEqual(['BTC', 'ETH', 'USDC'])
  })
})
