import { DAY_MS } from '../../../time-units.ts'
import { type Answer, ok } from '../dialect.ts'
import { chainOf, type WorldOption } from '../options/chain.ts'
import { daysTo } from '../options/listing.ts'
import type { View } from '../view.ts'
import { coinsUnder, HOUSE, nameOf } from './deribit-options.ts'

/** Which options Deribit lists. https://docs.deribit.com/api-reference/market-data/public-get_instruments */

const periodOf = (days: number): string => (days < 3 ? 'day' : days < 30 ? 'week' : 'month')

const instrument = (coin: string, option: WorldOption, isInverse: boolean, view: View) => {
  const settled = isInverse ? coin : 'USDC'
  return {
    base_currency: coin,
    block_trade_commission: 0.0003,
    block_trade_min_trade_amount: 25,
    block_trade_tick_size: 0.0001,
    contract_size: 1,
    counter_currency: isInverse ? 'USD' : 'USDC',
    creation_timestamp: view.now - DAY_MS,
    expiration_timestamp: option.expiry,
    instrument_id: option.expiry / 100_000 + option.strike,
    instrument_name: nameOf(isInverse ? coin : `${coin}_USDC`, option),
    instrument_type: isInverse ? 'reversed' : 'linear',
    is_active: true,
    kind: 'option',
    maker_commission: 0.0003,
    min_trade_amount: 0.1,
    option_type: option.kind,
    price_index: `${coin.toLowerCase()}_${isInverse ? 'usd' : 'usdc'}`,
    quote_currency: settled,
    settlement_currency: settled,
    settlement_period: periodOf(daysTo(option.expiry, view.now)),
    state: 'open',
    strike: option.strike,
    taker_commission: 0.0003,
    tick_size: 0.0001,
    tick_size_steps: [{ above_price: 0.005, tick_size: 0.0005 }],
  }
}

/** The call `get_instruments` for options: of one coin, or of all that are settled in USDC. `null` for other kinds. */
export const instrumentList = (query: URLSearchParams, view: View): Answer | null => {
  if (query.get('kind') !== 'option') return null
  const currency = query.get('currency')
  const result = coinsUnder(currency).flatMap((coin) =>
    chainOf(view, coin, HOUSE).map((option) => instrument(coin, option, currency === coin, view)),
  )
  const micros = Math.floor(view.now) * 1_000
  return ok({ jsonrpc: '2.0', result, usIn: micros, usOut: micros + 900, usDiff: 900, testnet: false })
}
