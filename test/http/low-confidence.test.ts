import { expect, test } from 'bun:test'
import { registry } from '../../src/feeds/registry.ts'
import { tickers } from '../support/feeds/market.ts'
import { tickInShop } from '../support/tick-in-shop.ts'
import { fileShop } from '../support/shop.ts'

/** What a buyer is told of a price that enough venues agree on, but said too long ago. */

const ITEM = registry.item('price/spot/XRP-USD')!
const PATHS = ['/oracle/price/xrp/usd', '/oracle/price/xrp/usd/preview'] as const

const shop = await fileShop()

/** A tick at which four venues of seven, a bare majority, were heard so long ago. */
const tickWith = async (ageMs: number) => {
  const now = shop.clock.now()
  const venues = ['coinbase', 'kraken', 'bitstamp', 'bitfinex']
  const boards = tickers(Object.fromEntries(venues.map((venue) => [venue, { 'XRP/USD': 2 }])), now, ageMs)
  for (const [id, state] of boards) await shop.store.boards.write(id, now, state)
  return tickInShop(shop, ITEM)
}

test('a live price is refused before any money, with what it was worth', async () => {
  expect(await tickWith(60_000)).toMatchObject({ kind: 'declined', cause: 'low_confidence' })
  const invoices = shop.money.calledOf('POST /lnd/v1/invoices')
  for (const path of PATHS) {
    const response = await shop.request(path)
    expect([path, response.status]).toEqual([path, 503])
    expect(await response.json()).toMatchObject({
      error: 'data_unavailable',
      reason: 'low_confidence',
      // 4 of 7, all of them as old as a vote may be: 0.2857.
      confidence: 0.285,
      least_confidence: 0.3,
      message: expect.stringContaining('worth 0.285, and less than 0.3 is not sold.'),
    })
    expect(response.headers.has('www-authenticate')).toBe(false)
  }
  expect(shop.money.calledOf('POST /lnd/v1/invoices')).toBe(invoices)
})

test('and sold once it is worth enough', async () => {
  shop.clock.move(5_000)
  expect(await tickWith(50_000)).toEqual({ kind: 'published' })
  expect((await shop.request(PATHS[0])).status).toBe(402)
})
