import type { Piece } from '../shape.ts'
import { field, refusal, reply, text, unrefused } from '../shape.ts'
import { exchangeSource } from './exchange-source.ts'

/** Kraken Futures, keyless. Perpetuals and dated futures share one request limit. */
export const krakenFuturesSource = exchangeSource({
  name: 'krakenfutures',
  origin: 'https://futures.kraken.com',
  // No limit is published for public paths; the venue asks for moderate use.
  rate: { requests: 20, perSeconds: 10 },
  // The list of all contracts with their margins is some hundred kilobytes.
  maxBytes: 2 ** 21,
  terms: 'https://www.kraken.com/legal',
})

/** A reply without an error. Errors are `{"result":"error","error":"apiLimitExceeded",…}` with HTTP 200. */
export const krakenFuturesReply = (body: string): Piece => {
  const found = unrefused(reply(body), 'error')
  const result = text(field(found, 'result'))
  if (result !== 'success') throw refusal(result)
  return found
}
