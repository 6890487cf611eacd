import { describe, expect, test } from 'bun:test'
import type { TickerState } from '../../../src/feeds/boards/board-quote.ts'
import { TICKER_BOARDS, tickerBoardOf, venuesOf } from '../../../src/feeds/boards/ticker-boards.ts'
import { TRADE_BOARDS } from '../../../src/feeds/boards/trade-boards.ts'
import { VENUES } from '../../../src/sources/exchanges/venues.ts'
import { OPEN } from '../../support/feeds/market.ts'

const kraken = tickerBoardOf('kraken')
const coinbase = tickerBoardOf('coinbase')

const reply = (prices: Readonly<Record<string, string>>): string =>
  JSON.stringify({
    error: [],
    result: Object.fromEntries(
      Object.entries(prices).map(([symbol, price]) => [
        symbol,
        { a: [price, '1', '1'], b: [price, '1', '1'], c: [price, '1'] },
      ]),
    ),
  })

const asks = (board: typeof kraken, state: TickerState, listed: ReadonlySet<string> | null = null, now = OPEN) =>
  board.asks({ now, state, listed })

const poll = (body: string, before: TickerState, now = OPEN): TickerState =>
  kraken.settle!(asks(kraken, before, null, now)[0]!.enter(body, now, before), before, now)

describe('a board of quotes', () => {
  test('enters what the venue showed under our names, with the time of receipt', () => {
    const state = poll(reply({ XXBTZUSD: '84000.1', SOLEUR: '121.5' }), kraken.empty)
    expect(Object.keys(state.quotes).toSorted()).toEqual(['BTC/USD', 'SOL/EUR'])
    expect(state.quotes['BTC/USD']).toMatchObject({ bid: '84000.1', ask: '84000.1', receivedAt: OPEN })
    expect(state.changedAt).toBe(OPEN)
  })

  test('keeps the last quote of a pair that stopped answering, so that it ages', () => {
    const first = poll(reply({ XXBTZUSD: '84000.1', SOLEUR: '121.5' }), kraken.empty)
    const second = poll(reply({ XXBTZUSD: '84000.2' }), first, OPEN + 5_000)
    expect(second.quotes['BTC/USD']!.receivedAt).toBe(OPEN + 5_000)
    expect(second.quotes['SOL/EUR']!.receivedAt).toBe(OPEN)
  })

  test('keeps what the venue has said of a pair within ten seconds, and takes none of it for a change', () => {
    const said = (state: TickerState) => state.quotes['BTC/USD']!.said!.map(({ price, at }) => [price, at - OPEN])
    const at = (ms: number, price: string, before: TickerState) => poll(reply({ XXBTZUSD: price }), before, OPEN + ms)
    const first = at(0, '84020', kraken.empty)
    const again = at(2_000, '84020', first)
    expect([said(again), again.changedAt]).toEqual([[[84_020, 2_000]], OPEN])
    const second = at(5_000, '84000', again)
    expect(said(second)).toEqual([
      [84_020, 2_000],
      [84_000, 5_000],
    ])
    const third = at(10_000, '84010', second)
    expect(said(third).map(([, ms]) => ms)).toEqual([2_000, 5_000, 10_000])
    expect(said(at(12_001, '84010', second)).map(([, ms]) => ms)).toEqual([5_000, 12_001])
    // A clock that was set back has said nothing of later.
    expect(said(at(4_000, '84030', third)).map(([, ms]) => ms)).toEqual([2_000, 4_000])
  })

  test('has changed only when something in a reply differs, not when the same reply arrives again', () => {
    const first = poll(reply({ XXBTZUSD: '84000.1', SOLEUR: '121.5' }), kraken.empty)
    const same = poll(reply({ XXBTZUSD: '84000.1', SOLEUR: '121.5' }), first, OPEN + 5_000)
    expect(same.changedAt).toBe(OPEN)
    expect(same.quotes['BTC/USD']!.receivedAt).toBe(OPEN + 5_000)
    const other = poll(reply({ XXBTZUSD: '84000.1', SOLEUR: '121.6' }), same, OPEN + 10_000)
    expect(other.changedAt).toBe(OPEN + 10_000)
  })

  test('asks rarely where the venue allows no more, and all of its tickers and trades fit into its budget', () => {
    const gemini = tickerBoardOf('gemini')
    const { rate } = gemini.source
    const paths = (receivedAt: number) => {
      const quote = { bid: '1', ask: '2', last: '1', bookAt: null, lastAt: null, receivedAt }
      return asks(gemini, { quotes: { 'BTC/GBP': quote }, changedAt: OPEN }).map(({ query }) => query.path)
    }
    expect(paths(OPEN - 25_000)).toContain('/v1/pubticker/btcgbp')
    expect(paths(OPEN - 24_999)).not.toContain('/v1/pubticker/btcgbp')
    const perMinute = (seconds: number) => 60 / seconds
    const often = paths(OPEN).length * perMinute(gemini.everySeconds) + perMinute(25)
    const trades = [...TRADE_BOARDS.values()]
      .filter(({ source }) => source.name === 'gemini')
      .map(({ everySeconds }) => perMinute(everySeconds))
    expect(rate.perSeconds).toBe(60)
    expect(often + trades.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(rate.requests)
  })

  test('leaves out symbols that are not ours', () => {
    expect(poll(reply({ XXBTZUSD: '1', WIFUSD: '2' }), kraken.empty).quotes).not.toHaveProperty('WIF/USD')
  })
})

describe('what is asked', () => {
  test('are the symbols that the venue lists as trading', () => {
    const [ask, ...more] = asks(kraken, kraken.empty, new Set(['XBTUSD', 'EURUSD', 'WIFUSD']))
    expect(more).toEqual([])
    expect(ask!.query.path).toBe('/0/public/Ticker?pair=XBTUSD,EURUSD')
    expect(asks(coinbase, coinbase.empty, new Set(['BTC-USD'])).map(({ query }) => query.path)).toEqual([
      '/products/BTC-USD/ticker',
    ])
  })

  test('are all of ours while the list is not known, or names none of ours', () => {
    const all = Object.keys(VENUES.find(({ source }) => source.name === 'coinbase')!.symbols).length
    expect(asks(coinbase, coinbase.empty, null).length).toBe(all)
    expect(asks(coinbase, coinbase.empty, new Set()).length).toBe(all)
  })
})

test('a list of instruments holds our symbols that trade, and no others', () => {
  const listing = coinbase.listing!
  const product = (id: string, status = 'online', more: object = {}) => ({ id, status, ...more })
  const [ask] = listing.asks({ now: OPEN, state: listing.empty, listed: null })
  const body = JSON.stringify([
    product('BTC-USD'),
    product('ETH-USD', 'delisted'),
    product('SOL-USD', 'online', { cancel_only: true }),
    product('WIF-USD'),
  ])
  expect(ask!.enter(body, OPEN, listing.empty)).toEqual({ symbols: ['BTC-USD'] })
  expect(listing.id).toBe('instruments/coinbase')
})

test('every exchange has one board, found by its name', () => {
  expect([...TICKER_BOARDS.keys()]).toEqual(VENUES.map(({ source }) => source.name))
  for (const { source, symbols } of VENUES)
    for (const pair of Object.keys(symbols)) expect(venuesOf(pair)).toContain(source.name)
  expect(venuesOf('BTC/XXX')).toEqual([])
  expect(() => tickerBoardOf('mtgox')).toThrow('no ticker board for mtgox')
})
