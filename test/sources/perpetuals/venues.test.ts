import { describe, expect, test } from 'bun:test'
import { PERPETUAL_ASSETS, assetOf } from '../../../src/sources/perpetual.ts'
import { PERPETUAL_VENUES } from '../../../src/sources/perpetuals/venues.ts'
import { VENUES } from '../../../src/sources/exchanges/venues.ts'
import { UnreadableReply } from '../../../src/sources/query.ts'

/** Bodies that no venue sends as an answer, whatever was asked. */
const GARBAGE = [
  '',
  '<!DOCTYPE html><html><body>502 Bad Gateway</body></html>',
  '{"result":',
  'null',
  '0',
  '"OK"',
  '[null]',
  '[[null]]',
  '[7]',
  '{"result":null,"error":null,"data":null,"code":null}',
  '{"code":"0","data":[null]}',
  '{"code":"00000","data":[null]}',
  '{"retCode":0,"result":{"category":"linear","list":[null]},"time":1}',
  '{"result":"success","serverTime":"2026-11-18T12:00:00Z","tickers":[null],"rates":[null]}',
  '{"markets":{"BTC-USD":null,"ETH-USD":null,"SOL-USD":null},"historicalFunding":[null]}',
  '[{"universe":[null]},[null]]',
  '{"__proto__":{"fundingRate":"1"}}',
]

const EACH = PERPETUAL_VENUES.map((venue) => [venue.name, venue] as const)

describe('all venues of perpetuals', () => {
  test('stand in the order of their names, each once', () => {
    const names = PERPETUAL_VENUES.map(({ name }) => name)
    expect(names).toEqual([...new Set(names)].toSorted())
  })

  test('share limits with a spot venue where they share its host, and its name nowhere else', () => {
    for (const { source } of PERPETUAL_VENUES)
      for (const spot of VENUES.map((venue) => venue.source))
        expect([source.name === spot.name, source.origin === spot.origin]).toEqual(
          source === spot ? [true, true] : [false, false],
        )
  })

  test.each(EACH)('%s knows its three symbols and no other', (_name, { symbols }) => {
    for (const asset of PERPETUAL_ASSETS) expect(assetOf(symbols, symbols[asset])).toBe(asset)
    expect(assetOf(symbols, 'DOGEUSDT')).toBeNull()
  })

  test.each(EACH)('%s asks its own source, within its limits even at the first start', (_name, venue) => {
    const history = PERPETUAL_ASSETS.map((asset) => venue.history(asset, 0, 1))
    const interest = PERPETUAL_ASSETS.flatMap((asset) => venue.interest?.(asset, 0, 97_200_000) ?? [])
    const all = [...venue.tickers, ...(venue.terms ? [venue.terms] : []), ...history, ...interest]
    expect(all.every(({ provider, path }) => provider === venue.source && path.startsWith('/'))).toBe(true)
    expect(new Set(all.map(({ path, body }) => `${path} ${body}`)).size).toBe(all.length)
    expect(all.length).toBeLessThanOrEqual(venue.source.rate.requests)
  })

  test.each(EACH)('%s refuses garbage in so many words, and never trips over it', (_name, venue) => {
    const history = PERPETUAL_ASSETS.map((asset) => venue.history(asset, 0, 1))
    const interest = PERPETUAL_ASSETS.flatMap((asset) => venue.interest?.(asset, 0, 97_200_000) ?? [])
    for (const query of [...venue.tickers, ...(venue.terms ? [venue.terms] : []), ...history, ...interest])
      for (const body of GARBAGE) {
        let read: unknown
        try {
          read = query.read(body)
        } catch (problem) {
          if (!(problem instanceof UnreadableReply)) throw problem
          expect(problem.message.length).toBeGreaterThan(5)
          continue
        }
        throw new Error(`${venue.name} read ${body} as ${JSON.stringify(read)}`)
      }
  })
})
