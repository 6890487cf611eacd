import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { goldSpot } from '../../src/sources/markets/gold-api.ts'
import { recordedAvailable } from '../support/recorded.ts'
import { ROWS, rowOf } from '../support/recordings/all.ts'
import { askedEndpoints } from '../support/recordings/asked.ts'
import { askedFor, placeOf } from '../support/recordings/endpoint.ts'
import { met, recordedPaths } from '../support/recordings/met.ts'
import { recordedReplies } from '../support/recordings/page.ts'
import { namesNotMet, writtenNames } from '../support/recordings/unmet-names.ts'
import { changed, gives, refused } from '../support/recordings/reading.ts'
import { metal } from '../support/recordings/say-prices.ts'

/** The readers of the product meet every recorded reply, and the document says what each gave. */

describe.skipIf(!recordedAvailable)('recorded replies', () => {
  const paths = recordedAvailable ? recordedPaths() : []

  test('each has a row', () => {
    expect(paths.length).toBeGreaterThan(400)
    expect(paths.filter((path) => rowOf(path) === undefined)).toEqual([])
  })

  test('no row is of a file or a provider that is not there', () => {
    expect([...ROWS.keys()].filter((path) => !paths.includes(path))).toEqual([])
  })

  test('give what the document says: after a change, npm run docs', async () => {
    const written = await Bun.file(join(import.meta.dir, '../../docs/recorded-replies.md')).text()
    expect(recordedReplies().split('\n')).toEqual(written.split('\n'))
  })

  test('are called derived where the recording says so, and nowhere else', () => {
    const { given, left } = met()
    expect(left.filter(({ kind, why }) => (kind === 'derived') !== (why === 'derived'))).toEqual([])
    expect(given.filter(({ kind }) => kind === 'derived')).toEqual([])
  })

  test('are called unasked where no family asks that endpoint', () => {
    const asked = askedEndpoints().map((endpoint) => endpoint.split(' ') as [source: string, what: string])
    const wrong = met().left.filter(({ path, why, asked: what }) => {
      const provider = path.split('/')[1]!
      return why === 'unasked' && asked.some(([source, other]) => source.startsWith(provider) && other === what)
    })
    expect(wrong.map(({ path }) => path)).toEqual([])
  })
})

describe.skipIf(!recordedAvailable)('names that are written from documentation', () => {
  test('are not met until a recorded reply of anybody says them', () => {
    const [polygon, ...others] = writtenNames()
    expect(others.length).toBeGreaterThan(10)
    expect(namesNotMet([`{"symbol":"${polygon!.name}"}`])).toEqual(others.filter(({ name }) => name !== polygon!.name))
    // A longer name is another one.
    expect(namesNotMet([`{"symbol":"${polygon!.name}X"}`])).toHaveLength(writtenNames().length)
    expect(namesNotMet([others.at(-1)!.name.toLowerCase().replace('0x', '0x000000000000000000000000')])).not.toContain(
      others.at(-1),
    )
  })
})

describe('an endpoint', () => {
  test.each([
    ['/api/v3/klines?symbol=BTCUSDT&interval=1d&limit=35', null, '/api/v3/klines?interval=1d'],
    ['/v2/trades/tBTCUSD/hist?limit=1000&sort=1', null, '/v2/trades/…/hist'],
    ['/api/v3/ticker/24hr?symbols=%5B%22BTCUSDT%22%5D', null, '/api/v3/ticker/24hr'],
    ['/v5/market/tickers?category=linear&symbol=DOGEUSDT', null, '/v5/market/tickers?category=linear'],
    ['/info', { type: 'fundingHistory', coin: 'BTC', startTime: 0 }, '/info?type=fundingHistory'],
  ])('%s %j is %s', (path, body, endpoint) => {
    expect(askedFor(path, body)).toBe(endpoint)
  })

  test('is a place without host and parameters', () => {
    expect(placeOf('https://api.exchange.coinbase.com/products/BTC-USD/book?level=2')).toBe('/products/…/book')
  })

  test('is asked by a board, by a fill of the past, by a socket and by what a board learns', () => {
    expect(askedEndpoints()).toEqual(
      expect.arrayContaining([
        'kraken /0/public/Ticker',
        'coinbase /products/…/candles?granularity=60',
        // Another metal than gold is another reply.
        'goldapi /price/HG',
        'krakenbooks /v2',
        'binanceoptions /eapi/v1/openInterest',
        'noaawavewatch /erddap/griddap/NWW3_Global_Best.json',
      ]),
    )
  })
})

describe('a row', () => {
  const BODY = '{"price":4165.20,"symbol":"XAU","updatedAt":"2026-03-22T13:09:10Z"}'

  test('that is read says what it gave, and what was changed before', () => {
    const gold = gives(goldSpot, metal)
    expect([gold.reader, gold.isOwn, gold.give(BODY)]).toEqual(['goldapi /price/…', true, '4165.20, 2026-03-22 13:09'])
    const silver = changed(gold, 'about gold', (body) => body.replace('XAG', 'XAU'))
    expect([silver.isOwn, silver.give(BODY.replace('XAU', 'XAG'))]).toEqual([
      false,
      'about gold: 4165.20, 2026-03-22 13:09',
    ])
  })

  test('that is refused says why, and fails when it is read', () => {
    const { give } = refused(goldSpot)
    expect(give(BODY.replace('XAU', 'XAG'))).toBe('refused: asked for XAU, answered XAG')
    expect(() => give(BODY)).toThrow('read although it should be refused')
  })
})
