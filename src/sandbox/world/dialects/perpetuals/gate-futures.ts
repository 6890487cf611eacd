import { HOUR_SECONDS } from '../../../../time-units.ts'
import { type Answer, type Asked, failed, limitOf, numberOf, ok } from '../../dialect.ts'
import { coinOf, contractOf, lastPaid, paidBetween, type PerpetualCoin, type Terms } from '../../perpetuals.ts'
import type { View } from '../../view.ts'

/** Gate's futures in USDT, at the host of its spot market. */
const TERMS: Terms = { venue: 'gateio', quote: 'USDT', hours: 8, share: 0.11 }
const nameOf = (coin: PerpetualCoin): string => `${coin}_USDT`
/** Coins per contract, in the venue's form. */
const MULTIPLIER: Readonly<Record<PerpetualCoin, string>> = { BTC: '0.0001', ETH: '0.01', SOL: '1' }

const UNKNOWN = failed(400, { label: 'CONTRACT_NOT_FOUND', message: 'contract not found' })

/** A call under `/api/v4/futures/usdt`. */
export const gateFutures = ({ path, query }: Asked, view: View): Answer => {
  const [, , , , , what, name] = path.split('/')
  const coin = coinOf(name ?? query.get('contract'), nameOf)
  if (coin === null) return UNKNOWN
  if (what === 'contracts') return ok(contract(coin, view))
  if (what === 'funding_rate') return ok(history(coin, query, view))
  return failed(404, { label: 'NOT_FOUND', message: 'Not found' })
}

const contract = (coin: PerpetualCoin, view: View) => {
  const { mark, index, rate, openInterest, nextAt } = contractOf(TERMS, coin, view)
  return {
    name: nameOf(coin),
    type: 'direct',
    quanto_multiplier: MULTIPLIER[coin],
    ref_discount_rate: '0',
    order_price_deviate: '0.5',
    maintenance_rate: '0.005',
    mark_type: 'index',
    last_price: mark.toFixed(2),
    mark_price: mark.toFixed(2),
    index_price: index.toFixed(2),
    funding_rate_indicative: rate.toFixed(6),
    mark_price_round: '0.01',
    funding_offset: 0,
    in_delisting: false,
    risk_limit_base: '1000000',
    interest_rate: '0.0003',
    order_price_round: '0.1',
    order_size_min: 1,
    ref_rebate_rate: '0.2',
    funding_interval: TERMS.hours * HOUR_SECONDS,
    risk_limit_step: '1000000',
    leverage_min: '1',
    leverage_max: '100',
    risk_limit_max: '8000000',
    maker_fee_rate: '-0.00025',
    taker_fee_rate: '0.00075',
    funding_rate: rate.toFixed(6),
    order_size_max: 1_000_000,
    funding_next_apply: nextAt / 1000,
    short_users: 977,
    config_change_time: 1_609_899_548,
    trade_size: 28_530_850_594,
    position_size: Math.round(openInterest / Number(MULTIPLIER[coin])),
    long_users: 455,
    funding_impact_value: '60000',
    orders_limit: 50,
    trade_id: 10_851_092,
    orderbook_id: 2_129_638_396,
    enable_bonus: true,
    enable_credit: true,
    create_time: 1_669_688_556,
    funding_cap_ratio: '0.75',
    status: 'trading',
    launch_time: 1_609_899_548,
    delisting_time: 0,
    delisted_time: 0,
  }
}

/** Newest first, in seconds. */
const history = (coin: PerpetualCoin, query: URLSearchParams, view: View) => {
  const limit = limitOf(query.get('limit'), 100, 1000)
  const from = numberOf(query.get('from'))
  const until = (numberOf(query.get('to')) ?? Number.POSITIVE_INFINITY) * 1000
  const paid =
    from === null
      ? lastPaid(TERMS, coin, view, limit)
      : paidBetween(TERMS, coin, view, from * 1000, until).slice(-limit)
  return paid.map(({ at, rate }) => ({ t: at / 1000, r: rate.toFixed(6) })).toReversed()
}
