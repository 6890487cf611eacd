import { describe, expect, test } from 'bun:test'
import { deribitOptions } from '../../../src/sources/options/deribit-options.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

/*
 * chain_*, snapshot_*, ticker_option_*, ws_* and get_instruments_* are read in test/feeds/options. Not read:
 * get_expirations_* (the chain names its own), *_future, funding_*, historical_volatility_*, get_last_trades_*.
 */
const chain = (body: string, coin = 'BTC') => deribitOptions.chain(coin).read(body)
const row = (fields: object) => ({
  instrument_name: 'BTC-25DEC26-90000-C',
  creation_timestamp: 1_779_460_433_267,
  underlying_price: 76_736.07,
  mark_iv: 58.6,
  bid_price: 0.1,
  ask_price: 0.2,
  open_interest: 1,
  ...fields,
})
const said = (...rows: readonly object[]): string => JSON.stringify({ jsonrpc: '2.0', result: rows })

describe('deribit options, recorded', () => {
  test.skipIf(!recordedAvailable)('five options of May 2026: per cent, coins, null for no quote', () => {
    const expiry = Date.parse('2026-05-23T08:00:00Z')
    const forward = '76736.07'
    expect(chain(recorded('crypto/deribit/book_summary_BTC_option_sample').body)).toEqual({
      at: 1_779_460_433_271,
      quotes: [
        {
          symbol: 'BTC-23MAY26-69000-P',
          expiry,
          strike: '69000',
          kind: 'put',
          markIv: '58.6',
          twoSided: false,
          forward,
          bid: null,
          ask: '7.673607',
          volume: '0.0',
        },
        {
          symbol: 'BTC-23MAY26-70000-C',
          expiry,
          strike: '70000',
          kind: 'call',
          markIv: '56.1',
          twoSided: true,
          forward,
          bid: '6560.933985',
          ask: '6982.98237',
          volume: '0.0',
        },
        {
          symbol: 'BTC-23MAY26-68000-C',
          expiry,
          strike: '68000',
          kind: 'call',
          markIv: '59.0',
          twoSided: true,
          forward,
          bid: '8594.43984',
          ask: '8978.12019',
          volume: '0.0',
        },
        {
          symbol: 'BTC-23MAY26-68000-P',
          expiry,
          strike: '68000',
          kind: 'put',
          markIv: '59.0',
          twoSided: false,
          forward,
          bid: null,
          ask: '7.673607',
          volume: '0.0',
        },
        {
          symbol: 'BTC-23MAY26-69000-C',
          expiry,
          strike: '69000',
          kind: 'call',
          markIv: '58.6',
          twoSided: true,
          forward,
          bid: '7596.87093',
          ask: '7980.55128',
          volume: '0.0',
        },
      ],
      interest: {
        'BTC-23MAY26-69000-P': '0.1',
        'BTC-23MAY26-70000-C': '0.0',
        'BTC-23MAY26-68000-C': '0.0',
        'BTC-23MAY26-68000-P': '15.2',
        'BTC-23MAY26-69000-C': '0.0',
      },
    })
  })

  test.skipIf(!recordedAvailable)('one of 2024, when a summary had no volatility', () => {
    const { at, quotes } = chain(recorded('crypto/deribit/book_summary_option_sample_2024').body)
    expect(at).toBe(1_711_101_594_477)
    expect(quotes).toEqual([
      {
        symbol: 'BTC-28JUN24-42000-C',
        expiry: Date.parse('2024-06-28T08:00:00Z'),
        strike: '42000',
        kind: 'call',
        markIv: null,
        twoSided: true,
        forward: '68827.27',
        bid: '27806.21708',
        ask: '28288.00797',
        volume: '0.1',
      },
    ])
  })

  test.skipIf(!recordedAvailable)('a chain of another coin holds none of ours', () => {
    expect(chain(recorded('crypto/deribit/book_summary_BTC_option_sample').body, 'ETH').quotes).toEqual([])
    expect(chain(recorded('crypto/deribit/book_summary_BTC_future').body).quotes).toEqual([])
  })
})

describe('deribit options', () => {
  test('asks once for a whole chain', () => {
    expect(deribitOptions.chain('ETH').path).toBe(
      '/api/v2/public/get_book_summary_by_currency?currency=ETH&kind=option',
    )
  })

  test('options on solana stand under USDC, in dollars, among those of other coins', () => {
    expect(deribitOptions.coins).toEqual(['BTC', 'ETH', 'SOL'])
    expect(deribitOptions.chain('SOL').path).toBe(
      '/api/v2/public/get_book_summary_by_currency?currency=USDC&kind=option',
    )
    const sol = row({
      instrument_name: 'SOL_USDC-26JUN26-90-P',
      underlying_price: 92.5,
      bid_price: 3.4,
      ask_price: 3.6,
      volume: 120,
    })
    const { quotes, interest } = chain(said(row({ instrument_name: 'BTC_USDC-26JUN26-90000-P' }), sol), 'SOL')
    expect(quotes).toMatchObject([
      { symbol: 'SOL_USDC-26JUN26-90-P', strike: '90', bid: '3.4', ask: '3.6', forward: '92.5', volume: '120' },
    ])
    expect(interest).toEqual({ 'SOL_USDC-26JUN26-90-P': '1' })
    expect(() => deribitOptions.chain('XRP')).toThrow(RangeError)
  })

  test('a volume that is not told is none; volatilities of quotes are in no summary', () => {
    const [quote] = chain(said(row({}))).quotes
    expect([quote!.volume, quote!.bidIv, quote!.askIv]).toEqual([null, undefined, undefined])
    expect(chain(said(row({ volume: null }))).quotes[0]!.volume).toBeNull()
  })

  test.each([null, 0, '0.0'])('a volatility of %p is none', (mark_iv) => {
    expect(chain(said(row({ mark_iv }))).quotes[0]?.markIv).toBeNull()
  })

  test('an option without a forward is left out, and the others are not', () => {
    const { quotes } = chain(said(row({ underlying_price: null }), row({ instrument_name: 'BTC-25DEC26-91000-C' })))
    expect(quotes.map(({ symbol }) => symbol)).toEqual(['BTC-25DEC26-91000-C'])
  })

  test('says what the provider says instead of an answer', () => {
    expect(unreadable(() => chain('{"jsonrpc":"2.0","error":{"message":"Invalid params","code":-32602}}'))).toBe(
      'the provider answered: {"message":"Invalid params","code":"-32602"}',
    )
  })

  test.each([
    [said(row({ bid_price: undefined })), 'reply.result[0].bid_price is missing'],
    [said(row({ mark_iv: -1 })), 'reply.result[0].mark_iv is not a price: "-1"'],
    [said(row({ open_interest: null })), 'reply.result[0].open_interest is not a text: null'],
    ['{"jsonrpc":"2.0","result":{}}', 'reply.result is not a list: {}'],
    ['<html>', 'not JSON: <html>'],
  ])('names what is wrong: %s', (body, message) => {
    expect(unreadable(() => chain(body))).toBe(message)
  })
})
