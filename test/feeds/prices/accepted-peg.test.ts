import { expect, test } from 'bun:test'
import { PEG_SEEN, pegSeen } from '../../../src/feeds/prices/accepted-peg.ts'
import { pegs } from '../../../src/feeds/prices/pegs.feed.ts'
import { lookAt, OPEN, tickers } from '../../support/feeds/market.ts'

/** What the x402 rail learns of USDC: more than is sold, and sooner than never. */

type Books = Readonly<Record<string, number>>
const books = (prices: Books, ageMs = 1_000) =>
  tickers(
    Object.fromEntries(Object.entries(prices).map(([venue, price]) => [venue, { 'USDC/USD': price }])),
    OPEN,
    ageMs,
  )
const context = (prices: Books, ageMs?: number) => lookAt(books(prices, ageMs), OPEN)
const subject = pegs.subjects.find(({ key }) => key === 'USDC-USD')!

test('three of four venues that lie within one per cent say it, where two tenths are sold', () => {
  const wavering = context({ kraken: 0.995, bitstamp: 1, gemini: 1.004 })
  expect(pegSeen(wavering)).toEqual({ value: 1 })
  expect(pegs.conclude(subject, wavering).kind).toBe('disagreement')
  expect(pegs.aside!(subject, wavering)).toEqual({ id: PEG_SEEN.id, state: { value: 1 } })
  expect(pegSeen(context({ kraken: 0.97, bitstamp: 0.975, gemini: 0.979, bitfinex: 1 }))?.value).toBeCloseTo(0.975, 10)
})

test('two quiet books, or venues further apart, say nothing: what lies there stays', () => {
  for (const prices of [{ kraken: 1, bitstamp: 1 }, { kraken: 0.98, bitstamp: 1, gemini: 1.011 }, {}]) {
    expect(pegSeen(context(prices))).toBeNull()
    expect(pegs.aside!(subject, context(prices))).toBeNull()
  }
  expect(pegSeen(context({ kraken: 1, bitstamp: 1, gemini: 1 }, 300_001))).toBeNull()
})

test('of four venues one that lies moves it nowhere', () => {
  for (const lie of [0.5, 0.9, 0.989, 1.011, 1.1, 2]) {
    const { value } = pegSeen(context({ kraken: 1, bitstamp: 1, gemini: 1, bitfinex: lie }))!
    expect(value).toBe(1)
  }
})

test('the other pairs leave nothing', () => {
  const all = context({ kraken: 1, bitstamp: 1, gemini: 1 })
  for (const other of pegs.subjects.filter(({ key }) => key !== 'USDC-USD')) expect(pegs.aside!(other, all)).toBeNull()
})
