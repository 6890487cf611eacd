/** Binance USD-M futures, keyless. https://developers.binance.com/docs/derivatives/usds-margined-futures */
import { exchangeSource } from '../exchanges/exchange-source.ts'
import { assetOf, INTEREST_STEP_MS, PERPETUAL_ASSETS, type PerpetualVenue, fundingPaidSince } from '../perpetual.ts'
import type { Piece } from '../shape.ts'
import { ownRow } from './own-row.ts'
import { decimal, field, items, positive, reply, same, text, unrefused, whole } from '../shape.ts'

/** Another host than for spot. It has no mirror, and limits of its own. */
const source = exchangeSource({
  name: 'binancefutures',
  origin: 'https://fapi.binance.com',
  // 2400 weight a minute; a request weighs 1, the list of funding intervals almost nothing.
  rate: { requests: 120, perSeconds: 60 },
  maxBytes: 2 ** 20,
  terms: 'https://www.binance.com/en/terms',
})

const symbols = { BTC: 'BTCUSDT', ETH: 'ETHUSDT', SOL: 'SOLUSDT' } as const

/** Errors are `{"code":-1121,"msg":"Invalid symbol."}`. */
const answer = (body: string): Piece => unrefused(reply(body), 'msg')

/** The most rows in a reply about past open interest. */
const MOST_ROWS = 500

/** A contract that is not in the list pays every eight hours. */
const USUAL_HOURS = 8

export const binance: PerpetualVenue = {
  name: 'binance',
  source,
  symbols,
  tickers: PERPETUAL_ASSETS.flatMap((asset) => [
    {
      provider: source,
      path: `/fapi/v1/premiumIndex?symbol=${symbols[asset]}`,
      /**
       * In spite of its name, `lastFundingRate` is not the last paid rate. It is the running estimate of the payment at
       * `nextFundingTime`.
       */
      read: (body) => {
        const row = ownRow(answer(body), 'symbol', symbols[asset])
        const rate = decimal(field(row, 'lastFundingRate'))
        return {
          [asset]: {
            funding: {
              rate,
              unit: 'fraction',
              isExpected: true,
              estimate: null,
              nextAt: whole(field(row, 'nextFundingTime')),
            },
            mark: positive(field(row, 'markPrice')),
            index: positive(field(row, 'indexPrice')),
            at: whole(field(row, 'time')),
          },
        }
      },
    },
    {
      provider: source,
      path: `/fapi/v1/openInterest?symbol=${symbols[asset]}`,
      read: (body) => {
        const row = ownRow(answer(body), 'symbol', symbols[asset])
        return {
          [asset]: {
            openInterest: { amount: decimal(field(row, 'openInterest')), unit: 'coins' },
            at: whole(field(row, 'time')),
          },
        }
      },
    },
  ]),
  /** `[{"symbol":"LPTUSDT","fundingIntervalHours":4,…}]`: only contracts whose terms were changed at some time. */
  terms: {
    provider: source,
    path: '/fapi/v1/fundingInfo',
    read: (body) => {
      const adjusted = items(answer(body)).flatMap((row) => {
        const asset = assetOf(symbols, text(field(row, 'symbol')))
        return asset === null ? [] : [[asset, whole(field(row, 'fundingIntervalHours'))] as const]
      })
      const hours = new Map<string, number>(adjusted)
      return Object.fromEntries(
        PERPETUAL_ASSETS.map((asset) => [asset, { intervalHours: hours.get(asset) ?? USUAL_HOURS, at: null }]),
      )
    },
  },
  history: (asset, since) => ({
    provider: source,
    path: `/fapi/v1/fundingRate?symbol=${symbols[asset]}&startTime=${since}&limit=1000`,
    read: (body) =>
      fundingPaidSince(
        items(answer(body)).map((row) => {
          same(field(row, 'symbol'), symbols[asset])
          return { at: whole(field(row, 'fundingTime')), rate: decimal(field(row, 'fundingRate')) }
        }),
        since,
      ),
  }),
  /** Oldest first in the reply, which ends now. `sumOpenInterest` is in coins, one side, like `openInterest`. */
  interest: (asset, since, now) => {
    const rows = Math.min(MOST_ROWS, Math.max(1, Math.ceil((now - since) / INTEREST_STEP_MS)))
    return [
      {
        provider: source,
        path: `/futures/data/openInterestHist?symbol=${symbols[asset]}&period=5m&limit=${rows}`,
        read: (body) =>
          items(answer(body)).map((row) => {
            same(field(row, 'symbol'), symbols[asset])
            return {
              at: whole(field(row, 'timestamp')),
              coins: positive(field(row, 'sumOpenInterest')),
              usd: positive(field(row, 'sumOpenInterestValue')),
            }
          }),
      },
    ]
  },
}
