/**
 * Bybit linear perpetuals, keyless REST v5, on the host of its spot markets.
 * https://bybit-exchange.github.io/docs/v5/market/tickers
 */
import { bybit as spot } from '../exchanges/bybit.ts'
import { PERPETUAL_ASSETS, type PerpetualVenue, type Said, fundingPaidSince } from '../perpetual.ts'
import type { Piece } from '../shape.ts'
import { decimal, field, items, optional, positive, refusal, reply, same, whole } from '../shape.ts'

const { source } = spot

const symbols = { BTC: 'BTCUSDT', ETH: 'ETHUSDT', SOL: 'SOLUSDT' } as const

/** The rows of `{"retCode":0,"result":{"category":"linear","list":[…]},"time":…}`, and the time of the reply. */
const answer = (body: string): { readonly rows: readonly Piece[]; readonly at: number } => {
  const envelope = reply(body)
  const code = whole(field(envelope, 'retCode'))
  if (code !== 0) throw refusal(`${code} ${String(optional(envelope, 'retMsg')?.value ?? '')}`)
  const result = field(envelope, 'result')
  // In another category the same name is a spot market.
  same(field(result, 'category'), 'linear')
  return { rows: items(field(result, 'list')), at: whole(field(envelope, 'time')) }
}

/** A field that may be missing; an empty text means the same. */
const filled = (row: Piece, name: string): Piece | null => {
  const found = optional(row, name)
  return found === null || found.value === '' ? null : found
}

/**
 * `openInterest` and `openInterestValue` count longs and shorts together. Only the single-sided value is read. If it is
 * missing, this venue gives no open interest, because the others would be twice too large.
 */
const ticker = (row: Piece, at: number): Said => {
  const rate = decimal(field(row, 'fundingRate'))
  const hours = filled(row, 'fundingIntervalHour')
  const single = filled(row, 'singleOpenInterestValue')
  return {
    funding: { rate, unit: 'fraction', isExpected: true, estimate: null, nextAt: whole(field(row, 'nextFundingTime')) },
    ...(hours && { intervalHours: whole(hours) }),
    mark: positive(field(row, 'markPrice')),
    index: positive(field(row, 'indexPrice')),
    ...(single && { openInterest: { amount: decimal(single), unit: 'usd' as const } }),
    at,
  }
}

export const bybit: PerpetualVenue = {
  name: 'bybit',
  source,
  symbols,
  tickers: PERPETUAL_ASSETS.map((asset) => ({
    provider: source,
    path: `/v5/market/tickers?category=linear&symbol=${symbols[asset]}`,
    read: (body) => {
      const { rows, at } = answer(body)
      const [row] = rows
      if (!row) return {}
      same(field(row, 'symbol'), symbols[asset])
      return { [asset]: ticker(row, at) }
    },
  })),
  /** Newest first in the reply. */
  history: (asset, since) => ({
    provider: source,
    path: `/v5/market/funding/history?category=linear&symbol=${symbols[asset]}&limit=200`,
    read: (body) =>
      fundingPaidSince(
        answer(body).rows.map((row) => {
          same(field(row, 'symbol'), symbols[asset])
          return { at: whole(field(row, 'fundingRateTimestamp')), rate: decimal(field(row, 'fundingRate')) }
        }),
        since,
      ),
  }),
}
