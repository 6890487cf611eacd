/**
 * Gate USDT futures, keyless REST v4, on the host of its spot markets.
 * https://www.gate.com/docs/developers/apiv4/#futures
 */
import { HOUR_SECONDS } from '../../time-units.ts'
import { decimalProduct } from '../decimal-text.ts'
import { gate as spot } from '../exchanges/gate.ts'
import { PERPETUAL_ASSETS, type PerpetualVenue, fundingPaidSince } from '../perpetual.ts'
import { UnreadableReply } from '../query.ts'
import type { Piece } from '../shape.ts'
import { ownRow } from './own-row.ts'
import { decimal, field, items, positive, reply, unrefused, whole } from '../shape.ts'

const { source } = spot

const symbols = { BTC: 'BTC_USDT', ETH: 'ETH_USDT', SOL: 'SOL_USDT' } as const

/** Errors are `{"label":"CONTRACT_NOT_FOUND"}`, with or without a message. */
const answer = (body: string): Piece => unrefused(unrefused(reply(body), 'message'), 'label')

/** Seconds between payments, as hours: `28800` is 8. */
const hours = (of: Piece): number => {
  const seconds = whole(of)
  if (seconds <= 0) throw new UnreadableReply(`${of.path} is no interval: ${seconds}`)
  return seconds / HOUR_SECONDS
}

export const gate: PerpetualVenue = {
  name: 'gateio',
  source,
  symbols,
  /**
   * `funding_rate` is paid at `funding_next_apply`, `funding_rate_indicative` is expected after it. `position_size`
   * counts contracts, one side, and may have a fraction; `quanto_multiplier` is the coins of one contract.
   */
  tickers: PERPETUAL_ASSETS.map((asset) => ({
    provider: source,
    path: `/api/v4/futures/usdt/contracts/${symbols[asset]}`,
    read: (body) => {
      const row = ownRow(answer(body), 'name', symbols[asset])
      const contracts = decimal(field(row, 'position_size'))
      return {
        [asset]: {
          funding: {
            rate: decimal(field(row, 'funding_rate')),
            unit: 'fraction',
            isExpected: false,
            estimate: decimal(field(row, 'funding_rate_indicative')),
            nextAt: whole(field(row, 'funding_next_apply')) * 1000,
          },
          intervalHours: hours(field(row, 'funding_interval')),
          mark: positive(field(row, 'mark_price')),
          index: positive(field(row, 'index_price')),
          openInterest: {
            amount: decimalProduct(contracts, positive(field(row, 'quanto_multiplier'))),
            unit: 'coins',
          },
          at: null,
        },
      }
    },
  })),
  /** Newest first in the reply. The rows do not name their contract. */
  history: (asset, since) => ({
    provider: source,
    path: `/api/v4/futures/usdt/funding_rate?contract=${symbols[asset]}&from=${Math.floor(since / 1000)}&limit=100`,
    read: (body) =>
      fundingPaidSince(
        items(answer(body)).map((row) => ({ at: whole(field(row, 't')) * 1000, rate: decimal(field(row, 'r')) })),
        since,
      ),
  }),
}
