import { describe, expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { basisBps } from '../../../src/feeds/math/basis.ts'
import type { Said } from '../../../src/sources/perpetual.ts'
import { bitget } from '../../../src/sources/perpetuals/bitget.ts'
import { bybit } from '../../../src/sources/perpetuals/bybit.ts'
import { deribit } from '../../../src/sources/perpetuals/deribit.ts'
import { dydx } from '../../../src/sources/perpetuals/dydx.ts'
import { gate } from '../../../src/sources/perpetuals/gate.ts'
import { hyperliquid } from '../../../src/sources/perpetuals/hyperliquid.ts'
import { kraken } from '../../../src/sources/perpetuals/kraken.ts'
import { okx } from '../../../src/sources/perpetuals/okx.ts'
import { asking } from '../../support/perpetual-reply.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { unreadable } from '../../support/unreadable.ts'

/**
 * Rows that venues pushed over their sockets, in the envelope of the call that we ask: more real rows of the same form. A
 * socket's row is read where it has the fields of the call, and refused by the first one that it lacks.
 */

const Frame = Type.Record(Type.String(), Type.Unknown())
const framesOf = (path: string): Readonly<Record<string, unknown>>[] => {
  const read: unknown = JSON.parse(recorded(`crypto/${path}`).body)
  return Value.Parse(Type.Array(Frame), Array.isArray(read) ? read : [read])
}

/** What stands at the end of a path in a frame. */
const within = (frame: unknown, ...names: string[]): unknown =>
  names.reduce((found: unknown, name) => (Value.Check(Frame, found) ? found[name] : undefined), frame)

const frameWith = (path: string, words: string): Readonly<Record<string, unknown>> => {
  const found = framesOf(path).find((frame) => JSON.stringify(frame).includes(words))
  if (!found) throw new Error(`${path} has no frame with ${words}`)
  return found
}

const bps = ({ mark, index }: Said): number => Number(basisBps(Number(mark), Number(index)).toFixed(4))

describe.skipIf(!recordedAvailable)('rows of the form of the call', () => {
  test('deribit: a ticker of December 2025, and two of 2019 without its newer fields', () => {
    const read = (data: unknown) => asking(deribit, '=BTC-PERPETUAL').read(JSON.stringify({ result: data })).BTC!
    const [frame] = framesOf('deribit/ws_ticker_BTC-PERPETUAL')
    const newer = read(within(frame, 'params', 'data'))
    expect(newer).toMatchObject({
      funding: { rate: '0', isExpected: false },
      mark: '92281.78',
      index: '92263.55',
      openInterest: { amount: '1132329370', unit: 'usd' },
      at: 1_765_541_474_086,
    })
    expect(bps(newer)).toBe(1.9759)
    const older = framesOf('deribit/ws_trades_liquidation_ticker_options_book').flatMap((each) =>
      within(each, 'params', 'channel') === 'ticker.BTC-PERPETUAL.raw' ? [read(within(each, 'params', 'data'))] : [],
    )
    expect(older.map((said) => [said.openInterest?.amount, bps(said)])).toEqual([
      ['66128281', 2.9234],
      ['84844461', -1.8661],
    ])
  })

  test('dydx: the list of markets of August 2024', () => {
    const frame = frameWith('dydx/ws_trades_orderbook_markets_liquidated', '"subscribed","connection_id":"3a2e4c0c')
    const read = (asset: 'BTC' | 'ETH') =>
      asking(dydx, `${asset}-USD`).read(JSON.stringify(within(frame, 'contents')))[asset]
    expect(read('BTC')).toMatchObject({ mark: '60387.51779', openInterest: { amount: '648.2389', unit: 'coins' } })
    expect(read('ETH')).toMatchObject({ mark: '2623.2521', openInterest: { amount: '15395.279' } })
    expect(read('BTC')).not.toHaveProperty('index')
  })

  test('dydx: what it pushes afterwards is no whole market', () => {
    for (const words of ['"trading"', '"oraclePrices"']) {
      const frame = frameWith('dydx/ws_trades_orderbook_markets_liquidated', words)
      const body = JSON.stringify(within(frame, 'contents'))
      expect(unreadable(() => asking(dydx, 'ETH-USD').read(body))).toBe('reply.markets is missing')
    }
  })

  test('hyperliquid: contexts of all coins in the order of their names, some delisted', () => {
    const [frame] = framesOf('hyperliquid/ws_all_dexs_asset_ctxs')
    const contexts = Value.Parse(
      Type.Array(Type.Tuple([Type.String(), Type.Array(Frame)])),
      within(frame, 'data', 'ctxs'),
    )[0]![1]
    // The first of its universe, as `meta` lists them; the rest are other coins.
    const names = ['BTC', 'ETH', 'ATOM', 'MATIC', 'DYDX', 'SOL']
    const universe = contexts.map((_, at) => ({ name: names[at] ?? `other ${at}` }))
    const read = asking(hyperliquid, 'metaAndAssetCtxs').read(JSON.stringify([{ universe }, contexts]))
    expect(read.BTC).toMatchObject({ mark: '77562.0', index: '77605.0', openInterest: { amount: '27353.17682' } })
    expect(read.SOL).toMatchObject({ mark: '86.148', index: '86.19', openInterest: { amount: '3928422.4599999995' } })
    expect([read.BTC, read.ETH, read.SOL].map((said) => bps(said!))).toEqual([-5.5409, -4.2361, -4.873])
  })

  test('bybit: a ticker of before June 2026 counts both sides, and says nothing of its size', () => {
    const read = (frame: unknown) => {
      const list = [within(frame, 'data')]
      const reply = { retCode: 0, result: { category: 'linear', list }, time: within(frame, 'ts') }
      return asking(bybit, 'BTCUSDT').read(JSON.stringify(reply)).BTC!
    }
    const fixture = read(framesOf('bybit/ws_ticker_linear_fixture')[0])
    expect(fixture).toMatchObject({ mark: '17217.33', index: '17227.36', intervalHours: 8, at: 1_673_272_861_686 })
    expect(fixture).not.toHaveProperty('openInterest')
    expect(bps(fixture)).toBe(-5.8221)
    const pushed = 'bybit/ws_linear_tickers_trades_all_liquidation'
    const ticker = read(frameWith(pushed, '"tickers.BTCUSDT"'))
    expect([ticker.mark, bps(ticker)]).toEqual(['28552.81', -3.3051])
    expect(unreadable(() => read(frameWith(pushed, '"tickers.BTCUSD"')))).toContain('symbol is not BTCUSDT: "BTCUSD"')
    expect(unreadable(() => read(frameWith(pushed, '"tickers.BTCUSDU23"')))).toContain('is not BTCUSDT: "BTCUSDU23"')
  })

  test('okx: rows of December 2021, of another contract', () => {
    const rowsOf = (channel: string) =>
      JSON.stringify({
        code: '0',
        data: within(frameWith('okx/ws_swap_funding_oi_mark', `"${channel}"`), 'data'),
      })
    const ours = (channel: string) => rowsOf(channel).replaceAll('WNCG', 'BTC')
    for (const words of ['funding-rate', 'open-interest', 'mark-price', 'index-tickers'])
      expect(asking(okx, words).read(rowsOf(words))).toEqual({})
    expect(asking(okx, 'open-interest').read(ours('open-interest'))).toEqual({
      BTC: { openInterest: { amount: '644195', unit: 'coins' }, at: 1_640_131_258_756 },
    })
    expect(asking(okx, 'mark-price').read(ours('mark-price'))).toEqual({
      BTC: { mark: '2.1729', at: 1_640_131_259_180 },
    })
    expect(asking(okx, 'index-tickers').read(ours('index-tickers'))).toEqual({
      BTC: { index: '2.1675', at: 1_640_131_290_649 },
    })
    // In these days a rate came without the payment after the next, and so without its interval.
    expect(unreadable(() => asking(okx, 'funding-rate').read(ours('funding-rate')))).toBe(
      'reply.data[0].nextFundingTime is missing',
    )
  })
})

describe.skipIf(!recordedAvailable)('rows of another form are refused by what they lack', () => {
  test('bitget: a ticker of April 2026', () => {
    const frame = frameWith('bitget/ws_futures_ticker_trade_book_liquidation', '"topic":"ticker"')
    const reply = { code: '00000', requestTime: 1, data: within(frame, 'data') }
    const tickers = asking(bitget, 'tickers?category=USDT-FUTURES&symbol=BTCUSDT')
    expect(unreadable(() => tickers.read(JSON.stringify(reply)))).toBe('reply.data[0].category is missing')
  })

  test('bitget: a coin-settled dated contract', () => {
    const frame = frameWith('bitget/ws_futures_ticker_trade_book_liquidation', '"BTCUSDZ24","lastPr"')
    const reply = { code: '00000', requestTime: 1, data: within(frame, 'data') }
    const tickers = asking(bitget, 'tickers?category=USDT-FUTURES&symbol=BTCUSDT')
    expect(unreadable(() => tickers.read(JSON.stringify(reply)))).toBe('reply.data[0].category is missing')
  })

  test('gate: tickers count contracts, without the coins of one', () => {
    const frame = frameWith('gate/ws_futures_tickers_trades_book', '"contract":"BTC_USDT","last":"23160.2"')
    const body = JSON.stringify(within(frame, 'result'))
    expect(unreadable(() => asking(gate, 'BTC_USDT').read(body))).toBe('reply has 0 rows of BTC_USDT')
  })

  test('kraken futures: frames name their contract and its prices in other words', () => {
    for (const path of ['ws_ticker_fixture', 'ws_ticker_trade_book_liquidation', 'ws_ticker_lite_trades_2021']) {
      const row = frameWith(`krakenfutures/${path}`, '"feed":"ticker')
      const reply = { result: 'success', serverTime: '2026-11-18T12:00:00.000Z', tickers: [row] }
      expect(unreadable(() => asking(kraken, 'tickers').read(JSON.stringify(reply)))).toBe(
        'reply.tickers[0].symbol is missing',
      )
    }
  })

  test('hyperliquid: the context of one coin', () => {
    const frame = frameWith('hyperliquid/ws_trades_l2Book_activeAssetCtx_bbo', '"activeAssetCtx"')
    const body = JSON.stringify(within(frame, 'data'))
    expect(unreadable(() => asking(hyperliquid, 'metaAndAssetCtxs').read(body))).toContain('reply is not a list')
  })

  test('hyperliquid: what other venues pay, by its word', () => {
    const { body } = recorded('crypto/hyperliquid/predictedFundings_2026')
    expect(unreadable(() => asking(hyperliquid, 'metaAndAssetCtxs').read(body)).length).toBeGreaterThan(10)
  })

  test('deribit: the summary of all futures has no index', () => {
    const { body } = recorded('crypto/deribit/book_summary_BTC_future')
    expect(unreadable(() => asking(deribit, '=BTC-PERPETUAL').read(body))).toContain('reply.result is not an object')
  })
})
