/** Bitget USDT futures, keyless REST v3. https://www.bitget.com/api-doc/uta/public/Tickers */
import { exchangeSource } from '../exchanges/exchange-source.ts'
import { PERPETUAL_ASSETS, type PerpetualVenue, type Said, fundingPaidSince } from '../perpetual.ts'
import type { Piece } from '../shape.ts'
import { ownRow } from './own-row.ts'
import { decimal, field, items, optional, positive, refusal, reply, same, text, whole } from '../shape.ts'

const source = exchangeSource({
  name: 'bitget',
  origin: 'https://api.bitget.com',
  // Twenty a second per path.
  rate: { requests: 20, perSeconds: 1 },
  maxBytes: 2 ** 20,
  terms: 'https://www.bitget.com/support/articles/360014944032-terms-of-use',
})

const symbols = { BTC: 'BTCUSDT', ETH: 'ETHUSDT', SOL: 'SOLUSDT' } as const

/** `{"code":"00000","msg":"success","requestTime":…,"data":…}`; any other code is an error. */
const answer = (body: string): Piece => {
  const envelope = reply(body)
  const code = text(field(envelope, 'code'))
  if (code !== '00000') throw refusal(`${code} ${String(optional(envelope, 'msg')?.value ?? '')}`)
  return envelope
}

const rows = (envelope: Piece): readonly Piece[] => items(field(envelope, 'data'))

/**
 * Open interest alone, as the venue's calls for it tell it: `{"list":[{"symbol":…,"openInterest":…}],"ts":…}`, and in version
 * 2 `{"openInterestList":[{"symbol":…,"size":…}],"ts":…}`. Coins, as in a ticker; contracts that are settled in coins have
 * other symbols.
 */
const openInterestAlone = (data: Piece, symbol: string): Said => {
  const list = optional(data, 'list')
  const row = ownRow(list ?? field(data, 'openInterestList'), 'symbol', symbol)
  const amount = decimal(field(row, list ? 'openInterest' : 'size'))
  return { openInterest: { amount, unit: 'coins' }, at: whole(field(data, 'ts')) }
}

export const bitget: PerpetualVenue = {
  name: 'bitget',
  source,
  symbols,
  tickers: PERPETUAL_ASSETS.flatMap((asset) => [
    {
      provider: source,
      path: `/api/v3/market/tickers?category=USDT-FUTURES&symbol=${symbols[asset]}`,
      /** This reply has the rate too, but neither its interval nor the time of payment. Open interest is in coins. */
      read: (body) => {
        const envelope = answer(body)
        const data = field(envelope, 'data')
        if (!Array.isArray(data.value)) return { [asset]: openInterestAlone(data, symbols[asset]) }
        const [row] = rows(envelope)
        if (!row) return {}
        same(field(row, 'category'), 'USDT-FUTURES')
        same(field(row, 'symbol'), symbols[asset])
        return {
          [asset]: {
            mark: positive(field(row, 'markPrice')),
            index: positive(field(row, 'indexPrice')),
            openInterest: { amount: decimal(field(row, 'openInterest')), unit: 'coins' },
            at: whole(field(row, 'ts')),
          },
        }
      },
    },
    {
      provider: source,
      path: `/api/v3/market/current-fund-rate?symbol=${symbols[asset]}`,
      /** The running estimate of the payment at `nextUpdate`. */
      read: (body) => {
        const envelope = answer(body)
        const [row] = rows(envelope)
        if (!row) return {}
        same(field(row, 'symbol'), symbols[asset])
        const rate = decimal(field(row, 'fundingRate'))
        return {
          [asset]: {
            funding: {
              rate,
              unit: 'fraction',
              isExpected: true,
              estimate: null,
              nextAt: whole(field(row, 'nextUpdate')),
            },
            intervalHours: whole(field(row, 'fundingRateInterval')),
            at: whole(field(envelope, 'requestTime')),
          },
        }
      },
    },
  ]),
  /** Newest first in the reply. */
  history: (asset, since) => ({
    provider: source,
    path: `/api/v3/market/history-fund-rate?category=USDT-FUTURES&symbol=${symbols[asset]}&limit=100`,
    read: (body) =>
      fundingPaidSince(
        items(field(field(answer(body), 'data'), 'resultList')).map((row) => {
          same(field(row, 'symbol'), symbols[asset])
          return { at: whole(field(row, 'fundingRateTimestamp')), rate: decimal(field(row, 'fundingRate')) }
        }),
        since,
      ),
  }),
}
