/**
 * Bybit linear perpetuals, keyless REST v5, on the host of its spot markets.
 * https://bybit-exchange.github.io/docs/v5/market/tickers
 */
import { bybit as spot } from '../exchanges/bybit.ts'
import { INTEREST_STEP_MS, PERPETUAL_ASSETS, type PerpetualVenue, type Said, fundingPaidSince } from '../perpetual.ts'
import type { Piece } from '../shape.ts'
import { decimal, field, items, optional, positive, refusal, reply, same, whole } from '../shape.ts'

const { source } = spot

const symbols = { BTC: 'BTCUSDT', ETH: 'ETHUSDT', SOL: 'SOLUSDT' } as const

/** The rows of `{"retCode":0,"result":{"category":"linear","list":[…]},"time":…}`, and the time of the reply. */
const answer = (body: string, category = 'linear') => {
  const envelope = reply(body)
  const code = whole(field(envelope, 'retCode'))
  if (code !== 0) throw refusal(`${code} ${String(optional(envelope, 'retMsg')?.value ?? '')}`)
  const result = field(envelope, 'result')
  // In another category the same name is a spot market.
  same(field(result, 'category'), category)
  return { result, rows: items(field(result, 'list')), at: whole(field(envelope, 'time')) }
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

/** Rows in a reply about past open interest, one for five minutes. */
const PAGE_ROWS = 200
const PAGE_MS = PAGE_ROWS * INTEREST_STEP_MS

/**
 * The single-sided rows of a reply about past open interest, newest first there; rows without one are left out, because
 * `openInterest` counts both sides. The amounts of linear contracts are coins. The reply names its contract once.
 */
export const singleSided = (body: string, category: string, symbol: string) => {
  const { rows, result } = answer(body, category)
  same(field(result, 'symbol'), symbol)
  return rows
    .flatMap((row) => {
      const single = filled(row, 'singleOpenInterest')
      return single ? [{ at: whole(field(row, 'timestamp')), amount: positive(single) }] : []
    })
    .toSorted((a, b) => a.at - b.at)
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
  interest: (asset, since, now) =>
    Array.from({ length: Math.max(1, Math.ceil((now - since) / PAGE_MS)) }, (_, page) => {
      const end = now - page * PAGE_MS
      const start = Math.max(since, end - PAGE_MS + 1)
      return {
        provider: source,
        path: `/v5/market/open-interest?category=linear&symbol=${symbols[asset]}&intervalTime=5min&startTime=${start}&endTime=${end}&limit=${PAGE_ROWS}`,
        read: (body) =>
          singleSided(body, 'linear', symbols[asset]).map(({ at, amount }) => ({ at, coins: amount, usd: null })),
      }
    }),
}
