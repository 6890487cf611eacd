import { afterAll, describe, expect, setSystemTime, test } from 'bun:test'
import { privateKeyToAccount } from 'viem/accounts'
import { runTick } from '../../src/actors/publisher/dispatch.ts'
import { fixedKeys } from '../../src/actors/publisher/keyring.ts'
import { createPublisher } from '../../src/actors/publisher/publisher.ts'
import type { Json } from '../../src/canonical/jcs.ts'
import { verifyAnswer } from '../../src/canonical/verify.ts'
import { LAYOUTS } from '../../src/cli/verify.ts'
import { buyerL402, buyerV2, sandboxWallet } from '../../src/demo/buyers.ts'
import { majorityOf } from '../../src/feeds/math/agreement.ts'
import { spotVenues } from '../../src/feeds/prices/spot-legs.ts'
import { registry } from '../../src/feeds/registry.ts'
import { createNet } from '../../src/system/net.ts'
import { systemRandom } from '../../src/system/random.ts'
import { recorded, recordedAvailable } from '../support/recorded.ts'
import { startReplay } from '../support/replay.ts'
import { type Shop, startShop } from '../support/shop.ts'
import { stillClock } from '../support/still.ts'

/**
 * Real input, wall to wall: what providers really said goes in at one end, a paid and verified answer comes out at the
 * other. The recordings come from different years, so that each venue is sold alone, at its own time, with quorum 1.
 */

/** One venue's recording and what a person reads in it. */
interface Case {
  readonly venue: string
  /** What our reader asks, without the query unless it matters. */
  readonly question: string
  readonly recording: string
  /** When it was said; recordings that carry no time are told at noon of a day of about their price. */
  readonly at: string
  readonly actor: string
  readonly path: string
  /** Worked out by hand from bid, ask and last of the recording. */
  readonly price: string
  readonly because: string
  /** The venue's own list of instruments, where it was recorded too. */
  readonly instruments?: { readonly question: string; readonly recording: string }
}

const BTC_USD = { actor: 'price/spot/BTC-USD', path: '/oracle/price/btc/usd' }
const BTC_JPY = { actor: 'price/spot/BTC-JPY', path: '/oracle/price/btc/jpy' }

const CASES: readonly Case[] = [
  {
    ...BTC_USD,
    venue: 'coinbase',
    question: 'api.exchange.coinbase.com/products/BTC-USD/ticker',
    recording: 'crypto/coinbase/exchange_ticker_BTC-USD',
    at: '2015-04-08T20:49:07Z',
    price: '637.06',
    because: '(637 + 637.11) / 2 = 637.055, a hair above the tie as a double',
    instruments: {
      question: 'api.exchange.coinbase.com/products',
      recording: 'crypto/coinbase/exchange_products_trimmed',
    },
  },
  {
    ...BTC_USD,
    venue: 'kraken',
    question: 'api.kraken.com/0/public/Ticker',
    recording: 'macro/kraken/ticker-shape',
    at: '2023-07-06T12:00:00Z',
    price: '30300.05',
    because: '(30300.00000 + 30300.10000) / 2',
    instruments: {
      question: 'api.kraken.com/0/public/AssetPairs',
      recording: 'crypto/kraken/spot_asset_pairs_trimmed',
    },
  },
  {
    ...BTC_USD,
    venue: 'bitstamp',
    question: 'www.bitstamp.net/api/v2/ticker/btcusd/',
    recording: 'crypto/bitstamp/ticker_btcusd',
    at: '2022-01-31T14:43:07Z',
    price: '2211.00',
    because: 'bid 2188.97 and ask 2211.00 lie 1 % apart, more than 50 bps: the last trade counts',
  },
  {
    ...BTC_USD,
    venue: 'gemini',
    question: 'api.gemini.com/v1/pubticker/btcusd',
    recording: 'crypto/gemini/pubticker_BTCUSD',
    at: '2019-08-12T05:30:00Z',
    price: '11384.79',
    because: '(11381.50 + 11388.08) / 2',
    instruments: {
      question: 'api.gemini.com/v1/symbols/details/all',
      recording: 'crypto/gemini/symbols_details_all_trimmed',
    },
  },
  {
    ...BTC_USD,
    venue: 'bitfinex',
    question: 'api-pub.bitfinex.com/v2/tickers',
    recording: 'crypto/bitfinex/tickers',
    at: '2019-12-28T12:00:00Z',
    price: '7381.65',
    because: '(7381.6 + 7381.7) / 2',
    instruments: {
      question: 'api-pub.bitfinex.com/v2/conf/pub:list:pair:exchange',
      recording: 'crypto/bitfinex/conf_pair_exchange',
    },
  },
  {
    ...BTC_USD,
    venue: 'binance',
    question: 'data-api.binance.vision/api/v3/ticker/24hr',
    recording: 'crypto/binance/spot_ticker24h_many',
    at: '2024-11-01T05:30:19Z',
    price: '69624.01',
    because: '(69624.00000000 + 69624.01000000) / 2 = 69624.005 USDT at 1.0000, a hair above the tie as a double',
    instruments: {
      question: 'data-api.binance.vision/api/v3/exchangeInfo',
      recording: 'crypto/binance/spot_exchange_info_trimmed',
    },
  },
  {
    ...BTC_USD,
    venue: 'gateio',
    question: 'api.gateio.ws/api/v4/spot/tickers?currency_pair=BTC_USDT',
    recording: 'crypto/gate/spot_tickers_BTC_USDT',
    at: '2023-06-09T12:00:00Z',
    price: '26026.75',
    because: '(26026.7 + 26026.8) / 2 USDT at 1.0000',
    instruments: {
      question: 'api.gateio.ws/api/v4/spot/currency_pairs',
      recording: 'crypto/gate/spot_currency_pairs_majors',
    },
  },
  {
    ...BTC_JPY,
    venue: 'bitflyer',
    question: 'api.bitflyer.com/v1/ticker?product_code=BTC_JPY',
    recording: 'crypto/bitflyer/ticker_BTC_JPY',
    at: '2017-12-20T07:44:20Z',
    price: '2005304',
    because: '(2004607 + 2006000) / 2 = 2005303.5, a tie, away from zero',
    instruments: { question: 'api.bitflyer.com/v1/getmarkets', recording: 'crypto/bitflyer/getmarkets' },
  },
  {
    ...BTC_JPY,
    venue: 'coincheck',
    question: 'coincheck.com/api/ticker?pair=btc_jpy',
    recording: 'crypto/coincheck/ticker_btc_jpy',
    at: '2022-02-07T16:01:24Z',
    price: '5053199',
    because: '(5053001.0 + 5053397.0) / 2',
  },
]

/** Quoted in USDT, so that a dollar price needs a rate; nobody recorded one that says exactly 1. */
const IN_USDT = ['binance', 'gateio']

const constructedUsdt = (at: number): string =>
  JSON.stringify({ bid: '1.0000', ask: '1.0000', last: '1.0000', timestamp: String(Math.floor(at / 1000)) })

/** The shop with its real Redis, routes, rails and money at one moment that stands still, and the actors beside it. */
interface House {
  readonly shop: Shop
  tick(actor: string): Promise<string>
  invoices(): Promise<number>
  close(): Promise<void>
}

const BUYER = `0x${'4a'.repeat(32)}` as const

const replay = startReplay()
const sold: string[] = []

const openHouse = async (at: number, quorum: number | null): Promise<House> => {
  // The official client signs "not before" and "not after" by this process's clock.
  setSystemTime(new Date(at))
  const shop = await startShop({ clock: stillClock(at) })
  const { store, clock, log, keys } = shop
  const net = createNet({ clock, upstreamOrigin: replay.origin })
  const publisher = createPublisher(store.snapshots, fixedKeys(keys), systemRandom)
  return {
    shop,
    tick: async (actor) => {
      const outcome = await runTick(actor, {
        registry,
        store,
        net,
        publisher,
        clock,
        log,
        quorum,
        mayAsk: () => true,
        holder: 'one',
        schedule: async () => {},
        unschedule: async () => {},
        wake: () => {},
        seal: async () => null,
        answer: async () => false,
        quote: async () => ({ kind: 'busy' }),
      })
      return outcome.kind === 'declined' ? `declined: ${outcome.reason}` : outcome.kind
    },
    invoices: async () => ((await shop.money.control('/lightning/invoices')).invoices as unknown[]).length,
    close: async () => {
      await shop.stop()
      setSystemTime()
    },
  }
}

/** The provider says again what it said, and so does its list of instruments where that is recorded. */
const sayAgain = ({ question, recording, instruments }: Case): void => {
  replay.say(question, recorded(recording).body)
  if (instruments) replay.say(instruments.question, recorded(instruments.recording).body)
}

/** The venue's own two actors, as a worker would run them. */
const poll = async (house: House, { venue, instruments }: Case): Promise<void> => {
  if (instruments) expect(await house.tick(`instruments/${venue}`)).toBe('published')
  expect(await house.tick(`ticker/${venue}`)).toBe('published')
}

const pollUsdt = async (house: House, at: number): Promise<void> => {
  replay.say('www.bitstamp.net/api/v2/ticker/usdtusd/', constructedUsdt(at))
  expect(await house.tick('ticker/bitstamp')).toBe('published')
}

type Body = Readonly<Record<string, Json>>

const verified = async (response: Response, publicKey: string): Promise<Body> => {
  const body = (await response.json()) as Body
  expect({ status: response.status, body }).toMatchObject({ status: 200 })
  const { checks } = verifyAnswer(body, { publicKey, layouts: LAYOUTS })
  // A venue alone is no majority by the published rules, and whoever verifies it is told so.
  const failing = checks.flatMap(({ what, ok }) => (ok ? [] : [what]))
  const byRules = ['the votes are judged by the published rules', 'the rate of USDT follows from its votes']
  expect(failing).toContain(byRules[0]!)
  expect(byRules).toEqual(expect.arrayContaining(failing))
  return body
}

describe.skipIf(!recordedAvailable)('recorded replies, sold', () => {
  afterAll(async () => {
    setSystemTime()
    await replay.stop()
    process.stdout.write(`\nRecorded replies that were sold and verified:\n${sold.join('\n')}\n`)
  })

  for (const each of CASES)
    test(`${each.venue} alone: ${each.price} on both rails`, async () => {
      const at = Date.parse(each.at)
      replay.forget()
      sayAgain(each)
      const house = await openHouse(at, 1)
      try {
        await poll(house, each)
        if (IN_USDT.includes(each.venue)) await pollUsdt(house, at)
        expect(await house.tick(each.actor)).toBe('published')

        const { url, money, keys } = house.shop
        const lightning = buyerL402(sandboxWallet(money.url))
        await money.fund(privateKeyToAccount(BUYER).address)
        const answers = [
          await verified(await lightning(url + each.path), keys.l402.publicKey),
          await verified(await buyerV2(BUYER)(url + each.path), keys.x402.publicKey),
        ]
        const seconds = Math.floor(at / 1000)
        for (const body of answers) {
          const parts = String(body.canonical).split('|')
          expect(parts.slice(0, 9)).toEqual([
            'v1',
            'PRICE',
            each.actor.split('/')[2]!.replace('-', ''),
            each.price,
            each.actor.slice(-3),
            each.actor.endsWith('JPY') ? '0' : '2',
            each.venue,
            'median',
            String(seconds),
          ])
          expect(body.price).toBe(each.price)
          expect(body.sources).toEqual([each.venue])
          expect(body.timestamp).toBe(seconds)
        }
        expect(answers[0]!.canonical).not.toBe(answers[1]!.canonical)
        const kind = recorded(each.recording).kind ?? 'shape'
        sold.push(
          `  ${each.venue.padEnd(9)} ${each.actor.slice(11)} ${each.price.padStart(8)}  ${each.at}  ${kind.padEnd(8)} ${each.because}`,
        )
      } finally {
        await house.close()
      }
    })

  const together = CASES.filter((each) => each.actor === BTC_USD.actor)
  /**
   * The only venue whose price is stamped: at another time it would be left out for its age, as Coinbase, Gemini and
   * Binance are, whose replies say of what day they are. Three dollar venues are left, each alone.
   */
  const moment = Date.parse(CASES.find((each) => each.venue === 'bitstamp')!.at)

  for (const { quorum, why, outcome } of [
    {
      quorum: null,
      why: 'the published rules',
      outcome: `declined: quorum missed: 3 of ${majorityOf(spotVenues('BTC').length)}`,
    },
    { quorum: 1, why: 'quorum 1: three contradict', outcome: /^declined: sources disagree by .+ %, limit 0\.50 %$/ },
  ])
    test(`${together.length} venues of five different years together are refused, by ${why}`, async () => {
      replay.forget()
      for (const each of together) sayAgain(each)
      const house = await openHouse(moment, quorum)
      try {
        replay.say('www.bitstamp.net/api/v2/ticker/usdtusd/', constructedUsdt(moment))
        for (const each of together) await poll(house, each)
        const found = await house.tick(BTC_USD.actor)
        if (typeof outcome === 'string') expect(found).toBe(outcome)
        else expect(found).toMatch(outcome)

        const response = await fetch(house.shop.url + BTC_USD.path)
        expect(response.status).toBe(503)
        expect(response.headers.get('www-authenticate')).toBeNull()
        expect(response.headers.get('payment-required')).toBeNull()
        expect(response.headers.get('retry-after')).toBe('1')
        expect(await response.json()).toMatchObject({ error: 'data_unavailable' })
        expect(await house.invoices()).toBe(0)
        sold.push(`  all ${together.length} at ${new Date(moment).toISOString()}, ${why}: 503, ${found}`)
      } finally {
        await house.close()
      }
    })

  test('a reply about another instrument is not taken for ours: the tether book of kraken is no dollar price', async () => {
    replay.forget()
    replay.say('api.kraken.com/0/public/Ticker', recorded('crypto/kraken/spot_ticker').body)
    const house = await openHouse(Date.parse('2025-11-11T00:13:56Z'), 1)
    try {
      await house.tick('ticker/kraken')
      expect(await house.tick(BTC_USD.actor)).toBe('declined: quorum missed: 0 of 1')
      expect((await fetch(house.shop.url + BTC_USD.path)).status).toBe(503)
    } finally {
      await house.close()
    }
  })
})
