/** OKX options, keyless REST v5. Volatilities are fractions. https://www.okx.com/docs-v5/en/ */
import { decimalProduct } from '../decimal-text.ts'
import { okx } from '../exchanges/okx.ts'
import type { DecimalText } from '../market.ts'
import type { Piece } from '../shape.ts'
import { decimal, field, items, optional, price, refusal, reply, text, whole } from '../shape.ts'
import type { OptionVenue } from './chain.ts'
import { numbered } from './names.ts'

const { source } = okx

/** The rows of `{"code":"0","msg":"","data":[…]}`; any other code is an error, sent with HTTP 200. */
const data = (body: string): readonly Piece[] => {
  const answer = reply(body)
  const code = text(field(answer, 'code'))
  if (code !== '0') throw refusal(`${code} ${String(optional(answer, 'msg')?.value ?? '')}`)
  return items(field(answer, 'data'))
}

const inPercent = (fraction: DecimalText | null): DecimalText | null =>
  fraction === null ? null : decimalProduct(fraction, '100')

/**
 * `{"instId":"BTC-USD-240329-32000-C","markVol":"0.59","bidVol":"0","askVol":"","fwdPx":"37675.8","ts":"1699586421976"}`.
 * An empty or zero volatility means that this side has no quote. Rows of 2020 have no `fwdPx` and are left out.
 */
const option = (row: Piece, family: string) => {
  const symbol = text(field(row, 'instId'))
  const name = numbered(symbol, family)
  if (!name) return null
  const forwardPiece = optional(row, 'fwdPx')
  const forward = forwardPiece && price(forwardPiece)
  return forward
    ? {
        ...name,
        symbol,
        markIv: inPercent(price(field(row, 'markVol'))),
        twoSided: price(field(row, 'bidVol')) !== null && price(field(row, 'askVol')) !== null,
        forward,
      }
    : null
}

export const okxOptions: OptionVenue = {
  source,
  chain: (coin) => ({
    provider: source,
    path: `/api/v5/public/opt-summary?instFamily=${coin}-USD`,
    read: (body) => {
      const listed = data(body).flatMap((row) => {
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
      Object.fromEntries(data(body).map((row) => [text(field(row, 'instId')), decimal(field(row, 'oiCcy'))])),
  }),
}
