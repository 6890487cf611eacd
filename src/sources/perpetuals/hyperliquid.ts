/** Hyperliquid, keyless; every request is a POST. https://hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api */
import { exchangeSource } from '../exchanges/exchange-source.ts'
import { assetOf, type PerpetualVenue, type Said, fundingPaidSince } from '../perpetual.ts'
import { UnreadableReply } from '../query.ts'
import type { Piece } from '../shape.ts'
import { decimal, field, item, items, positive, reply, same, text, whole } from '../shape.ts'

const source = exchangeSource({
  name: 'hyperliquid',
  origin: 'https://api.hyperliquid.xyz',
  // 1200 weight a minute, of which we use two thirds:
  // https://hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api/rate-limits-and-user-limits
  rate: { requests: 800, perSeconds: 60 },
  maxBytes: 2 ** 20,
  terms: 'https://hyperliquid.gitbook.io/hyperliquid-docs/support/faq/terms-of-use',
})

const symbols = { BTC: 'BTC', ETH: 'ETH', SOL: 'SOL' } as const

/** Of one request; of a history each twenty rows weigh one more, of at most 500. */
const WEIGHTS = { contexts: 20, history: 20 + 500 / 20 } as const

const info = (weight: number, body: object) => ({
  provider: source,
  weight,
  path: '/info',
  method: 'POST' as const,
  body: JSON.stringify(body),
})

/**
 * `funding` is the rate of the running hour. `openInterest` is in coins. Whether it counts one side or both is
 * disputed; it is used unchanged.
 */
const context = (row: Piece): Said => {
  const rate = decimal(field(row, 'funding'))
  return {
    funding: { rate, unit: 'fraction', isExpected: true, estimate: null, nextAt: null },
    intervalHours: 1,
    mark: positive(field(row, 'markPx')),
    index: positive(field(row, 'oraclePx')),
    openInterest: { amount: decimal(field(row, 'openInterest')), unit: 'coins' },
    at: null,
  }
}

export const hyperliquid: PerpetualVenue = {
  name: 'hyperliquid',
  source,
  symbols,
  disputedSides: true,
  /**
   * `[{"universe":[{"name":"BTC",…},…]},[{…},…]]`: two lists in the same order, names and contexts, with delisted
   * coins.
   */
  tickers: [
    {
      ...info(WEIGHTS.contexts, { type: 'metaAndAssetCtxs' }),
      read: (body) => {
        const answer = reply(body)
        const universe = items(field(item(answer, 0), 'universe'))
        const contexts = item(answer, 1)
        if (items(contexts).length !== universe.length)
          throw new UnreadableReply(`${universe.length} names for ${items(contexts).length} contexts`)
        return Object.fromEntries(
          universe.flatMap((row, index) => {
            const asset = assetOf(symbols, text(field(row, 'name')))
            return asset === null ? [] : [[asset, context(item(contexts, index))] as const]
          }),
        )
      },
    },
  ],
  /** Oldest first, at most 500 rows. */
  history: (asset, since) => ({
    ...info(WEIGHTS.history, { type: 'fundingHistory', coin: symbols[asset], startTime: since }),
    read: (body) =>
      fundingPaidSince(
        items(reply(body)).map((row) => {
          same(field(row, 'coin'), symbols[asset])
          return { at: whole(field(row, 'time')), rate: decimal(field(row, 'fundingRate')) }
        }),
        since,
      ),
  }),
}
