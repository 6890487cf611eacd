import { describe, expect, test } from 'bun:test'
import { bybitInstruments } from '../../../src/sources/options/bybit-instruments.ts'
import { deribitInstruments } from '../../../src/sources/options/deribit-instruments.ts'
import type { InstrumentVenue } from '../../../src/sources/options/instruments.ts'
import { okxInstruments } from '../../../src/sources/options/okx-instruments.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

const page = (venue: InstrumentVenue, body: string, coin = 'BTC') => venue.page(coin, null).read(body)
const file = (venue: InstrumentVenue, path: string, coin = 'BTC') => page(venue, recorded(path).body, coin)

/** What every reply comes to: calls, puts, expiries, strikes, and two sums that were made apart from the reader. */
const summed = ({ listed, cursor }: ReturnType<typeof page>) => ({
  calls: listed.filter(({ kind }) => kind === 'call').length,
  puts: listed.filter(({ kind }) => kind === 'put').length,
  expiries: new Set(listed.map(({ expiry }) => expiry)).size,
  strikes: new Set(listed.map(({ strike }) => Number(strike))).size,
  strikeSum: listed.reduce((sum, { strike }) => sum + Number(strike), 0),
  expirySum: listed.reduce((sum, { expiry }) => sum + expiry, 0),
  cursor,
})
const NONE = { calls: 0, puts: 0, expiries: 0, strikes: 0, strikeSum: 0, expirySum: 0, cursor: null }

describe('what deribit lists, recorded', () => {
  test.skipIf(!recordedAvailable).each([
    ['get_instruments', 'BTC', [1, 0, 1, 1, 100_000, 1_735_300_800_000]],
    ['get_instruments_BTC_2021', 'BTC', [94, 102, 10, 45, 10_152_000, 320_229_360_000_000]],
    ['get_instruments_ETH_2021', 'ETH', [101, 110, 10, 64, 860_580, 344_690_150_400_000]],
    ['get_instruments_SOL_2021', 'SOL', [86, 86, 6, 32, 8_306, 284_688_979_200_000]],
    ['get_instruments_BTC_option_sample', 'BTC', [3, 2, 1, 3, 344_000, 8_897_616_000_000]],
  ] as const)('%s', (name, coin, [calls, puts, expiries, strikes, strikeSum, expirySum]) => {
    const found = summed(file(deribitInstruments, `crypto/deribit/${name}`, coin))
    expect(found).toEqual({ calls, puts, expiries, strikes, strikeSum, expirySum, cursor: null })
  })

  test.skipIf(!recordedAvailable)(
    'two options, field by field; futures and other coins are no options of this one',
    () => {
      expect(file(deribitInstruments, 'macro/deribit/get_instruments-btc-option-expiries').listed).toEqual([
        { expiry: Date.parse('2026-05-23T08:00:00Z'), strike: '68000.0', kind: 'call' },
        { expiry: Date.parse('2026-05-23T08:00:00Z'), strike: '68000.0', kind: 'put' },
      ])
      expect(summed(file(deribitInstruments, 'crypto/deribit/get_instruments_BTC_future'))).toEqual(NONE)
      expect(summed(file(deribitInstruments, 'crypto/deribit/get_instruments_BTC_2021', 'ETH'))).toEqual(NONE)
    },
  )

  test.skipIf(!recordedAvailable)('one instrument, as get_instrument gives it, is a row of the list', () => {
    const one: unknown = JSON.parse(recorded('crypto/deribit/get_instrument_option').body)
    const row = (one as { readonly result: object }).result
    expect(page(deribitInstruments, JSON.stringify({ result: [row] })).listed).toEqual([
      { expiry: Date.parse('2024-12-27T12:00:00Z'), strike: '100000', kind: 'call' },
    ])
  })
})

describe('what okx lists, recorded', () => {
  test.skipIf(!recordedAvailable).each([
    ['instruments_option_2025', 'BTC', [2, 2, 1, 2, 372_000, 6_937_689_600_000]],
    ['instruments_option_BTC-USD_2022', 'BTC', [173, 173, 8, 50, 14_153_000, 572_910_566_400_000]],
    ['instruments_option_ETH-USD_2022', 'ETH', [175, 175, 8, 46, 1_086_200, 579_473_280_000_000]],
  ] as const)('%s', (name, coin, [calls, puts, expiries, strikes, strikeSum, expirySum]) => {
    const found = summed(file(okxInstruments, `crypto/okx/${name}`, coin))
    expect(found).toEqual({ calls, puts, expiries, strikes, strikeSum, expirySum, cursor: null })
  })

  test
    .skipIf(!recordedAvailable)
    .each([
      'instruments_futures_2025',
      'instruments_futures_majors_2022',
      'instruments_spot_majors_2022',
      'instruments_swap_2025',
      'instruments_swap_majors_2022',
    ])('%s holds no option', (name) => {
    expect(summed(file(okxInstruments, `crypto/okx/${name}`))).toEqual(NONE)
  })

  test.skipIf(!recordedAvailable)('another coin’s list holds none of ours', () => {
    expect(summed(file(okxInstruments, 'crypto/okx/instruments_option_BTC-USD_2022', 'ETH'))).toEqual(NONE)
  })
})

describe('what bybit lists, recorded', () => {
  test.skipIf(!recordedAvailable)('an option', () => {
    expect(file(bybitInstruments, 'crypto/bybit/instruments_option_fixture', 'ETH')).toEqual({
      listed: [{ expiry: Date.parse('2023-01-03T08:00:00Z'), strike: '1250', kind: 'put' }],
      cursor: null,
    })
    expect(file(bybitInstruments, 'crypto/bybit/instruments_option_fixture').listed).toEqual([])
  })

  test.skipIf(!recordedAvailable).each([
    ['instruments_linear_fixture', 'linear'],
    ['instruments_vendor_2026', 'linear'],
    ['instruments_spot_fixture', 'spot'],
  ])('%s is a list of other things', (name, category) => {
    expect(unreadable(() => file(bybitInstruments, `crypto/bybit/${name}`))).toBe(
      `reply.result.category is not option: "${category}"`,
    )
  })
})

describe('what is asked', () => {
  test('linear options of SOL lie under the currency USDC', () => {
    expect(deribitInstruments.page('SOL', null).path).toBe(
      '/api/v2/public/get_instruments?currency=USDC&kind=option&expired=false',
    )
    expect(deribitInstruments.page('ETH', null).path).toContain('currency=ETH&')
    expect(okxInstruments.page('ETH', null).path).toBe('/api/v5/public/instruments?instType=OPTION&instFamily=ETH-USD')
  })

  test('a cursor of bybit goes back as it came', () => {
    const path = '/v5/market/instruments-info?category=option&baseCoin=SOL&limit=1000'
    expect(bybitInstruments.page('SOL', null).path).toBe(path)
    const asked = bybitInstruments.page('SOL', 'first%3DSOL-1&last').path
    expect(asked.startsWith(`${path}&cursor=`)).toBe(true)
    expect(new URL(`https://x${asked}`).searchParams.get('cursor')).toBe('first%3DSOL-1&last')
  })
})

const deribitRow = (fields: object) => ({
  instrument_name: 'SOL_USDC-26JUN26-1d02-P',
  kind: 'option',
  base_currency: 'SOL',
  is_active: true,
  option_type: 'put',
  strike: 1.02,
  expiration_timestamp: 1_782_460_800_000,
  ...fields,
})
const bybitRow = (fields: object) => ({
  symbol: 'BTC-26JUN26-90000-C-USDT',
  status: 'Trading',
  baseCoin: 'BTC',
  optionsType: 'Call',
  deliveryTime: '1782460800000',
  ...fields,
})
const okxRow = (fields: object) => ({
  instType: 'OPTION',
  uly: 'BTC-USD',
  state: 'live',
  optType: 'C',
  stk: '92000',
  expTime: '1782460800000',
  ...fields,
})
const deribitSaid = (...result: readonly object[]) => JSON.stringify({ jsonrpc: '2.0', result })
const okxSaid = (...data: readonly object[]) => JSON.stringify({ code: '0', msg: '', data })
const bybitSaid = (list: readonly object[], cursor = '') =>
  JSON.stringify({ retCode: 0, result: { category: 'option', list, nextPageCursor: cursor }, time: 1 })

describe('what a list must not fool us with', () => {
  const expiry = 1_782_460_800_000

  test('deribit: another coin of USDC, a combination, an option that is not active', () => {
    const { listed } = page(
      deribitInstruments,
      deribitSaid(
        deribitRow({}),
        deribitRow({ base_currency: 'XRP' }),
        deribitRow({ kind: 'option_combo' }),
        deribitRow({ is_active: false }),
      ),
      'SOL',
    )
    expect(listed).toEqual([{ expiry, strike: '1.02', kind: 'put' }])
  })

  test('okx: an option that is not traded yet or no longer', () => {
    const body = okxSaid(...['live', 'suspend', 'preopen', 'test'].map((state) => okxRow({ state })))
    expect(page(okxInstruments, body).listed).toEqual([{ expiry, strike: '92000', kind: 'call' }])
  })

  test('bybit: a strike in two currencies is two options; what is delivering is none', () => {
    const body = bybitSaid(
      [bybitRow({}), bybitRow({ symbol: 'BTC-26JUN26-90000-C' }), bybitRow({ status: 'Delivering' })],
      'more',
    )
    const option = { expiry, strike: '90000', kind: 'call' } as const
    expect(page(bybitInstruments, body)).toEqual({ listed: [option, option], cursor: 'more' })
  })

  test.each([
    [
      'deribit',
      deribitInstruments,
      'SOL',
      deribitSaid(deribitRow({ option_type: 'straddle' })),
      'reply.result[0].option_type is not one of call, put: "straddle"',
    ],
    [
      'deribit',
      deribitInstruments,
      'SOL',
      deribitSaid(deribitRow({ strike: 0 })),
      'reply.result[0].strike is not a number above zero: "0"',
    ],
    ['deribit', deribitInstruments, 'BTC', '{"error":{"code":-32602}}', 'the provider answered: {"code":"-32602"}'],
    ['okx', okxInstruments, 'BTC', okxSaid(okxRow({ stk: '' })), 'reply.data[0].stk is not a number above zero: ""'],
    ['okx', okxInstruments, 'BTC', okxSaid(okxRow({ optType: '' })), 'reply.data[0].optType is not one of C, P: ""'],
    [
      'bybit',
      bybitInstruments,
      'BTC',
      bybitSaid([bybitRow({ optionsType: 'Put' })]),
      'reply.result.list[0].optionsType is not call: "put"',
    ],
    [
      'bybit',
      bybitInstruments,
      'BTC',
      bybitSaid([bybitRow({ symbol: 'BTC-MYSTERY' })]),
      'the provider answered: an option of BTC called BTC-MYSTERY',
    ],
    [
      'bybit',
      bybitInstruments,
      'BTC',
      '{"retCode":10001,"retMsg":"no","result":{}}',
      'the provider answered: 10001 no',
    ],
  ] as const)('%s: what is wrong is named, row %#', (_name, venue, coin, body, message) => {
    expect(unreadable(() => page(venue, body, coin))).toBe(message)
  })
})
