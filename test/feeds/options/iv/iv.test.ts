import { describe, expect, test } from 'bun:test'
import type { Json } from '../../../../src/canonical/jcs.ts'
import type { Conclusion, Earlier } from '../../../../src/feeds/feed.ts'
import type { IvAnswer } from '../../../../src/feeds/options/iv/iv-answer.ts'
import { OPTION_BOARDS } from '../../../../src/feeds/boards/option-boards.ts'
import { believedChains } from '../../../../src/feeds/options/chains/believed-chains.ts'
import type { OptionState } from '../../../../src/feeds/boards/option-state.ts'
import { registry } from '../../../../src/feeds/registry.ts'
import { lookAt, type States } from '../../../support/feeds/market.ts'
import { optionState, type Sketch, smileAt } from '../../../support/feeds/options.ts'
import { named, near } from '../../../support/near.ts'
import vectors from '../../../vectors/quant-options.json'

const DAY = 86_400_000
/** A Wednesday at the hour at which options end: whole days to every expiry. */
const NOW = Date.parse('2026-11-18T08:00:00Z')
const ITEM = registry.item('iv/BTC-USD')!

const AROUND = [0.7, 0.8, 0.9, 0.95, 1, 1.05, 1.1, 1.2, 1.3]

/** An expiry with the same volatility at every strike. */
const flat = (days: number, iv: number, forward = 84_000): readonly Sketch[] =>
  smileAt(
    NOW + days * DAY,
    forward,
    AROUND.map((place) => Math.round(place * forward)),
    () => iv,
  )

const CHAIN = [...flat(1, 90), ...flat(7, 40), ...flat(28, 42), ...flat(35, 43), ...flat(90, 44)]
const board = (sketches: readonly Sketch[], at = NOW - 5_000, change?: Parameters<typeof optionState>[3]) =>
  optionState('BTC', sketches, at, change)
const only = (...[sketches, at, change]: Parameters<typeof board>): States =>
  new Map([['options/deribit', board(sketches, at, change)]])

const tick = (states: States, now = NOW, earlier: Readonly<Record<string, Earlier>> = {}) =>
  ITEM.feed.conclude(ITEM.subject, lookAt(states, now, { earlier }))
const concluded = (...asked: Parameters<typeof tick>): IvAnswer => {
  const found = tick(...asked)
  if (found.kind !== 'concluded') throw new Error(JSON.stringify(found))
  return (found as Conclusion<IvAnswer>).content
}

const checks = (content: IvAnswer, change: object = {}): readonly boolean[] => {
  const { canonical, tokens } = ITEM.feed.sale
  const written = canonical.write(tokens(content), { timestamp: NOW / 1_000, nonce: 482_910 })
  const body = JSON.parse(JSON.stringify({ ...content, ...change })) as Readonly<Record<string, Json>>
  return canonical.recompute!(canonical.read(written).values, body).map(({ ok }) => ok)
}

describe('the summary of implied volatility', () => {
  const { cases } = vectors.delta25
  test.each(named(cases))('has the wings of vector %s', (_id, { inputs, expected }) => {
    const now = Date.parse('2026-12-18T08:00:00Z') - Math.round(inputs.T * 365 * DAY)
    const sketches = smileAt(now + Math.round(inputs.T * 365 * DAY), inputs.forward, inputs.strikes, (_strike, place) =>
      Number(inputs.iv_pct[place]!.toFixed(4)),
    )
    const days = inputs.T * 365
    const content = concluded(only(sketches, now - 1_000), now)
    near(content.atm_iv, expected.atm_iv, { abs: 0.0051 })
    expect(content.skew_expiry).toBe(days >= 7 && days <= 60 ? '2026-12-18' : null)
    if (content.skew_expiry === null) return expect([content.call_25d_iv, content.put_25d_iv]).toEqual([null, null])
    near(content.call_25d_iv!, expected.iv_25c, { abs: 0.0051 })
    near(content.put_25d_iv!, expected.iv_25p, { abs: 0.0051 })
    // The inputs are printed with four decimals.
    near(content.risk_reversal_25d!, expected.risk_reversal, { abs: 0.000_2 })
    near(content.butterfly_25d!, expected.butterfly, { abs: 0.000_2 })
    expect(checks(content)).toEqual([true, true, true])
  })

  test('is made of Deribit, whole, and counted again by whoever buys it', () => {
    const content = concluded(
      new Map([
        ['options/deribit', board(CHAIN)],
        ['options/okx', board(CHAIN)],
        ['options/bybit', board(CHAIN)],
      ]),
    )
    // 30 days lie 2/7 of the way from 28 to 35: variance 42² · 28 and 43² · 35.
    const variance = (5 * 42 ** 2 * 28 + 2 * 43 ** 2 * 35) / 7
    expect(content).toMatchObject({
      pair: 'BTCUSD',
      atm_iv: Number(Math.sqrt(variance / 30).toFixed(2)),
      call_25d_iv: 42,
      put_25d_iv: 42,
      risk_reversal_25d: 0,
      butterfly_25d: 0,
      skew_expiry: '2026-12-16',
      skew_tenor_days: 28,
      near_far_ratio: Number((40 / 44).toFixed(4)),
      option_count: 5 * 18,
      sources: ['deribit'],
      missing: [],
      exchange_count: 1,
      confidence: 1,
      degraded: false,
      observed_at: NOW / 1_000 - 5,
      fetched_at: NOW / 1_000,
    })
    expect(content.expiries[2]).toEqual({
      expiry: '2026-12-16',
      days: 28,
      atm_iv: 42,
      forward: 84_000,
      option_count: 18,
      two_sided_share: 1,
    })
    expect(content.smile.map(({ strike }) => strike)).toEqual(AROUND.map((place) => Math.round(place * 84_000)))
    expect(checks(content)).toEqual([true, true, true])
  })

  test.each([
    ['atm_iv', { atm_iv: 42.1 }, [false, true, true]],
    ['a wing', { put_25d_iv: 42.01 }, [false, true, true]],
    ['the ratio', { near_far_ratio: 0.9 }, [false, true, true]],
    ['a strike', { smile: [] }, [false, true, true]],
    ['the time', { fetched_at: NOW / 1_000 + 86_400 }, [false, false, false]],
    ['the expiry of the wings', { skew_expiry: '2026-11-25' }, [true, false, true]],
    ['the count', { option_count: 91 }, [true, false, true]],
    ['the venue', { sources: ['okx'] }, [true, true, false]],
    ['everything', { expiries: 'none' }, [false, false, false]],
  ])('with another %s does not add up', (_what, change, found) => {
    expect(checks(concluded(only(CHAIN)), change)).toEqual(found)
  })

  test('with fewer quotes does not bear its confidence out', () => {
    const content = concluded(only(CHAIN))
    const expiries = content.expiries.map((each) => ({ ...each, two_sided_share: 0.8 }))
    expect(checks(content, { expiries, confidence: 0.9 })).toEqual([true, true, false])
    expect(checks(content, { expiries, confidence: 0.8 })).toEqual([true, true, true])
    expect(checks(content, { confidence: 0.7 })).toEqual([true, true, false])
    expect(checks(content, { confidence: 0.7, degraded: true })).toEqual([true, true, true])
  })

  test('takes puts below the forward and calls above it, with bid and ask alone', () => {
    const asked = NOW + 28 * DAY
    const sketches = smileAt(asked, 84_000, [70_000, 76_000, 80_000, 84_000, 88_000, 92_000, 98_000], (strike) => {
      return 42 + Math.abs(strike - 84_000) / 4_000
    })
    // The options in the money say something else, and one strike nobody quotes.
    const states = only(sketches, NOW - 1_000, (option) => {
      const strike = Number(option.strike)
      const isInTheMoney = option.kind === 'put' ? strike > 84_000 : strike < 84_000
      return {
        ...option,
        ...(isInTheMoney && { markIv: '99' }),
        ...(strike === 80_000 && { bidIv: null }),
      }
    })
    const { smile, degraded } = concluded(states)
    expect(smile).toEqual([
      { strike: 70_000, iv: 45.5 },
      { strike: 76_000, iv: 44 },
      { strike: 84_000, iv: 42 },
      { strike: 88_000, iv: 43 },
      { strike: 92_000, iv: 44 },
      { strike: 98_000, iv: 45.5 },
    ])
    // 30 days lie beyond the only expiry.
    expect(degraded).toBe(true)
  })

  test('a strike that is settled in two currencies counts once, with the mean of both', () => {
    const sketches = flat(28, 42).map((sketch) => ({ ...sketch, suffix: '-USDT' }))
    const doubled = [...sketches, { ...sketches[1]!, suffix: '', iv: 44 }]
    const { smile, option_count } = concluded(only(doubled))
    expect(smile[0]).toEqual({ strike: 58_800, iv: 43 })
    expect([smile.length, option_count]).toEqual([9, 19])
  })

  test('wings that the smile does not reach are unknown, and so is what needs them', () => {
    const narrow = smileAt(NOW + 28 * DAY, 84_000, [82_000, 84_000, 86_000], () => 42)
    expect(concluded(only(narrow))).toMatchObject({
      atm_iv: 42,
      call_25d_iv: null,
      put_25d_iv: null,
      risk_reversal_25d: null,
      butterfly_25d: null,
      near_far_ratio: null,
    })
  })

  test('the wings are of the expiry nearest 30 days within 7 to 60', () => {
    expect(concluded(only([...flat(6, 40), ...flat(61, 44)]))).toMatchObject({ skew_expiry: null, smile: [] })
    expect(concluded(only([...flat(7, 40), ...flat(61, 44)])).skew_tenor_days).toBe(7)
    expect(concluded(only([...flat(7, 40), ...flat(60, 44)])).skew_tenor_days).toBe(7)
    expect(concluded(only([...flat(25, 40), ...flat(34, 44)])).skew_tenor_days).toBe(34)
  })

  test('expiries within two days are shown and do not count', () => {
    const content = concluded(only([...flat(1, 90), ...flat(28, 42), ...flat(35, 42)]))
    expect([content.atm_iv, content.expiries[0]!.atm_iv, content.near_far_ratio]).toEqual([42, 90, null])
    // Seven days lie between one and eight, and are those of the eighth alone.
    const near = concluded(only([...flat(1, 90), ...flat(8, 40), ...flat(28, 42), ...flat(90, 44)]))
    expect(near.near_far_ratio).toBe(Number((40 / 44).toFixed(4)))
  })
})

describe('inputs that must not fool it', () => {
  test('without a chain there is none, and none from what an earlier release kept', () => {
    expect(tick(new Map())).toEqual({
      kind: 'input_missing',
      input: 'an option chain of BTC with quotes at the money',
    })
    const state = board(CHAIN)
    const { kept: _kept, ...older } = state.chains['BTC']!
    const states: States = new Map([['options/deribit', { ...state, chains: { BTC: older } }]])
    expect(tick(states).kind).toBe('input_missing')
  })

  test.each([
    ['no quotes at all', (option: object) => ({ ...option, twoSided: false, bidIv: null, askIv: null })],
    ['no marks', (option: object) => ({ ...option, markIv: null })],
  ])('%s: no volatility at the money, nothing is sold', (_what, change) => {
    const spoilt = change as NonNullable<Parameters<typeof optionState>[3]>
    expect(tick(only(CHAIN, NOW - 5_000, spoilt)).kind).toBe('input_missing')
  })

  test('half of the chain without quotes: another venue stands in, degraded', () => {
    const half = optionState('BTC', CHAIN, NOW, (option) =>
      Number(option.strike) % 4 === 0 ? { ...option, twoSided: false, bidIv: null, askIv: null } : option,
    )
    const states: States = new Map([
      ['options/deribit', half],
      ['options/okx', board(CHAIN)],
    ])
    const content = concluded(states)
    expect(content).toMatchObject({ sources: ['okx'], missing: ['bybit'], confidence: 0.7, degraded: true })
  })

  test('a chain of fewer than twenty options, or of less than half of yesterday, is a fallback', () => {
    expect(concluded(only([...flat(28, 42), ...flat(35, 42)]))).toMatchObject({ option_count: 36, confidence: 1 })
    const few = concluded(only(flat(30, 42)))
    expect(few).toMatchObject({ option_count: 18, confidence: 0.7, degraded: true })
    const yesterday = board(CHAIN, NOW - DAY)
    const today = optionState('BTC', [...flat(28, 42), ...flat(35, 42)], NOW, undefined, yesterday)
    expect(concluded(new Map([['options/deribit', today]]))).toMatchObject({ confidence: 0.7, degraded: true })
    // Half of it gone within the day is no better.
    const later = optionState('BTC', [...flat(28, 42), ...flat(35, 42)], NOW, undefined, board(CHAIN, NOW - 60_000))
    expect(concluded(new Map([['options/deribit', later]]))).toMatchObject({ confidence: 0.7, degraded: true })
  })

  test('one expiry with the forward of another coin is left out, later ones may be dearer', () => {
    const odd = (forward: number) =>
      concluded(only([...flat(7, 40), ...flat(28, 42), ...flat(35, 43), ...flat(90, 44, forward)]))
    expect(odd(3_400)).toMatchObject({ option_count: 54, near_far_ratio: null })
    expect(odd(3_400).expiries.map(({ days }) => days)).toEqual([7, 28, 35])
    // Ten per cent in 45 days.
    expect(odd(84_000 * 1.19).expiries).toHaveLength(4)
    expect(odd(84_000 * 1.21).expiries).toHaveLength(3)
    expect(odd(84_000 * 0.79).expiries).toHaveLength(3)
  })

  test('an expiry that passed between poll and tick is gone', () => {
    const shown = (now: number) => concluded(only(CHAIN, NOW + DAY - 60_000), now).expiries.map(({ days }) => days)
    expect(shown(NOW + DAY - 1_000)).toEqual([0, 6, 27, 34, 89])
    expect(shown(NOW + DAY)).toEqual([6, 27, 34, 89])
  })

  test('a chain of another coin, by our own spot price, is not read', () => {
    const at = (price: string): Earlier => ({
      timestamp: NOW / 1_000 - 5,
      content: { price },
      carry: { value: Number(price), observedAt: NOW - 5_000, sources: ['kraken'], confidence: 1 },
    })
    expect(tick(only(CHAIN), NOW, { 'price/spot/BTC-USD': at('84100.00') }).kind).toBe('concluded')
    expect(tick(only(CHAIN), NOW, { 'price/spot/BTC-USD': at('3400.00') }).kind).toBe('input_missing')
  })

  test('a chain that three others contradict, Binance among them, is not read', () => {
    const states: States = new Map([
      ['options/deribit', board([...flat(7, 80), ...flat(28, 80), ...flat(35, 80)])],
      ['options/okx', board(CHAIN)],
      ['options/binance', board(CHAIN)],
    ])
    expect(concluded(states).sources).toEqual(['okx'])
    // Binance judges and is not read.
    expect(tick(new Map([['options/binance', board(CHAIN)]])).kind).toBe('input_missing')
  })
})

describe('a chain that lies', () => {
  const venues = (deribit: OptionState): States =>
    new Map([
      ['options/deribit', deribit],
      ['options/okx', board(CHAIN)],
    ])

  test('by repeating itself under new times is left to the next venue after ten minutes', () => {
    const state = board(CHAIN)
    const frozen = (ms: number): OptionState => {
      const chain = state.chains['BTC']!
      return { ...state, chains: { BTC: { ...chain, movedAt: chain.at - ms } } }
    }
    expect(concluded(venues(frozen(600_000)))).toMatchObject({ sources: ['deribit'], degraded: false })
    expect(concluded(venues(frozen(600_001)))).toMatchObject({ sources: ['okx'], degraded: true })
  })

  test('by the mark of one strike beyond its own bid and ask has a smile without it', () => {
    const at = CHAIN.findIndex(
      ({ expiry, strike, kind }) => expiry === NOW + 28 * DAY && strike > 88_000 && kind === 'call',
    )
    const { strike } = CHAIN[at]!
    const smile = (markIv: string) => {
      const change: Parameters<typeof board>[2] = (option) =>
        option.expiry === NOW + 28 * DAY && option.strike === String(strike) ? { ...option, markIv } : option
      return concluded(only(CHAIN, NOW - 5_000, change))
    }
    // Quoted at 41.5 and 42.5.
    for (const markIv of ['39.5', '44.5']) expect(smile(markIv).smile).toContainEqual({ strike, iv: Number(markIv) })
    for (const markIv of ['39.4', '44.6', '300']) {
      const { smile: points, call_25d_iv: call } = smile(markIv)
      expect(points.map((point) => point.strike)).not.toContain(strike)
      expect(call).toBe(42)
    }
  })
})

test('of two venues that are worth the same the first is read', () => {
  const both = new Map([
    ['options/bybit', board(CHAIN)],
    ['options/okx', board(CHAIN)],
  ])
  expect(concluded(both)).toMatchObject({ sources: ['okx'], confidence: 0.7 })
})

test('at the forward itself the call counts, and not the put', () => {
  const change: Parameters<typeof board>[2] = (option) =>
    option.kind === 'put' && option.strike === '84000' ? { ...option, markIv: '41.5' } : option
  expect(concluded(only(CHAIN, NOW - 5_000, change)).smile).toContainEqual({ strike: 84_000, iv: 42 })
})

test('forwards are held against our spot, else against those of the chain, and options go with their expiry', () => {
  const believed = (sketches: readonly Sketch[], spot: number | null) => {
    const { boards } = lookAt(only(sketches), NOW)
    const [chain] = believedChains(OPTION_BOARDS, boards, 'BTC', spot, NOW)
    return { days: chain?.slices.map(({ expiry }) => (expiry - NOW) / DAY), kept: chain?.kept.length, odd: chain?.odd }
  }
  const dear = [...flat(28, 42), ...flat(300, 44, 130_000), ...flat(330, 44, 130_000)]
  expect(believed(dear, 84_000)).toEqual({ days: [28, 300, 330], kept: 3, odd: undefined })
  expect(believed(dear, null)).toEqual({ days: [300, 330], kept: 2, odd: [NOW + 28 * DAY] })
})
