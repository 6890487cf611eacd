import { describe, expect, test } from 'bun:test'
import type { PerpetualState } from '../../../src/feeds/boards/perpetual-boards.ts'
import {
  factsOf,
  fundingOf,
  type Perpetual,
  perpetualOf,
  positionsOf,
  type StampedFacts,
} from '../../../src/feeds/derivatives/perpetual.ts'
import { withPremium } from '../../../src/feeds/derivatives/premium.ts'
import { venueContracts } from '../../../src/feeds/derivatives/venue-contracts.ts'
import type { PerpetualAnswer, PerpetualAsset, PerpetualFacts, PerpetualVenue } from '../../../src/sources/perpetual.ts'
import { bybit } from '../../../src/sources/perpetuals/bybit.ts'
import { binance } from '../../../src/sources/perpetuals/binance.ts'
import { dydx } from '../../../src/sources/perpetuals/dydx.ts'
import { kraken } from '../../../src/sources/perpetuals/kraken.ts'
import { okx } from '../../../src/sources/perpetuals/okx.ts'
import { asking } from '../../support/perpetual-reply.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'
import { lookAt, OPEN } from '../../support/feeds/market.ts'
import { perpetuals } from '../../support/feeds/perpetuals.ts'

const facts = (of: Partial<PerpetualFacts>, at = OPEN): StampedFacts =>
  Object.fromEntries(Object.entries(of).map(([fact, value]) => [fact, { value, at }]))

const WHOLE: PerpetualFacts = {
  funding: { rate: '0.0001', unit: 'fraction', isExpected: false, estimate: '0.0002', nextAt: OPEN + 5_000 },
  intervalHours: 8,
  mark: '97000',
  index: '96980.6',
  openInterest: { amount: '10', unit: 'coins' },
}

describe('a contract in common units', () => {
  test('has rates per eight hours and its size in dollars at the mark', () => {
    expect(perpetualOf(facts({ ...WHOLE, intervalHours: 1 }), OPEN)).toEqual({
      rate: 0.0001,
      intervalHours: 1,
      rate8h: 0.0008,
      next: { rate8h: 0.0016, basis: 'estimate' },
      nextAt: OPEN + 5_000,
      mark: 97_000,
      index: 96_980.6,
      openInterestUsd: 970_000,
      openInterestCoins: 10,
      at: OPEN,
    })
    expect(perpetualOf(facts({ ...WHOLE, openInterest: { amount: '77', unit: 'usd' } }), OPEN)?.openInterestUsd).toBe(
      77,
    )
  })

  test('expects its own rate where that is the running estimate, and nothing where it is not and nobody says more', () => {
    const of = (isExpected: boolean) =>
      perpetualOf(facts({ ...WHOLE, funding: { ...WHOLE.funding, isExpected, estimate: null } }), OPEN)?.next
    expect(of(true)).toEqual({ rate8h: 0.0001, basis: 'current' })
    expect(of(false)).toBeNull()
  })

  test('clips what no market pays', () => {
    const wild = { ...WHOLE.funding, rate: '-0.02', estimate: '0.02' }
    expect(perpetualOf(facts({ ...WHOLE, funding: wild }), OPEN)).toMatchObject({
      rate: -0.02,
      rate8h: -0.003,
      next: { rate8h: 0.003, basis: 'estimate' },
    })
  })

  test('is none with a rate beyond the whole notional: a unit was misread', () => {
    const of = (rate: string) => perpetualOf(facts({ ...WHOLE, funding: { ...WHOLE.funding, rate } }), OPEN)
    expect([of('1.0001'), of('-1.0001')]).toEqual([null, null])
    expect(of('-1')).toMatchObject({ rate: -1, rate8h: -0.003 })
  })

  test('is none with more open interest than all markets hold, and keeps nobody else from being heard', () => {
    const of = (amount: string) =>
      perpetualOf(facts({ ...WHOLE, openInterest: { ...WHOLE.openInterest, amount } }), OPEN)
    for (const amount of [`1${'0'.repeat(306)}`, '99999999999999']) expect(of(amount)).toBeNull()
  })

  test('divides money per coin by the index, and is none without an index', () => {
    const funding = { ...WHOLE.funding, rate: '9.69806', unit: 'money_per_coin' as const }
    expect(perpetualOf(facts({ ...WHOLE, funding }), OPEN)?.rate).toBeCloseTo(0.0001, 15)
    const { index: _index, ...without } = WHOLE
    expect(perpetualOf(facts({ ...without, funding }), OPEN)).toBeNull()
    expect(perpetualOf(facts(without), OPEN)).toMatchObject({ index: null, rate: 0.0001 })
  })

  test.each(['funding', 'intervalHours', 'mark', 'openInterest'] as const)('is none without its %s', (name) => {
    const { [name]: _gone, ...rest } = WHOLE
    expect(perpetualOf(facts(rest), OPEN)).toBeNull()
  })

  test.each(['funding', 'mark', 'openInterest'] as const)('is none half an hour after its last %s', (name) => {
    const at = (age: number) => perpetualOf({ ...facts(WHOLE), ...facts({ [name]: WHOLE[name] }, OPEN - age) }, OPEN)
    expect(at(1_800_000)).toMatchObject({ at: OPEN - 1_800_000 })
    expect(at(1_800_001)).toBeNull()
  })

  test('keeps its interval for a day: terms are asked for hourly', () => {
    const at = (age: number) => perpetualOf({ ...facts(WHOLE), ...facts({ intervalHours: 8 }, OPEN - age) }, OPEN)
    expect(at(86_400_000)).toMatchObject({ at: OPEN })
    expect(at(86_400_001)).toBeNull()
  })

  test('is none from the future, nor with a size or a price of nothing', () => {
    expect(perpetualOf(facts(WHOLE, OPEN + 5_001), OPEN)).toBeNull()
    expect(perpetualOf(facts(WHOLE, OPEN + 5_000), OPEN)).not.toBeNull()
    expect(perpetualOf(facts({ ...WHOLE, openInterest: { amount: '0', unit: 'usd' } }), OPEN)).toBeNull()
    expect(perpetualOf(facts({ ...WHOLE, mark: '0' }), OPEN)).toBeNull()
    expect(perpetualOf(facts({ ...WHOLE, intervalHours: 0 }), OPEN)).toBeNull()
  })
})

describe('the parts of a contract', () => {
  const part = (of: Partial<PerpetualFacts>) => {
    const found = factsOf(facts(of), OPEN)
    return { size: positionsOf(found)?.openInterestUsd, rate: fundingOf(found)?.rate8h }
  }
  const { funding, intervalHours, mark, index, openInterest } = WHOLE

  test('stand alone: without a funding there is a size, and without a size a funding', () => {
    expect(part({ mark, openInterest })).toEqual({ size: 970_000, rate: undefined })
    expect(part({ funding, intervalHours })).toEqual({ size: undefined, rate: 0.0001 })
    expect(part({ funding, mark })).toEqual({ size: undefined, rate: undefined })
    expect(part({ intervalHours, openInterest })).toEqual({ size: undefined, rate: undefined })
  })

  test('a size that is absurd takes no funding with it, nor a rate that is one the size', () => {
    const wild = { amount: `1${'0'.repeat(300)}`, unit: 'coins' as const }
    expect(part({ ...WHOLE, openInterest: wild })).toEqual({ size: undefined, rate: 0.0001 })
    expect(part({ ...WHOLE, funding: { ...funding, rate: '1.1' } })).toEqual({ size: 970_000, rate: undefined })
  })

  test('are as old as their own facts', () => {
    const found = factsOf(
      {
        ...facts({ funding, intervalHours }, OPEN - 3_000),
        ...facts({ mark, index }, OPEN - 2_000),
        ...facts({ openInterest }, OPEN - 9_000),
      },
      OPEN,
    )
    expect([fundingOf(found)?.at, positionsOf(found)?.at]).toEqual([OPEN - 3_000, OPEN - 9_000])
    expect([found.mark, found.index]).toEqual([
      { value: 97_000, at: OPEN - 2_000 },
      { value: 96_980.6, at: OPEN - 2_000 },
    ])
  })

  test('a fact that is no price, has expired or comes from the future is none, and the others stay', () => {
    for (const wrong of ['0', '-1', 'NaN', '', 'Infinity'])
      expect(factsOf(facts({ ...WHOLE, mark: wrong }), OPEN).mark).toBeNull()
    const old = factsOf({ ...facts(WHOLE), ...facts({ index }, OPEN - 1_800_001) }, OPEN)
    const ahead = factsOf({ ...facts(WHOLE), ...facts({ index }, OPEN + 5_001) }, OPEN)
    expect([old.index, ahead.index, old.mark?.value, ahead.mark?.value]).toEqual([null, null, 97_000, 97_000])
  })
})

describe('the venues of a coin', () => {
  test('are there with whatever they know, by name, but not once they have stood still', () => {
    const states = new Map(
      perpetuals({ okx: { rate: '0.0001' }, bybit: { rate: '0.0002' }, binance: { rate: '0' } }, OPEN),
    )
    const okx = states.get('perp/okx') as PerpetualState
    const { funding: _none, ...rest } = okx.contracts.BTC!.facts
    states.set('perp/okx', { ...okx, contracts: { BTC: { facts: rest, rows: [] } } })
    states.set('perp/binance', { ...(states.get('perp/binance') as PerpetualState), changedAt: OPEN - 600_001 })
    const found = venueContracts(lookAt(states, OPEN), 'BTC')
    expect(
      found.map(({ exchange, facts }) => [exchange, fundingOf(facts)?.rate8h, positionsOf(facts)?.openInterestUsd]),
    ).toEqual([
      ['bybit', 0.0002, 1e9],
      ['okx', undefined, 1e9],
    ])
    expect(venueContracts(lookAt(states, OPEN), 'SOL')).toEqual([])
  })
})

describe('recordings in common units', () => {
  const SEPTEMBER = Date.parse('2026-09-17T20:45:27Z')
  const read = (venue: PerpetualVenue, asset: PerpetualAsset, words: string, file: string) => {
    const answer: PerpetualAnswer = asking(venue, words).read(recorded(`crypto/${file}`).body)
    const { at: _at, ...said } = answer[asset]!
    return said
  }
  const common = (said: Partial<PerpetualFacts>, now = SEPTEMBER): Perpetual => {
    const found = perpetualOf(facts(said, now), now)
    if (!found) throw new Error(JSON.stringify(said))
    return found
  }

  test.skipIf(!recordedAvailable)('four venues of one minute: ether in billions of dollars, one side each', () => {
    const found = [
      common({
        ...read(binance, 'ETH', 'premiumIndex?symbol=ETHUSDT', 'binance/usdm_premium_index_ETHUSDT_2026'),
        ...read(binance, 'ETH', 'openInterest?symbol=ETHUSDT', 'binance/usdm_open_interest_ETHUSDT_2026'),
        intervalHours: 8,
      }),
      common({
        ...read(okx, 'ETH', 'funding-rate', 'okx/funding_rate_ETH_2026'),
        ...read(okx, 'ETH', 'open-interest', 'okx/open_interest_ETH_2026'),
        mark: '2450.4',
      }),
      common(read(bybit, 'ETH', 'ETHUSDT', 'bybit/tickers_linear_ETHUSDT_2026')),
      common(read(dydx, 'ETH', 'ETH-USD', 'dydx/perpetualMarkets_ETH_2026')),
    ]
    const billions = [5.62, 1.49, 0.977, 0.0168]
    const rates = [0.0000482, 0.0000479222256351, 0.00003531, -0.00086033333333333]
    found.forEach(({ openInterestUsd, rate8h }, at) => {
      expect(openInterestUsd / 1e9 / billions[at]!).toBeWithin(0.995, 1.005)
      expect(rate8h).toBeCloseTo(rates[at]!, 15)
    })
  })

  test.skipIf(!recordedAvailable)('Kraken’s dollars per coin are a fraction once divided by the index', () => {
    const found = common(read(kraken, 'ETH', 'tickers', 'krakenfutures/tickers'))
    expect(found.rate).toBeCloseTo(0.000015 / 3202.75, 18)
    expect(found.rate8h).toBeCloseTo((8 * 0.000015) / 3202.75, 18)
    expect(found.openInterestUsd).toBe(3_205_250_000)
  })
})

describe('the mean premium', () => {
  const EIGHT = Date.parse('2026-11-18T16:00:00Z')
  test('is that of the running eight hours, and begins anew at eight o’clock', () => {
    const first = withPremium(undefined, 101, 100, EIGHT - 60_000)
    expect(first).toMatchObject({ count: 1, since: EIGHT - 28_800_000 })
    const second = withPremium(first, 99, 100, EIGHT - 30_000)
    expect(second.count).toBe(2)
    expect(second.mean).toBeCloseTo(0, 12)
    expect(withPremium(second, 102, 100, EIGHT)).toEqual({ since: EIGHT, count: 1, mean: 102 / 100 - 1 })
  })
})
