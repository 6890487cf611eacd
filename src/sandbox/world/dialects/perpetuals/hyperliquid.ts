import { type Answer, type Asked, type Dialect, failed, ok } from '../../dialect.ts'
import { coinOf, contractOf, paidBetween, PERPETUAL_COINS, type PerpetualCoin, type Terms } from '../../perpetuals.ts'
import type { View } from '../../view.ts'

/** Hyperliquid: one path, with the question in the body. https://hyperliquid.gitbook.io/hyperliquid-docs */
const TERMS: Terms = { venue: 'hyperliquid', quote: 'USD', hours: 1, share: 0.12 }
const MAX_ROWS = 500
/** An hour's funding is paid by the first block after it. */
const LATE_MS = 48

/** The venue answers unreadable requests with this status and text. */
const UNREADABLE: Answer = {
  status: 422,
  body: 'Failed to deserialize the JSON body into the target type',
  contentType: 'text/plain; charset=utf-8',
}

export const hyperliquid: Dialect = {
  provider: 'hyperliquid',
  hosts: ['api.hyperliquid.xyz'],
  serves: 'POST `/info` with `metaAndAssetCtxs` or `fundingHistory`',
  answer({ path, method, body }: Asked, view): Answer {
    if (path !== '/info' || method !== 'POST') return failed(404, null)
    const question = questionIn(body)
    if (question['type'] === 'metaAndAssetCtxs') return ok(contexts(view))
    if (question['type'] !== 'fundingHistory') return UNREADABLE
    const coin = coinOf(String(question['coin']), (each) => each)
    // There, an unknown coin is reported as an error of the server, not of the request.
    if (coin === null) return failed(500, null)
    return ok(history(coin, view, Number(question['startTime']), Number(question['endTime'] ?? view.now)))
  },
}

const questionIn = (body: string): Readonly<Record<string, unknown>> => {
  try {
    const parsed: unknown = JSON.parse(body)
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const DECIMALS: Readonly<Record<PerpetualCoin, number>> = { BTC: 5, ETH: 4, SOL: 2 }

/** Names and contexts in the same order, with a delisted coin in the middle. */
const contexts = (view: View) => {
  const [first, ...others] = PERPETUAL_COINS
  const name = (coin: PerpetualCoin) => ({
    szDecimals: DECIMALS[coin],
    name: coin,
    maxLeverage: 40,
    marginTableId: 56,
  })
  const gone = { szDecimals: 1, name: 'MATIC', maxLeverage: 20, marginTableId: 20, isDelisted: true }
  return [
    { universe: [name(first), gone, ...others.map(name)], collateralToken: 0 },
    [
      context(first, view),
      { ...context(first, view), openInterest: '0.0' },
      ...others.map((one) => context(one, view)),
    ],
  ]
}

const context = (coin: PerpetualCoin, view: View) => {
  const { mark, index, rate, openInterest } = contractOf(TERMS, coin, view)
  return {
    funding: rate.toFixed(10),
    openInterest: openInterest.toFixed(10),
    prevDayPx: (index * 0.99).toFixed(2),
    dayNtlVlm: '1026494754.6038066149',
    premium: (mark / index - 1).toFixed(10),
    oraclePx: index.toFixed(2),
    markPx: mark.toFixed(2),
    midPx: mark.toFixed(2),
    impactPxs: [(mark * 0.9999).toFixed(2), (mark * 1.0001).toFixed(2)],
    dayBaseVlm: '12151.74372',
  }
}

/** Oldest first from the requested time on, at most a page. */
const history = (coin: PerpetualCoin, view: View, from: number, until: number) =>
  paidBetween(TERMS, coin, view, from, until)
    .map(({ at, rate }) => ({
      coin,
      fundingRate: rate.toFixed(10),
      premium: (rate * 8).toFixed(10),
      time: at + LATE_MS,
    }))
    .filter(({ time }) => time <= view.now)
    .slice(0, MAX_ROWS)
