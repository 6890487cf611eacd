import { describe, expect, test } from 'bun:test'
import { concludeGreeks, GREEKS_RULES } from '../../../../src/feeds/options/greeks/conclude-greeks.ts'
import type { GreeksAnswer } from '../../../../src/feeds/options/greeks/greeks-answer.ts'
import { greeks } from '../../../../src/feeds/options/greeks.feed.ts'
import { recountGreeks } from '../../../../src/feeds/options/greeks/recount-greeks.ts'
import type { States } from '../../../support/feeds/market.ts'
import { lookAt } from '../../../support/feeds/market.ts'
import {
  chainState,
  grid,
  optionStates,
  type TestChain,
  type TestOption,
} from '../../../support/feeds/options/chains.ts'

const NOW = Date.parse('2026-11-25T08:00:00Z')
const DAY = 86_400_000
const MONTH = NOW + 30 * DAY
const [BTC] = greeks.subjects
/** Twenty-two options: fewer than twenty are no whole chain. */
const STRIKES = Array.from({ length: 11 }, (_, at) => 75_000 + 5_000 * at)

const said = (states: States, more: Parameters<typeof lookAt>[2] = {}) =>
  concludeGreeks(BTC!, lookAt(states, NOW, more))
const content = (states: States, more: Parameters<typeof lookAt>[2] = {}): GreeksAnswer => {
  const found = said(states, more)
  if (found.kind !== 'concluded') throw new Error(JSON.stringify(found))
  return found.content
}
const deribit = (options: readonly TestOption[], chain: TestChain = {}) => chainState('BTC', options, NOW, chain)
const only = (options: readonly TestOption[], chain: TestChain = {}) =>
  content(optionStates({ deribit: deribit(options, chain) }))
const spotOf = (price: string) => ({
  earlier: {
    'price/spot/BTC-USD': {
      timestamp: NOW / 1_000 - 5,
      content: { price },
      carry: { value: Number(price), observedAt: NOW, sources: ['kraken'], basis: 'live', confidence: 1 },
    },
  },
})

describe('greeks, by hand', () => {
  test('one call at the money, thirty days, 50 %', () => {
    // σ√T = 0.5 √(30/365) = 0.1433451; d1 = 0.0716725; N(d1) = 0.5285688; n(d1) = 0.3979189.
    const { options } = only([{ expiry: MONTH, strike: 100_000, kind: 'call' }])
    expect(options).toEqual([
      {
        symbol: 'BTC-20261225-100000-C',
        exchange: 'deribit',
        expiry: MONTH / 1_000,
        strike: 100_000,
        kind: 'call',
        forward: 100_000,
        iv: 50,
        delta: 0.5286,
        gamma: 0.00002776,
        vega: 114.0798,
        theta: -95.0665,
        rho: 38.7478,
        price_usd: 5_713.7675,
        price_coin: 0.0571,
        open_interest: 10,
      },
    ])
  })

  test('call and put of one strike: deltas one apart, gamma and vega alike, parity in price', () => {
    const [call, put] = only(grid(MONTH, [110_000])).options
    expect(call!.delta - put!.delta).toBeCloseTo(1, 4)
    expect([put!.gamma, put!.vega, put!.theta]).toEqual([call!.gamma, call!.vega, call!.theta])
    expect(call!.price_usd - put!.price_usd).toBeCloseTo(-10_000, 3)
    expect([call!.rho > 0, put!.rho < 0]).toEqual([true, true])
  })

  test('the price in coins is that in dollars over the forward', () => {
    const [call, put] = only(grid(MONTH, [110_000])).options
    expect([call!.price_coin, put!.price_coin]).toEqual([
      Number((call!.price_usd / 100_000).toFixed(4)),
      Number((put!.price_usd / 100_000).toFixed(4)),
    ])
  })

  test('volatility and forward are rounded before anything is computed, and print what was used', () => {
    const options = grid(MONTH, [170, 175, 180, 185, 190], () => 50.007)
    const found = only(options, { forward: 180.123456, atmIv: 50.0068 })
    expect([found.options[0]!.iv, found.options[0]!.forward]).toEqual([50.01, 180.1235])
    expect([found.expiries[0]!.atm_iv, found.expiries[0]!.forward]).toEqual([50.01, 180.1235])
    const { option_count, summary } = found
    const stated = { option_count, atm_iv: summary.atm_iv, straddle_vega: summary.straddle.vega }
    const body = JSON.parse(JSON.stringify(found))
    expect(recountGreeks(stated, body).every(({ ok }) => ok)).toBe(true)
  })

  test('the summary is of the expiry nearest thirty days that has a volatility at the money', () => {
    const days = (count: number) => grid(NOW + count * DAY, STRIKES)
    const { summary } = only([...days(8), ...days(24), ...days(37), ...days(90)])
    expect(summary.days_to_expiry).toBe(24)
  })

  test('theta of the last twelve hours is half of a day’s', () => {
    const at = (hours: number) => only([{ expiry: NOW + hours * 3_600_000, strike: 100_000, kind: 'call' }]).options[0]!
    // Without the rule theta would grow by √2 when the time is halved.
    expect(at(12).theta / at(24).theta).toBeCloseTo(Math.SQRT2 / 2, 3)
  })

  test('the straddle has the strike of the forward and the volatility at the money', () => {
    const { summary, expiries } = only(grid(MONTH, STRIKES), { atmIv: 50 })
    // A call and a put at K = F: prices and vegas alike, deltas 2 N(d1) - 1.
    expect(summary.straddle).toEqual({
      delta: 0.0571,
      gamma: 0.00005552,
      vega: 228.1596,
      theta: -190.133,
      rho: -4.6962,
      price_usd: 11_427.535,
    })
    expect(expiries[0]!.atm_straddle).toEqual(summary.straddle)
    expect([summary.expiry, summary.days_to_expiry, summary.atm_iv]).toEqual([MONTH / 1_000, 30, 50])
  })

  test('the skew is of quoted options out of the money', () => {
    const dear = (strike: number) => (strike < 100_000 ? 60 : 40)
    const { expiries } = only(grid(MONTH, STRIKES, dear))
    expect([expiries[0]!.call_25d_iv, expiries[0]!.put_25d_iv, expiries[0]!.skew_25d]).toEqual([40, 60, -20])
    const unquoted = grid(MONTH, STRIKES, dear).map((each) => ({ ...each, bidIv: each.strike > 100_000 ? null : 49 }))
    expect(only(unquoted).expiries[0]!.call_25d_iv).toBeNull()
    expect(only(unquoted).expiries[0]!.skew_25d).toBeNull()
    // In the money they are quoted too, and say something else: they are not asked.
    const odd = grid(MONTH, STRIKES, dear).map((each) =>
      (each.kind === 'call') === each.strike < 100_000 ? { ...each, markIv: 99 } : each,
    )
    expect(only(odd).expiries[0]!.skew_25d).toBe(-20)
  })
})

describe('which rows there are', () => {
  test('only with open interest, a volatility and time to run', () => {
    const found = only([
      { expiry: MONTH, strike: 90_000, kind: 'call' },
      { expiry: MONTH, strike: 95_000, kind: 'call', interest: 0 },
      { expiry: MONTH, strike: 97_000, kind: 'call', markIv: null },
      { expiry: NOW, strike: 99_000, kind: 'call' },
      { expiry: NOW - 1, strike: 99_000, kind: 'put' },
    ])
    expect(found.options.map(({ strike }) => strike)).toEqual([90_000])
    expect([found.option_count, found.omitted, found.expiries[0]!.option_count]).toEqual([1, 0, 1])
  })

  test('by expiry, strike, call before put', () => {
    const far = grid(MONTH + 30 * DAY, [90_000, 110_000])
    const { options } = only([...far, ...grid(MONTH, [110_000, 90_000])].toReversed())
    expect(options.map(({ expiry, strike, kind }) => [(expiry * 1_000 - NOW) / DAY, strike / 1_000, kind])).toEqual([
      [30, 90, 'call'],
      [30, 90, 'put'],
      [30, 110, 'call'],
      [30, 110, 'put'],
      [60, 90, 'call'],
      [60, 90, 'put'],
      [60, 110, 'call'],
      [60, 110, 'put'],
    ])
  })

  test('no more than 1,500; the rest is counted', () => {
    const strikes = Array.from({ length: 400 }, (_, at) => 60_000 + 100 * at)
    const found = only([...grid(MONTH, strikes), ...grid(MONTH + 30 * DAY, strikes)])
    expect(GREEKS_RULES.mostRows).toBe(1_500)
    expect([found.options.length, found.option_count, found.omitted]).toEqual([1_500, 1_500, 100])
    expect(found.expiries.map(({ option_count }) => option_count)).toEqual([800, 800])
  })

  test('of a strike that is settled in two currencies the one that more is held of', () => {
    const strike = { expiry: MONTH, strike: 100_000, kind: 'call' } as const
    const { options } = content(
      optionStates({
        bybit: deribit([
          { ...strike, symbol: 'BTC-25DEC26-100000-C', interest: 3, markIv: 41 },
          { ...strike, symbol: 'BTC-25DEC26-100000-C-USDT', interest: 30, markIv: 42 },
        ]),
      }),
    )
    expect(options.map(({ symbol, iv }) => [symbol, iv])).toEqual([['BTC-25DEC26-100000-C-USDT', 42]])
  })
})

describe('whose volatility it is', () => {
  const states = (venues: Readonly<Record<string, readonly TestOption[]>>, chain: TestChain = {}): States =>
    optionStates(Object.fromEntries(Object.entries(venues).map(([venue, options]) => [venue, deribit(options, chain)])))
  const call = (strike: number, markIv: number | null) => ({ expiry: MONTH, strike, kind: 'call', markIv }) as const

  test('Deribit’s, and of what it has none for Bybit’s; OKX and Binance are not asked', () => {
    const found = content(
      states({
        okx: [call(120_000, 70)],
        binance: [call(130_000, 70)],
        bybit: [call(100_000, 55), call(110_000, 55)],
        deribit: [...grid(MONTH + 30 * DAY, STRIKES), call(100_000, 50), call(110_000, null)],
      }),
    )
    const ofMonth = found.options.filter(({ expiry }) => expiry === MONTH / 1_000)
    expect(ofMonth.map(({ strike, exchange, iv }) => [strike, exchange, iv])).toEqual([
      [100_000, 'deribit', 50],
      [110_000, 'bybit', 55],
    ])
    expect([found.sources, found.missing, found.exchange_count]).toEqual([['bybit', 'deribit'], [], 2])
    expect([found.degraded, found.confidence]).toEqual([false, 1])
  })

  test('an expiry without a volatility at the money at Deribit is that of Bybit', () => {
    const found = content(
      optionStates({
        deribit: deribit(grid(MONTH, STRIKES), { atmIv: null, ageMs: 2_000 }),
        bybit: deribit(grid(MONTH, STRIKES), { atmIv: 56, ageMs: 9_000 }),
      }),
    )
    expect(found.expiries.map(({ exchange, atm_iv }) => [exchange, atm_iv])).toEqual([['bybit', 56]])
    expect(found.options.every(({ exchange }) => exchange === 'deribit')).toBe(true)
    // The oldest of both, since both are in the body.
    expect([found.sources, found.fetched_at - found.observed_at]).toEqual([['bybit', 'deribit'], 9])
    expect([found.degraded, found.confidence]).toEqual([true, 0.7])
  })

  test('Bybit alone is a fallback', () => {
    const found = content(states({ bybit: grid(MONTH, STRIKES) }))
    expect([found.sources, found.missing, found.degraded, found.confidence]).toEqual([
      ['bybit'],
      ['deribit'],
      true,
      0.7,
    ])
  })

  test('a chain that is little quoted is a fallback, and an old one is believed less', () => {
    const little = only(grid(MONTH, STRIKES), { coverage: 0.5 })
    expect([little.degraded, little.confidence]).toEqual([true, 0.35])
    // Half way between 120 s and 30 min.
    const old = only(grid(MONTH, STRIKES), { ageMs: 960_000 })
    expect([old.degraded, old.confidence, old.fetched_at - old.observed_at]).toEqual([true, 0.5, 960])
  })

  test('there is no answer without a chain, from an expired one, of another coin, or without an expiry at the money', () => {
    expect(said(new Map())).toEqual({ kind: 'quorum_missed', have: 0, need: 1 })
    const expired = optionStates({ deribit: deribit(grid(MONTH, STRIKES), { ageMs: 1_801_000 }) })
    expect(said(expired).kind).toBe('quorum_missed')
    const chain = optionStates({ deribit: deribit(grid(MONTH, STRIKES)) })
    expect(said(chain, spotOf('3400.00')).kind).toBe('quorum_missed')
    expect(said(chain, spotOf('100500.00')).kind).toBe('concluded')
    const flat = optionStates({ deribit: deribit(grid(MONTH, STRIKES), { atmIv: null }) })
    expect(said(flat)).toEqual({ kind: 'input_missing', input: 'volatility at the money' })
  })
})

describe('whoever holds the body computes it again', () => {
  const body = only(grid(MONTH, STRIKES))
  const stated = {
    option_count: body.option_count,
    atm_iv: body.summary.atm_iv,
    straddle_vega: body.summary.straddle.vega,
  }
  const oks = (changed: Partial<GreeksAnswer>, more: Partial<typeof stated> = {}) =>
    recountGreeks({ ...stated, ...more }, JSON.parse(JSON.stringify({ ...body, ...changed }))).map(({ ok }) => ok)
  const [first] = body.options
  const row = (fields: Partial<typeof first>) => ({ options: [{ ...first!, ...fields }, ...body.options.slice(1)] })
  const [expiry] = body.expiries

  test('and finds it as it was', () => expect(oks({})).toEqual([true, true, true]))

  test.each([
    ['iv', row({ iv: 50.01 })],
    ['forward', row({ forward: 100_001 })],
    ['strike', row({ strike: 75_001 })],
    ['kind', row({ kind: 'put' })],
    ['delta', row({ delta: first!.delta + 0.0001 })],
    ['theta', row({ theta: -first!.theta })],
    ['price_coin', row({ price_coin: first!.price_usd })],
    ['a row too few', { options: body.options.slice(1) }],
  ] as const)('not where a row was changed: %s', (_what, changed) => {
    expect(oks(changed)).toEqual([false, true, true])
  })

  test('not where a straddle, the summary or the string was changed', () => {
    const later = { expiries: [{ ...expiry!, forward: expiry!.forward + 50 }] }
    expect(oks(later)).toEqual([true, false, true])
    expect(oks({ expiries: [{ ...expiry!, atm_iv: null }] })).toEqual([true, false, false])
    expect(oks({ summary: { ...body.summary, skew_25d: 9 } })).toEqual([true, true, false])
    expect(oks({}, { atm_iv: 51 })).toEqual([true, true, false])
    expect(oks({}, { straddle_vega: 1 })).toEqual([true, true, false])
    expect(oks({}, { option_count: 9 })).toEqual([false, true, true])
  })

  test('and a body of another form is none', () => {
    expect(recountGreeks(stated, {}).map(({ ok }) => ok)).toEqual([false])
  })
})

test('the headline of the string is in the free copy', () => {
  const body = only(grid(MONTH, STRIKES))
  expect(greeks.sale.preview!.fields(body, BTC!)).toEqual({
    pair: 'BTCUSD',
    option_count: 22,
    atm_iv: 50,
    straddle_vega: 228.1596,
    exchange_count: 1,
    confidence: 1,
    degraded: false,
  })
})
