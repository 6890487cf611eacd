/**
 * OKX perpetual swaps in USDT, keyless REST v5, on the host of its spot markets.
 * https://www.okx.com/docs-v5/en/#public-data
 */
import { HOUR_MS } from '../../time-units.ts'
import { okx as spot } from '../exchanges/okx.ts'
import { assetOf, type PerpetualAnswer, type PerpetualVenue, type Said, fundingPaidSince } from '../perpetual.ts'
import { UnreadableReply } from '../query.ts'
import type { Piece } from '../shape.ts'
import { decimal, field, items, optional, positive, refusal, reply, same, text, whole } from '../shape.ts'

const { source } = spot

const symbols = { BTC: 'BTC-USDT-SWAP', ETH: 'ETH-USDT-SWAP', SOL: 'SOL-USDT-SWAP' } as const

/** The indices have the names of the spot pairs. */
const indices = { BTC: 'BTC-USDT', ETH: 'ETH-USDT', SOL: 'SOL-USDT' } as const

/** The rows of `{"code":"0","msg":"","data":[…]}`; any other code is an error, sent with HTTP 200. */
const data = (body: string): readonly Piece[] => {
  const answer = reply(body)
  const code = text(field(answer, 'code'))
  if (code !== '0') throw refusal(`${code} ${String(optional(answer, 'msg')?.value ?? '')}`)
  return items(field(answer, 'data'))
}

/** Our rows in a list of all instruments. */
const ours = (body: string, names: PerpetualVenue['symbols'], said: (row: Piece) => Said): PerpetualAnswer =>
  Object.fromEntries(
    data(body).flatMap((row) => {
      const asset = assetOf(names, text(field(row, 'instId')))
      return asset === null ? [] : [[asset, said(row)] as const]
    }),
  )

const at = (row: Piece): number => whole(field(row, 'ts'))

/**
 * `fundingRate` is the running estimate of the payment at `fundingTime`. The payment after it gives the length of an
 * interval. `nextFundingRate` has been an empty text since the venue ended its forecasts.
 */
const funding = (row: Piece): Said => {
  const rate = decimal(field(row, 'fundingRate'))
  const next = whole(field(row, 'fundingTime'))
  const hours = (whole(field(row, 'nextFundingTime')) - next) / HOUR_MS
  if (!(hours > 0)) throw new UnreadableReply(`${row.path} settles every ${hours} hours`)
  return {
    funding: { rate, unit: 'fraction', isExpected: true, estimate: null, nextAt: next },
    intervalHours: hours,
    at: at(row),
  }
}

/** `oi` counts contracts, `oiCcy` coins and `oiUsd` dollars. The last is missing in replies from before 2025. */
const openInterest = (row: Piece): Said => {
  const usd = optional(row, 'oiUsd')
  return {
    openInterest: usd ? { amount: decimal(usd), unit: 'usd' } : { amount: decimal(field(row, 'oiCcy')), unit: 'coins' },
    at: at(row),
  }
}

export const okx: PerpetualVenue = {
  name: 'okx',
  source,
  symbols,
  /**
   * Lists of all instruments: four requests for all coins. One per coin would need twelve of the twenty that are
   * allowed.
   */
  tickers: [
    {
      provider: source,
      path: '/api/v5/public/funding-rate?instId=ANY',
      read: (body) => ours(body, symbols, funding),
    },
    {
      provider: source,
      path: '/api/v5/public/open-interest?instType=SWAP',
      read: (body) => ours(body, symbols, openInterest),
    },
    {
      provider: source,
      path: '/api/v5/public/mark-price?instType=SWAP',
      read: (body) => ours(body, symbols, (row) => ({ mark: positive(field(row, 'markPx')), at: at(row) })),
    },
    {
      provider: source,
      path: '/api/v5/market/index-tickers?quoteCcy=USDT',
      read: (body) => ours(body, indices, (row) => ({ index: positive(field(row, 'idxPx')), at: at(row) })),
    },
  ],
  /** Newest first in the reply. `realizedRate` is what was paid, `fundingRate` what had been expected. */
  history: (asset, since) => ({
    provider: source,
    path: `/api/v5/public/funding-rate-history?instId=${symbols[asset]}&limit=100`,
    read: (body) =>
      fundingPaidSince(
        data(body).map((row) => {
          same(field(row, 'instId'), symbols[asset])
          return { at: whole(field(row, 'fundingTime')), rate: decimal(field(row, 'realizedRate')) }
        }),
        since,
      ),
  }),
}
