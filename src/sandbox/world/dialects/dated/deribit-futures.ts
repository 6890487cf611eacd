import { datedOf, type DatedContract, type DatedTerms } from '../../dated.ts'
import { type Answer, type Asked, failed, ok } from '../../dialect.ts'
import { wordedDate } from '../../options/listing.ts'
import { contractOf, PERPETUAL_COINS, type PerpetualCoin, type Terms } from '../../perpetuals.ts'
import type { View } from '../../view.ts'

/**
 * Deribit's futures with a date, inverse on bitcoin and ether, linear in USDC on SOL, and the perpetuals in the same
 * lists. https://docs.deribit.com
 */
const INVERSE: DatedTerms = { venue: 'deribit', quote: 'USD', lists: 'all', share: 0.02 }
const LINEAR: DatedTerms = { venue: 'deribit linear', quote: 'USDC', lists: 'weekly', share: 0.01 }
const PERPETUAL: Terms = { venue: 'deribit', quote: 'USD', hours: 1, share: 0.04 }

const isLinear = (coin: PerpetualCoin): boolean => coin === 'SOL'
const coinsOf = (currency: string | null): readonly PerpetualCoin[] =>
  PERPETUAL_COINS.filter((coin) => (isLinear(coin) ? 'USDC' : coin) === currency)
const stem = (coin: PerpetualCoin): string => (isLinear(coin) ? `${coin}_USDC` : coin)
const cents = (value: number): number => Math.round(value * 100) / 100

const give = (result: unknown, view: View): Answer =>
  ok({ jsonrpc: '2.0', result, testnet: false, usIn: view.now * 1000, usOut: view.now * 1000 + 180, usDiff: 180 })

/** Lists and summaries of futures; `null` for other calls. */
export const deribitFutures = ({ path, query }: Asked, view: View): Answer | null => {
  if (query.get('kind') !== 'future') return null
  const isList = path === '/api/v2/public/get_instruments'
  if (!isList && path !== '/api/v2/public/get_book_summary_by_currency') return null
  const coins = coinsOf(query.get('currency'))
  if (coins.length === 0)
    return failed(400, {
      jsonrpc: '2.0',
      error: { message: 'Invalid params', data: { reason: 'unknown value', param: 'currency' }, code: -32_602 },
      testnet: false,
    })
  const rows = coins.map((coin): readonly object[] => (isList ? listed(coin, view) : summaries(coin, view)))
  return give(rows.flat(), view)
}

const contracts = (coin: PerpetualCoin, view: View) => datedOf(isLinear(coin) ? LINEAR : INVERSE, coin, view)
const nameOf = ({ coin, expiry }: DatedContract): string => `${stem(coin)}-${wordedDate(expiry)}`

const listed = (coin: PerpetualCoin, view: View) => {
  const row = (name: string, expiry: number, period: string) => ({
    base_currency: coin,
    contract_size: isLinear(coin) ? 1 : 10,
    counter_currency: isLinear(coin) ? 'USDC' : 'USD',
    creation_timestamp: 1_534_242_287_000,
    expiration_timestamp: expiry,
    future_type: isLinear(coin) ? 'linear' : 'reversed',
    instrument_id: 210_838,
    instrument_name: name,
    instrument_type: isLinear(coin) ? 'linear' : 'reversed',
    is_active: true,
    kind: 'future',
    max_leverage: 50,
    price_index: `${stem(coin).toLowerCase()}${isLinear(coin) ? '' : '_usd'}`,
    quote_currency: isLinear(coin) ? 'USDC' : 'USD',
    settlement_currency: isLinear(coin) ? 'USDC' : coin,
    settlement_period: period,
    state: 'open',
    tick_size: 0.5,
    tick_size_steps: [],
  })
  return [
    row(`${stem(coin)}-PERPETUAL`, 32_503_708_800_000, 'perpetual'),
    ...contracts(coin, view).map((contract) => row(nameOf(contract), contract.expiry, 'month')),
  ]
}

const summaries = (coin: PerpetualCoin, view: View) => {
  const row = (name: string, { mark, index, openInterest }: Omit<DatedContract, 'coin' | 'expiry'>) => ({
    ask_price: cents(mark * 1.0001),
    base_currency: coin,
    bid_price: cents(mark * 0.9999),
    creation_timestamp: view.now,
    estimated_delivery_price: cents(index),
    high: cents(mark * 1.02),
    instrument_name: name,
    last: cents(mark),
    low: cents(mark * 0.98),
    mark_price: mark > 1_000 ? cents(mark) : Math.round(mark * 1e4) / 1e4,
    mid_price: cents(mark),
    open_interest: isLinear(coin) ? Math.round(openInterest) : Math.round((openInterest * mark) / 10) * 10,
    price_change: -0.47,
    quote_currency: isLinear(coin) ? 'USDC' : 'USD',
    volume: 22.6,
    volume_notional: 1_779_440,
    volume_usd: 1_779_440,
  })
  const { mark, index, openInterest, rate } = contractOf(PERPETUAL, coin, view)
  return [
    ...contracts(coin, view).map((contract) => row(nameOf(contract), contract)),
    {
      ...row(`${stem(coin)}-PERPETUAL`, { mark, index, openInterest }),
      current_funding: rate * 8,
      funding_8h: rate * 8,
    },
  ]
}
