import { beforeEach, describe, expect, test } from 'bun:test'
import { PriceAnswer } from '../../../src/feeds/prices/price-answer.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { type Stage, stage } from '../../support/sandbox/world/still-world.ts'
import { type PolledWorld, polledWorld } from '../../support/polled-world.ts'
import { choose } from '../../support/feeds/liars.ts'
import { lookAt } from '../../support/feeds/market.ts'
import { contentOf, travelled } from '../../support/feeds/content-of.ts'
import { checks } from '../../support/feeds/prices/sold-bodies.ts'

/** Exchange rates and what stands on them, from the replies of the simulated world to what is sold. */

const RATES = ['price/fx/EUR-USD', 'price/fx/GBP-USD', 'price/fx/USD-JPY', 'price/fx/USD-CHF', 'price/fx/USD-CNY']
const CROSSES = [
  'price/fx/EUR-JPY',
  'price/spot/BTC-EUR',
  'price/spot/SOL-EUR',
  'price/spot/BTC-JPY',
  'price/spot/SOL-JPY',
  'price/pegs/USDT-EUR',
]
const ACTORS = [...RATES, ...CROSSES]

/** What an answer holds besides its content: canonical string, signatures, key, hash and time. */
const ENVELOPE_BYTES = 900

let on: Stage
let world: PolledWorld

const poll = async (actors = ACTORS): Promise<void> => {
  const boards = new Set(
    actors.flatMap((actor) => [...registry.item(actor)!.feed.boards(registry.item(actor)!.subject)]),
  )
  for (const board of boards) await world.poll(board)
}

beforeEach(async () => {
  on = stage()
  world = polledWorld(on)
  await poll()
})

const order = async (body: object): Promise<void> => {
  expect((await on.post(body)).status).toBe(200)
}

/** The same world a minute later. */
const later = async (body: object): Promise<void> => {
  await order(body)
  on.clock.move(60_000)
  await poll()
}

/** What is sold, after a check that it follows from its own votes. */
const sold = (actor: string): PriceAnswer => {
  const { feed, subject } = registry.item(actor)!
  const found = feed.conclude(subject, lookAt(world.states, on.clock.now()))
  const content = contentOf(PriceAnswer, found)
  const all = checks(travelled(content))
  expect([actor, all.length > 0, all.filter(({ ok }) => !ok)]).toEqual([actor, true, []])
  return content
}

test.each([
  ['price/fx/EUR-USD', 6],
  ['price/fx/GBP-USD', 4],
  ['price/fx/USD-JPY', 4],
] as const)('%s is agreed on by all %d venues', (actor, venues) => {
  const { quotes, agreement, sources, legs } = sold(actor)
  expect(agreement!.configured).toBe(venues)
  expect(quotes!.filter(({ used }) => used).map(({ source }) => source)).toEqual(sources)
  expect(sources).toHaveLength(venues)
  expect(legs).toMatchObject([{ basis: 'live', method: 1 }, { pair: 'BTC/USD' }])
})

test('a franc has one live quote, a yuan none', () => {
  expect(sold('price/fx/USD-CHF').legs).toMatchObject([{ basis: 'live', method: 0.7 }])
  expect(sold('price/fx/USD-CNY').legs).toMatchObject([{ basis: 'fixing', method: 0.7 }])
})

test('bodies stay small: 4 kB of a rate, 8 kB of a cross, envelope included', () => {
  for (const actor of ACTORS) {
    const most = RATES.includes(actor) ? 4_096 : 8_192
    expect([actor, JSON.stringify(sold(actor)).length + ENVELOPE_BYTES <= most]).toEqual([actor, true])
  }
})

describe('venues that lie', () => {
  const off = (actor: string, price: string): number => Math.abs(Number(sold(actor).price) / Number(price) - 1)

  test.each([
    ['price/fx/EUR-USD', ['kraken', 'bitstamp', 'binance', 'coinbase', 'bitfinex', 'gemini'], 2],
    ['price/fx/USD-JPY', ['kraken', 'bitflyer', 'bitbank', 'coincheck'], 1],
    ['price/spot/BTC-EUR', ['kraken', 'bitstamp', 'binance', 'coinbase', 'bitfinex', 'gemini'], 2],
    ['price/spot/BTC-JPY', ['kraken', 'bitflyer', 'bitbank', 'coincheck'], 2],
  ] as const)(
    'do not move %s',
    async (actor, venues, most) => {
      await order({ volatility: 0 })
      await poll([actor])
      const { price } = sold(actor)
      for (const liars of choose(venues, most)) {
        await order({ lie: Object.fromEntries(venues.map((venue) => [venue, liars.includes(venue) ? 1.019 : 1])) })
        await poll([actor])
        expect([liars, off(actor, price) < 0.000_3]).toEqual([liars, true])
      }
    },
    120_000,
  )
})

describe('Bitcoin that runs', () => {
  test('takes no exchange rate away: the live quotes stand', async () => {
    await order({ shock: { 'spot.BTC': 1.2 } })
    // Only some have been asked again: nobody agrees on Bitcoin.
    for (const venue of ['coinbase', 'bitfinex', 'okx', 'bitflyer'])
      for (const board of registry.item('price/fx/EUR-JPY')!.feed.boards(registry.item('price/fx/EUR-JPY')!.subject))
        if (board.id === `ticker/${venue}`) await world.poll(board)
    for (const actor of RATES) expect(sold(actor).legs[0]!.method).toBeOneOf([0.7, 1])
    expect(sold('price/fx/EUR-USD').legs[0]).toMatchObject({ basis: 'live' })
  })

  test('nor do exchanges that are gone: implied quotes, then fixings', async () => {
    await later({ halt: ['kraken', 'bitstamp'] })
    on.clock.move(16 * 60_000)
    await poll()
    const implied = sold('price/fx/EUR-USD')
    expect(implied.legs[0]).toMatchObject({ basis: 'live', method: 1 })
    expect(implied.sources).toEqual(['binance', 'bitfinex', 'coinbase', 'gemini'])
    await later({ halt: ['kraken', 'bitstamp', 'gemini', 'coinbase'] })
    on.clock.move(16 * 60_000)
    await poll()
    expect(sold('price/fx/EUR-USD').legs[0]).toMatchObject({ basis: 'fixing', method: 0.7 })
  })
})
