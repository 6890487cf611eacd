import { describe, expect, test } from 'bun:test'
import { CODE } from '../house/files.ts'
import { recordedAvailable, recordingsIn } from '../support/recorded.ts'
import { namesRecording } from '../support/recorded-use.ts'

/** Every recorded reply of an exchange is read by a test, or stands here with the reason why none reads it. */

const UNASKED = {
  kucoin: 'an endpoint that no family asks: KuCoin has no reader',
  socket: 'an endpoint that no family asks: this exchange is polled, and its socket is not opened',
  channel: 'an endpoint that no family asks: nobody subscribes to this channel',
  account: 'an endpoint that no family asks: it tells of one account',
} as const

const NOT_READ: Readonly<Record<string, string>> = {
  'bitfinex/ws_deriv_status_liquidations': UNASKED.channel,
  'bitflyer/ws_board_snapshot_ETH_JPY': UNASKED.socket,
  'bitflyer/ws_ticker_executions_2021': UNASKED.socket,
  'bitflyer/ws_ticker_executions_board': UNASKED.socket,
  'bitget/ws_spot_trade_book': UNASKED.socket,
  'hyperliquid/ws_user_fill_liquidation_fixture': UNASKED.account,
  'kucoin/futures_contract_fixture': UNASKED.kucoin,
  'kucoin/futures_funding_current_fixture': UNASKED.kucoin,
  'kucoin/futures_funding_history_fixture': UNASKED.kucoin,
  'kucoin/futures_mark_price_fixture': UNASKED.kucoin,
  'kucoin/spot_candles_fixture': UNASKED.kucoin,
  'kucoin/spot_histories_fixture': UNASKED.kucoin,
  'kucoin/spot_level2_book_2021': UNASKED.kucoin,
  'kucoin/spot_orderbook_level1_fixture': UNASKED.kucoin,
  'kucoin/spot_orderbook_level2_20_fixture': UNASKED.kucoin,
  'kucoin/spot_stats_fixture': UNASKED.kucoin,
  'kucoin/spot_symbols_majors_2021': UNASKED.kucoin,
  'kucoin/ws_futures_execution_instrument': UNASKED.kucoin,
  'kucoin/ws_spot_match_ticker_book': UNASKED.kucoin,
}

const reads = [...CODE].flatMap(([file, code]) =>
  file.startsWith('test/') &&
  file !== 'test/sources/recorded.test.ts' &&
  code.texts.some((text) => text.endsWith('support/recorded.ts'))
    ? [code]
    : [],
)
const isRead = (path: string): boolean => reads.some((code) => namesRecording(code, path))
describe.skipIf(!recordedAvailable)('recorded replies of exchanges', () => {
  const all = recordedAvailable ? recordingsIn('crypto') : []

  test('there are hundreds, of nineteen venues', () => {
    expect(all.length).toBeGreaterThan(300)
    expect(new Set(all.map((path) => path.split('/')[0])).size).toBe(19)
  })

  test('each is read by a test or listed with its reason', () => {
    expect(all.filter((path) => !isRead(path) && !(path in NOT_READ))).toEqual([])
  })

  test('no reason outlives its need, and none is of a file that is not there', () => {
    expect(Object.keys(NOT_READ).filter((path) => isRead(path) || !all.includes(path))).toEqual([])
  })
})

describe('a test names a recording', () => {
  const code = (...texts: string[]) => ({ bare: '', texts })
  test.each([
    ['by its path', code('crypto/kraken/spot_ticker'), 'kraken/spot_ticker', true],
    ['by its path below the exchanges', code('kraken/spot_ticker'), 'kraken/spot_ticker', true],
    ['in two pieces', code('crypto/kraken/', 'spot_ticker'), 'kraken/spot_ticker', true],
    ['in three', code('crypto/deribit/chain_', '_', 'BTC', '20260822'), 'deribit/chain_BTC_20260822', true],
    ['not by its name alone', code('spot_ticker'), 'kraken/spot_ticker', false],
    ['not by the folder alone', code('crypto/kraken/'), 'kraken/spot_ticker', false],
    ['not by the name in another folder', code('crypto/okx/', 'spot_ticker'), 'kraken/spot_ticker', false],
    ['not by half of a name', code('crypto/kraken/', 'spot'), 'kraken/spot_ticker', false],
  ] as const)('%s', (_how, one, path, is) => {
    expect(namesRecording(one, path)).toBe(is)
  })
})
