/** OKX dated futures, keyless REST v5, on the host of its spot markets. https://www.okx.com/docs-v5/en/#public-data */
import { okx } from '../exchanges/okx.ts'
import { PERPETUAL_ASSETS, type PerpetualAsset } from '../perpetual.ts'
import type { Piece } from '../shape.ts'
import { decimal, field, items, optional, price, refusal, reply, text, whole } from '../shape.ts'
import { type DatedAnswer, type DatedSaid, type DatedVenue, named, prices } from './dated.ts'

const { source } = okx

/** The rows of `{"code":"0","msg":"","data":[…]}`; any other code is an error, sent with HTTP 200. */
const data = (body: string): readonly Piece[] => {
  const answer = reply(body)
  const code = text(field(answer, 'code'))
  if (code !== '0') throw refusal(`${code} ${String(optional(answer, 'msg')?.value ?? '')}`)
  return items(field(answer, 'data'))
}

/**
 * Coin and index behind a name such as `BTC-USD-261225`; `null` for other coins. The venue also lists perpetuals with a
 * far date as futures (`BTC-USD_UM_XPERP-310404`): they pay funding and are no dated futures.
 */
const namedContract = (symbol: string): { readonly asset: PerpetualAsset; readonly index: string } | null => {
  const found = /^(([A-Z]+)-(?:USD|USDT|USDC))-\d{6}$/.exec(symbol)
  const asset = PERPETUAL_ASSETS.find((each) => each === found?.[2])
  return found && asset ? { asset, index: found[1]! } : null
}

/** `BTC-USDT` */
const isIndex = (name: string): boolean => namedContract(`${name}-000000`) !== null

const ours = (
  body: string,
  isOurs: (name: string) => boolean,
  said: (row: Piece) => Omit<DatedSaid, 'at'>,
): DatedAnswer =>
  named(
    data(body).map((row) => {
      const name = text(field(row, 'instId'))
      return isOurs(name) ? [name, { ...said(row), at: whole(field(row, 'ts')) }] : null
    }),
  )

const isContract = (name: string): boolean => namedContract(name) !== null

/** `oi` counts contracts, `oiCcy` coins and `oiUsd` dollars. The last is missing in replies from before 2025. */
const interest = (row: Piece): Omit<DatedSaid, 'at'> => {
  const usd = optional(row, 'oiUsd')
  return {
    openInterest: usd ? { amount: decimal(usd), unit: 'usd' } : { amount: decimal(field(row, 'oiCcy')), unit: 'coins' },
  }
}

export const okxDated: DatedVenue = {
  name: 'okx',
  source,
  assets: PERPETUAL_ASSETS,
  /** `{"instId":"BTC-USD-261225","ctType":"inverse","expTime":"1798185600000","state":"live","uly":"BTC-USD",…}` */
  lists: [
    {
      provider: source,
      path: '/api/v5/public/instruments?instType=FUTURES',
      read: (body) =>
        named(
          data(body).map((row) => {
            const symbol = text(field(row, 'instId'))
            const found = namedContract(symbol)
            const kind = (['inverse', 'linear'] as const).find((each) => each === field(row, 'ctType').value)
            const isOurs = found && text(field(row, 'uly')) === found.index && text(field(row, 'state')) === 'live'
            return isOurs && kind ? [symbol, { ...found, kind, expiresAt: whole(field(row, 'expTime')) }] : null
          }),
        ),
    },
  ],
  tickers: [
    {
      provider: source,
      path: '/api/v5/public/mark-price?instType=FUTURES',
      read: (body) => ours(body, isContract, (row) => prices({ mark: price(field(row, 'markPx')) })),
    },
    ...(['USD', 'USDT', 'USDC'] as const).map((quote) => ({
      provider: source,
      path: `/api/v5/market/index-tickers?quoteCcy=${quote}`,
      read: (body: string) => ours(body, isIndex, (row) => prices({ index: price(field(row, 'idxPx')) })),
    })),
    {
      provider: source,
      path: '/api/v5/public/open-interest?instType=FUTURES',
      read: (body) => ours(body, isContract, interest),
    },
  ],
}
