/** OKX options, keyless REST v5. Volatilities are fractions. https://www.okx.com/docs-v5/en/ */
import { okx, okxData } from '../exchanges/okx.ts'
import type { Piece } from '../shape.ts'
import { decimal, field, optional, price, text, whole } from '../shape.ts'
import { inPercent } from './amounts.ts'
import type { ListedOption, OptionVenue } from './chain.ts'
import { numbered } from './names.ts'

const { source } = okx

/**
 * `{"instId":"BTC-USD-240329-32000-C","markVol":"0.59","bidVol":"0","askVol":"","fwdPx":"37675.8","ts":"1699586421976"}`.
 * An empty or zero volatility means that this side has no quote; the summary has no prices and no volume. Rows of 2020
 * have no `fwdPx` and are left out.
 */
const option = (row: Piece, family: string): ListedOption | null => {
  const symbol = text(field(row, 'instId'))
  const name = numbered(symbol, family)
  if (!name) return null
  const forwardPiece = optional(row, 'fwdPx')
  const forward = forwardPiece && price(forwardPiece)
  if (!forward) return null
  const [bidIv, askIv] = [inPercent(price(field(row, 'bidVol'))), inPercent(price(field(row, 'askVol')))]
  return {
    ...name,
    symbol,
    markIv: inPercent(price(field(row, 'markVol'))),
    twoSided: bidIv !== null && askIv !== null,
    bidIv,
    askIv,
    bid: null,
    ask: null,
    forward,
    volume: null,
  }
}

export const okxOptions: OptionVenue = {
  source,
  /** Options on SOL are not listed. */
  coins: ['BTC', 'ETH'],
  chain: (coin) => ({
    provider: source,
    path: `/api/v5/public/opt-summary?instFamily=${coin}-USD`,
    read: (body) => {
      const listed = okxData(body).flatMap((row) => {
        const read = option(row, `${coin}-USD`)
        return read ? [{ read, at: whole(field(row, 'ts')) }] : []
      })
      return { at: Math.max(0, ...listed.map(({ at }) => at)), quotes: listed.map(({ read }) => read), interest: null }
    },
  }),
  /** `{"instId":"BTC-USD-240329-32000-C","oi":"36","oiCcy":"3.6",…}`: in contracts, and in coins. */
  interest: (coin) => ({
    provider: source,
    path: `/api/v5/public/open-interest?instType=OPTION&instFamily=${coin}-USD`,
    read: (body) =>
      Object.fromEntries(okxData(body).map((row) => [text(field(row, 'instId')), decimal(field(row, 'oiCcy'))])),
  }),
}
