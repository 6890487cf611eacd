import { datedOfAll, type DatedContract, type DatedTerms } from '../../dated.ts'
import { type Answer, type Asked, ok } from '../../dialect.ts'
import { wordedDate } from '../../options/listing.ts'
import { contractOf, PERPETUAL_COINS, type Terms } from '../../perpetuals.ts'
import type { View } from '../../view.ts'

/**
 * Bybit's futures with a date: linear ones in USDT, inverse ones of a quarter. Lists have the perpetuals too.
 * https://bybit-exchange.github.io/docs/v5/market/instrument
 */
const LINEAR: DatedTerms = { venue: 'bybit', quote: 'USDT', lists: 'weekly', share: 0.008 }
const INVERSE: DatedTerms = { venue: 'bybit inverse', quote: 'USD', lists: 'quarterly', share: 0.003 }
const PERPETUAL: Terms = { venue: 'bybit inverse', quote: 'USD', hours: 8, share: 0.03 }

/** Month letters of futures: March, June, September, December. */
const QUARTER_LETTERS = 'HMUZ'

const CATEGORIES = {
  linear: {
    terms: LINEAR,
    quote: 'USDT',
    type: 'LinearFutures',
    nameOf: ({ coin, expiry }: DatedContract) => `${coin}USDT-${wordedDate(expiry)}`,
  },
  inverse: {
    terms: INVERSE,
    quote: 'USD',
    type: 'InverseFutures',
    nameOf: ({ coin, expiry }: DatedContract) => {
      const at = new Date(expiry)
      return `${coin}USD${QUARTER_LETTERS[Math.floor(at.getUTCMonth() / 3)] ?? ''}${String(at.getUTCFullYear()).slice(2)}`
    },
  },
} as const

const envelope = (view: View, retCode: number, retMsg: string, result: unknown): Answer =>
  ok({ retCode, retMsg, result, retExtInfo: {}, time: view.now })

/** Lists of a whole category, without a symbol; `null` for other calls. */
export const bybitFutures = ({ path, query }: Asked, view: View): Answer | null => {
  const name = query.get('category')
  if (query.has('symbol') || (name !== 'linear' && name !== 'inverse')) return null
  const category = CATEGORIES[name]
  const list = (rows: readonly unknown[]) => envelope(view, 0, 'OK', { category: name, list: rows, nextPageCursor: '' })
  const contracts = datedOfAll(category.terms, view)
  if (path === '/v5/market/tickers')
    return list([
      ...PERPETUAL_COINS.map((coin) =>
        ticker(`${coin}${category.quote}`, contractOf(PERPETUAL, coin, view), '0', name),
      ),
      ...contracts.map((contract) => ticker(category.nameOf(contract), contract, String(contract.expiry), name)),
    ])
  if (path !== '/v5/market/instruments-info') return null
  const coin = PERPETUAL_COINS.find((each) => each === query.get('baseCoin'))
  if (!coin) return envelope(view, 10_001, 'params error: baseCoin invalid', {})
  const type = category.type.replace('Futures', 'Perpetual')
  const common = { baseCoin: coin, quoteCoin: category.quote, status: 'Trading', launchTime: '1585526400000' }
  return list([
    { ...common, symbol: `${coin}${category.quote}`, contractType: type, deliveryTime: '0' },
    ...contracts
      .filter((contract) => contract.coin === coin)
      .map((contract) => ({
        ...common,
        symbol: category.nameOf(contract),
        contractType: category.type,
        deliveryTime: String(contract.expiry),
        deliveryFeeRate: '0.0005',
        priceScale: '2',
      })),
  ])
}

/** Both sides are counted together beside the single ones: in coins and dollars, in an inverse contract the other way. */
const ticker = (
  symbol: string,
  { mark, index, openInterest }: Omit<DatedContract, 'coin' | 'expiry'>,
  deliveryTime: string,
  category: keyof typeof CATEGORIES,
) => {
  const price = (value: number) => value.toFixed(4)
  const dollars = openInterest * mark
  const [amount, value] = category === 'linear' ? [openInterest, dollars] : [dollars, openInterest]
  return {
    symbol,
    lastPrice: price(mark),
    indexPrice: price(index),
    markPrice: price(mark),
    prevPrice24h: price(mark * 0.99),
    openInterest: (2 * amount).toFixed(3),
    openInterestValue: (2 * value).toFixed(4),
    singleOpenInterest: amount.toFixed(3),
    singleOpenInterestValue: value.toFixed(4),
    fundingRate: deliveryTime === '0' ? '0.0001' : '',
    nextFundingTime: '0',
    predictedDeliveryPrice: '',
    basisRate: deliveryTime === '0' ? '' : (mark / index - 1).toFixed(6),
    deliveryFeeRate: '',
    deliveryTime,
    bid1Price: price(mark * 0.9999),
    ask1Price: price(mark * 1.0001),
    basis: deliveryTime === '0' ? '' : price(mark - index),
    preOpenPrice: '',
    preQty: '',
    curPreListingPhase: '',
  }
}
