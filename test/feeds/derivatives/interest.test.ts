import { describe, expect, test } from 'bun:test'
import { concludeInterest } from '../../../src/feeds/derivatives/conclude-interest.ts'
import { InterestAnswer } from '../../../src/feeds/derivatives/interest-answer.ts'
import { PERPETUAL_SUBJECTS } from '../../../src/feeds/derivatives/perpetual-subjects.ts'
import type { PerpetualVenue } from '../../../src/sources/perpetual.ts'
import { binance } from '../../../src/sources/perpetuals/binance.ts'
import { bybit } from '../../../src/sources/perpetuals/bybit.ts'
import { dydx } from '../../../src/sources/perpetuals/dydx.ts'
import { okx } from '../../../src/sources/perpetuals/okx.ts'
import { contentOf } from '../../support/feeds/content-of.ts'
import { after, answer, FOUR, run, usd } from '../../support/feeds/interest.ts'
import { lookAt, OPEN } from '../../support/feeds/market.ts'
import { perpetuals } from '../../support/feeds/perpetuals.ts'
import { asking } from '../../support/perpetual-reply.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'

const BTC = PERPETUAL_SUBJECTS[0]!

describe('open interest', () => {
  test('is the sum of the venues that have something fresh to say, and names those that have not', () => {
    expect(answer(FOUR)).toMatchObject({
      pair: 'BTCUSD',
      total_oi_usd: 5_000_000_000,
      total_oi_coins: 51_541.0782,
      delta_1h_pct: null,
      delta_4h_pct: null,
      delta_24h_pct: null,
      delta_venues: { '1h': [], '4h': [], '24h': [] },
      rejected: [],
      exchange_count: 4,
      sources: ['binance', 'bybit', 'deribit', 'okx'],
      missing: ['bitget', 'dydx', 'gateio', 'hyperliquid', 'kraken'],
      observed_at: OPEN / 1_000 - 1,
      fetched_at: OPEN / 1_000,
      degraded: true,
    })
  })

  test('shows each venue as it counts, coins at its own mark', () => {
    const coins = { rate: '0.0001', mark: '97010.5', openInterest: { amount: '1000.25', unit: 'coins' as const } }
    const { exchanges, total_oi_usd: total, total_oi_coins: all } = answer({ ...FOUR, hyperliquid: coins })
    // 1000.25 * 97010.5 = 97034752.625
    expect(exchanges.find(({ exchange }) => exchange === 'hyperliquid')).toEqual({
      exchange: 'hyperliquid',
      oi_native: 1_000.25,
      unit: 'coins',
      oi_usd: 97_034_753,
      mark: 97_010.5,
      sides: 'disputed',
      share: 0.019,
      before_usd: { '1h': null, '4h': null, '24h': null },
      observed_at: OPEN / 1_000 - 1,
    })
    expect([total, all]).toEqual([5_097_034_753, 52_541.3282])
    expect(exchanges[0]).toMatchObject({
      exchange: 'binance',
      unit: 'usd',
      oi_native: 2e9,
      sides: 'one',
      share: 0.3924,
    })
  })

  test('does not need the funding of a venue', () => {
    const states = perpetuals(FOUR, OPEN)
    const board = states.get('perp/okx') as { contracts: { BTC: { facts: Record<string, unknown> } } }
    delete board.contracts.BTC.facts['funding']
    expect(concludeInterest(BTC, { ...lookAt(states, OPEN), previous: null })).toMatchObject({
      content: { total_oi_usd: 5_000_000_000, exchange_count: 4 },
    })
  })

  test('is not published below four venues', () => {
    const { okx: _okx, ...three } = FOUR
    expect(run(three)).toEqual({ kind: 'quorum_missed', have: 3, need: 4 })
    expect(run(three, { quorum: 3 })).toMatchObject({ kind: 'concluded' })
    expect(run(FOUR, { now: OPEN + 600_000 })).toMatchObject({ kind: 'quorum_missed', have: 0 })
  })

  test.each(['NaN', '-5', '0', 'Infinity', '1e14'])('a venue that says %s is missing, and harms nobody', (amount) => {
    const absurd = { rate: '0.0001', openInterest: { amount, unit: 'usd' as const } }
    expect(answer({ ...FOUR, kraken: absurd })).toMatchObject({ total_oi_usd: 5_000_000_000, exchange_count: 4 })
  })
})

describe('four real replies of one minute', () => {
  test.skipIf(!recordedAvailable)('make the open interest of ether, one side each', () => {
    const read = (venue: PerpetualVenue, words: string, file: string) =>
      asking(venue, words).read(recorded(`crypto/${file}`).body).ETH!
    const index = read(binance, 'premiumIndex?symbol=ETHUSDT', 'binance/usdm_premium_index_ETHUSDT_2026')
    const said = {
      binance: { ...index, ...read(binance, 'openInterest?symbol=ETHUSDT', 'binance/usdm_open_interest_ETHUSDT_2026') },
      bybit: read(bybit, 'ETHUSDT', 'bybit/tickers_linear_ETHUSDT_2026'),
      dydx: read(dydx, 'ETH-USD', 'dydx/perpetualMarkets_ETH_2026'),
      // Its mark was not recorded: the last trade of the same second stands in, and counts for the coins alone.
      okx: { mark: '2450.4', ...read(okx, 'open-interest', 'okx/open_interest_ETH_2026') },
    }
    const venues = Object.fromEntries(
      Object.entries(said).map(([name, { mark = '', openInterest }]) => [
        name,
        { rate: '0', mark, ...(openInterest && { openInterest }) },
      ]),
    )
    const context = lookAt(perpetuals(venues, OPEN, 'ETH'), OPEN)
    const found = contentOf(InterestAnswer, concludeInterest(PERPETUAL_SUBJECTS[1]!, { ...context, previous: null }))
    expect(found.exchanges.map(({ exchange, unit, oi_usd: amount }) => [exchange, unit, amount])).toEqual([
      // 2293434.547 * 2450.46949612
      ['binance', 'coins', 5_619_991_399],
      // Its single side: both are 1,954,642,844.
      ['bybit', 'usd', 977_321_434],
      // 6873.883 * 2449.812772
      ['dydx', 'coins', 16_839_726],
      ['okx', 'usd', 1_494_667_415],
    ])
    expect(found.total_oi_usd).toBe(8_108_819_974)
  })
})

describe('a venue that misreads its unit', () => {
  test.each([100, 0.01, 5.01, 0.199])('%d times its yesterday does not enter, and is named', (factor) => {
    const found = answer({ ...FOUR, kraken: usd(3e8 * factor) }, { previous: after({ ...FOUR, kraken: usd(3e8) }) })
    expect(found).toMatchObject({ total_oi_usd: 5_000_000_000, rejected: ['kraken'], exchange_count: 4 })
    expect(found.missing).toContain('kraken')
  })

  test('does not enter at a first start either, where it is larger than all the others allow', () => {
    expect(answer({ ...FOUR, kraken: usd(2e11) })).toMatchObject({ total_oi_usd: 5e9, rejected: ['kraken'] })
  })

  test('leaves too few, and then nothing is published', () => {
    expect(run({ ...FOUR, okx: usd(1.5e11) }, { previous: after(FOUR) })).toEqual({
      kind: 'quorum_missed',
      have: 3,
      need: 4,
    })
  })
})

describe('a venue whose mark is not that of the coin', () => {
  const coins = (mark: number) => ({
    rate: '0',
    mark: String(mark),
    openInterest: { amount: '10000', unit: 'coins' as const },
  })

  test.each([0.5, 0.94, 1.06, 100])('at %d times the others does not enter, and is named', (factor) => {
    expect(answer({ ...FOUR, kraken: coins(97_010 * factor) })).toMatchObject({
      total_oi_usd: 5_000_000_000,
      rejected: ['kraken'],
      degraded: true,
    })
  })

  test('enters within five per cent', () => {
    for (const factor of [0.951, 1.049])
      expect(answer({ ...FOUR, kraken: coins(97_010 * factor) })).toMatchObject({ rejected: [], exchange_count: 5 })
  })
})
