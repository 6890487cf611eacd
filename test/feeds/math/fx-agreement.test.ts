import { describe, expect, test } from 'bun:test'
import { TAU } from '../../../src/feeds/math/agreement.ts'
import { type FxVote, fxValue } from '../../../src/feeds/math/fx-agreement.ts'

/** What EUR/USD is, from one or two exchanges, the price of Bitcoin in euros at others, and the central banks. */

const RULES = { configured: 6, tau: TAU.fx }

const live = (source: string, price: number): FxVote => ({ source, price, origin: 'live' })
const implied = (price: number, ...sources: readonly string[]): readonly FxVote[] =>
  sources.map((source) => ({ source, price, origin: 'implied' }))

const KRAKEN = live('kraken', 1.15)
const OTHERS = ['bitfinex', 'coinbase', 'gemini'] as const

describe('an agreement of markets', () => {
  test('with a live quote in it wins over the fixing: a shock is not a lie', () => {
    expect(fxValue([KRAKEN, ...implied(1.151, ...OTHERS)], RULES, 1.05)).toMatchObject({
      kind: 'market',
      value: 1.151,
      method: 1,
    })
  })

  test('of implied votes alone stays within one per cent of the fixing', () => {
    const alone = implied(1.15, 'binance', ...OTHERS)
    expect(fxValue(alone, RULES, 1.14)).toMatchObject({ kind: 'market', value: 1.15 })
    expect(fxValue(alone, RULES, 1.13)).toEqual({ kind: 'fixing', value: 1.13, method: 0.7 })
    expect(fxValue(alone, RULES, null).kind).toBe('quorum_missed')
  })

  test('does not count as live because of a live quote that it rejects', () => {
    const found = fxValue([live('kraken', 1.2), ...implied(1.15, 'binance', ...OTHERS)], RULES, 1.13)
    expect(found).toEqual({ kind: 'fixing', value: 1.13, method: 0.7 })
  })

  test('takes two: one venue of one does not agree with itself', () => {
    expect(fxValue([KRAKEN], { configured: 1, tau: TAU.fx }, null)).toEqual({ kind: 'quorum_missed', have: 1, need: 2 })
  })
})

describe('without an agreement', () => {
  test('a live quote within one per cent of the fixing stands, for less', () => {
    expect(fxValue([KRAKEN], RULES, 1.14)).toEqual({ kind: 'lone', value: 1.15, method: 0.7, votes: [KRAKEN] })
    expect(fxValue([live('kraken', 101)], RULES, 100)).toMatchObject({ kind: 'lone' })
    expect(fxValue([live('kraken', 101.001)], RULES, 100)).toEqual({ kind: 'fixing', value: 100, method: 0.7 })
  })

  test('an implied vote does not: the fixing does, however far Bitcoin runs', () => {
    expect(fxValue(implied(1.15, 'gemini'), RULES, 1.15)).toEqual({ kind: 'fixing', value: 1.15, method: 0.7 })
    expect(fxValue([], RULES, 1.15)).toEqual({ kind: 'fixing', value: 1.15, method: 0.7 })
  })

  test('and without fixings there is nothing', () => {
    expect(fxValue([KRAKEN], RULES, null)).toEqual({ kind: 'quorum_missed', have: 1, need: 4 })
    expect(fxValue([KRAKEN, live('bitstamp', 1.2), ...implied(1.3, 'gemini', 'coinbase')], RULES, null)).toMatchObject({
      kind: 'disagreement',
    })
  })
})

describe('a value for a cross, beside which some venues vote themselves', () => {
  const OWN = ['kraken', 'bitstamp']
  const three = { configured: 3, tau: TAU.fx }
  const [binance] = implied(1.15, 'binance')
  const at = (price: number, other: readonly FxVote[], fixing: number | null) =>
    fxValue([live('kraken', price), live('bitstamp', price), ...other], three, fixing, OWN)

  test('is what the others say, where these agree with it', () => {
    expect(at(1.152, [binance!], null)).toMatchObject({ kind: 'market', value: 1.15, method: 1 })
    expect(at(1.15, [binance!], 1.05)).toMatchObject({ kind: 'market', value: 1.15 })
  })

  test('is the fixing where they agree without the others', () => {
    expect(at(1.16, [binance!], 1.15)).toEqual({ kind: 'fixing', value: 1.15, method: 0.7 })
    expect(at(1.16, [binance!], null).kind).toBe('quorum_missed')
  })

  test('is theirs while no other is heard, within one per cent of the fixings, if there are any', () => {
    expect(at(1.16, [], 1.15)).toMatchObject({ kind: 'market', value: 1.16 })
    expect(at(1.17, [], 1.15)).toMatchObject({ kind: 'fixing', value: 1.15 })
    expect(at(1.17, [], null)).toMatchObject({ kind: 'market', value: 1.17 })
  })

  test('is never the lone quote of one of them', () => {
    expect(fxValue([live('kraken', 1.151)], { configured: 1, tau: TAU.fx }, 1.15, OWN)).toMatchObject({
      kind: 'fixing',
    })
    expect(fxValue([live('okx', 1.151)], { configured: 1, tau: TAU.fx }, 1.15, OWN)).toMatchObject({ kind: 'lone' })
  })
})

test('a silenced venue is heard neither alone nor beside others, where enough are left', () => {
  const silenced = { ...live('kraken', 1.149), silencedUntil: 1 }
  const apart = [1.13, 1.14, 1.15, 1.16].flatMap((price, at) => implied(price, ['binance', ...OTHERS, 'x'][at]!))
  const votes = [silenced, ...apart, live('bitstamp', 1.12)]
  expect(fxValue(votes, RULES, 1.145)).toEqual({ kind: 'fixing', value: 1.145, method: 0.7 })
  // Whoever is silenced is nobody beside whom others have only to confirm.
  const agreed = implied(1.15, 'binance', ...OTHERS, 'x')
  expect(fxValue([silenced, ...agreed], RULES, 1.15, ['binance', ...OTHERS, 'x']).kind).toBe('market')
})
