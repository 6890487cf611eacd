/**
 * Bybit's dated futures, keyless REST v5, on the host of its spot markets.
 * https://bybit-exchange.github.io/docs/v5/market/tickers
 */
import { bybit } from '../exchanges/bybit.ts'
import { PERPETUAL_ASSETS } from '../perpetual.ts'
import type { Piece } from '../shape.ts'
import { decimal, field, items, optional, price, refusal, reply, same, text, whole } from '../shape.ts'
import {
  type DatedAnswer,
  DATED_KINDS,
  type DatedKind,
  type DatedList,
  type DatedVenue,
  named,
  prices,
} from './dated.ts'

const { source } = bybit

/** The rows of `{"retCode":0,"result":{"category":"linear","list":[…]},"time":…}`, and the time of the reply. */
const answer = (body: string, category: DatedKind): { readonly rows: readonly Piece[]; readonly at: number } => {
  const envelope = reply(body)
  const code = whole(field(envelope, 'retCode'))
  if (code !== 0) throw refusal(`${code} ${String(optional(envelope, 'retMsg')?.value ?? '')}`)
  const result = field(envelope, 'result')
  same(field(result, 'category'), category)
  return { rows: items(field(result, 'list')), at: whole(field(envelope, 'time')) }
}

const TYPES: Readonly<Record<DatedKind, string>> = { inverse: 'InverseFutures', linear: 'LinearFutures' }

/** `{"symbol":"BTCUSDZ26","contractType":"InverseFutures","status":"Trading","baseCoin":"BTC","deliveryTime":"…",…}` */
const list = (body: string, kind: DatedKind): DatedList =>
  named(
    answer(body, kind).rows.map((row) => {
      const asset = PERPETUAL_ASSETS.find((each) => each === field(row, 'baseCoin').value)
      const isDated = text(field(row, 'contractType')) === TYPES[kind] && text(field(row, 'status')) === 'Trading'
      return asset && isDated
        ? [text(field(row, 'symbol')), { asset, kind, expiresAt: whole(field(row, 'deliveryTime')) }]
        : null
    }),
  )

/** A field that may be missing; an empty text means the same. */
const filled = (row: Piece, name: string): Piece | null => {
  const found = optional(row, name)
  return found === null || found.value === '' ? null : found
}

/**
 * `openInterest` counts longs and shorts together, so only the single-sided fields are read. They are in dollars under
 * different names, because the size of an inverse contract is one dollar and that of a linear one is in coins.
 */
const SINGLE: Readonly<Record<DatedKind, string>> = { inverse: 'singleOpenInterest', linear: 'singleOpenInterestValue' }

/** All contracts are in one reply. A perpetual has the delivery time 0, or none. */
const tickers = (body: string, kind: DatedKind): DatedAnswer => {
  const { rows, at } = answer(body, kind)
  return named(
    rows.map((row) => {
      const delivery = filled(row, 'deliveryTime')
      if (delivery === null || whole(delivery) === 0) return null
      const single = filled(row, SINGLE[kind])
      return [
        text(field(row, 'symbol')),
        {
          ...prices({ mark: price(field(row, 'markPrice')), index: price(field(row, 'indexPrice')) }),
          ...(single && { openInterest: { amount: decimal(single), unit: 'usd' as const } }),
          at,
        },
      ]
    }),
  )
}

export const bybitDated: DatedVenue = {
  name: 'bybit',
  source,
  assets: PERPETUAL_ASSETS,
  lists: DATED_KINDS.flatMap((kind) =>
    PERPETUAL_ASSETS.map((asset) => ({
      provider: source,
      path: `/v5/market/instruments-info?category=${kind}&baseCoin=${asset}&limit=1000`,
      read: (body: string) => list(body, kind),
    })),
  ),
  tickers: DATED_KINDS.map((kind) => ({
    provider: source,
    path: `/v5/market/tickers?category=${kind}`,
    read: (body) => tickers(body, kind),
  })),
}
