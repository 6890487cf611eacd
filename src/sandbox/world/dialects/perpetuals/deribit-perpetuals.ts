import { type Answer, type Asked, failed, numberOf, ok } from '../../dialect.ts'
import { coinOf, contractOf, paidBetween, type PerpetualCoin, type Terms } from '../../perpetuals.ts'
import type { View } from '../../view.ts'

/** Deribit's perpetuals: funding is paid continuously, and stated for eight hours. https://docs.deribit.com */
const TERMS: Terms = { venue: 'deribit', quote: 'USD', hours: 1, share: 0.04 }
const nameOf = (coin: PerpetualCoin): string => (coin === 'SOL' ? 'SOL_USDC-PERPETUAL' : `${coin}-PERPETUAL`)

const give = (result: unknown, view: View): Answer =>
  ok({
    jsonrpc: '2.0',
    result,
    testnet: false,
    usIn: view.now * 1000,
    usOut: view.now * 1000 + 180,
    usDiff: 180,
  })

/** A call for a perpetual; `null` for other calls. */
export const deribitPerpetuals = ({ path, query }: Asked, view: View): Answer | null => {
  const coin = coinOf(query.get('instrument_name'), nameOf)
  if (coin === null) return null
  if (path === '/api/v2/public/ticker') return give(ticker(coin, view), view)
  if (path === '/api/v2/public/get_funding_rate_history') {
    const [from, until] = [numberOf(query.get('start_timestamp')), numberOf(query.get('end_timestamp'))]
    if (from === null || until === null)
      return failed(400, { jsonrpc: '2.0', error: { message: 'Invalid params', code: -32_602 }, testnet: false })
    return give(history(coin, view, from, until), view)
  }
  return null
}

/** Open interest in dollars; for the linear SOL contract in coins. */
const ticker = (coin: PerpetualCoin, view: View) => {
  const { mark, index, rate, openInterest } = contractOf(TERMS, coin, view)
  const cents = (value: number) => Math.round(value * 100) / 100
  return {
    best_ask_amount: 23_540,
    best_ask_price: cents(mark * 1.0001),
    best_bid_amount: 385_760,
    best_bid_price: cents(mark * 0.9999),
    current_funding: rate * 8,
    estimated_delivery_price: cents(index),
    funding_8h: rate * 8,
    index_price: cents(index),
    instrument_name: nameOf(coin),
    interest_value: 0.001_302_382_030_052_133_5,
    last_price: cents(mark),
    mark_price: cents(mark),
    max_price: cents(mark * 1.015),
    min_price: cents(mark * 0.985),
    open_interest: coin === 'SOL' ? Math.round(openInterest * 10) / 10 : Math.round((openInterest * mark) / 10) * 10,
    settlement_price: cents(index * 0.99),
    state: 'open',
    stats: {
      high: cents(index * 1.02),
      low: cents(index * 0.98),
      price_change: 1.01,
      volume: 4_901.977_045_08,
      volume_notional: 379_635_850,
      volume_usd: 379_635_850,
    },
    timestamp: view.now,
  }
}

const history = (coin: PerpetualCoin, view: View, from: number, until: number) =>
  paidBetween(TERMS, coin, view, from, until).map(({ at, rate }) => ({
    timestamp: at,
    index_price: contractOf(TERMS, coin, view).index,
    prev_index_price: contractOf(TERMS, coin, view).index,
    interest_8h: rate * 8,
    interest_1h: rate,
  }))
