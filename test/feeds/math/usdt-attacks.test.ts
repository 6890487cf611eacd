import { describe, expect, test } from 'bun:test'
import { agree, TAU } from '../../../src/feeds/math/agreement.ts'
import { convertedVotes } from '../../../src/feeds/math/converted-votes.ts'
import { tauInForce } from '../../../src/feeds/math/fast-market.ts'
import { drawnFrom } from '../../support/draws.ts'
import {
  type Attack,
  attacksOn,
  count,
  type Honest,
  isRight,
  newTally,
  reportTally,
  spreadOver,
  type Tally,
} from '../../support/feeds/liars.ts'

/**
 * Coins that are quoted in dollars and in USDT, while a minority lies about the coin and another minority about USDT:
 * the same venues or others, in the same direction or not, since either may do its worst whatever the other does.
 */

const votesOf = (said: Attack['said']) =>
  said.flatMap((price, at) => (price === null ? [] : [{ source: `v${at}`, price }]))

const valueOf = (said: Attack['said'], configured: number, tau: number): number | null => {
  const found = agree(votesOf(said), { configured, tau })
  return found.kind === 'agreed' ? found.value : null
}

const plain = (price: number): Honest => ({ price, low: price, high: price })

/** Where honest USDT votes may put a price: the rule for USDT itself lets its value out of them when they disagree. */
const pegEnds = (pegs: readonly Honest[], tau: number): { readonly low: number; readonly high: number } => {
  const [low, high] = [Math.min(...pegs.map(({ price }) => price)), Math.max(...pegs.map(({ price }) => price))]
  return (high - low) / low <= tau ? { low, high } : { low: low * (1 - tau), high: high * (1 + tau) }
}

interface Peg {
  readonly rate: number | null
  readonly low: number
  readonly high: number
}

const PEG_VENUES = 7
const PEG_LIARS = 3

/** The worst that comes of USDT: its least and its greatest rate, and none, each with the honest ends it came under. */
const worstPegs = (range: number, spread: string): readonly Peg[] => {
  const rules = { configured: PEG_VENUES, tau: TAU.peg }
  const found = new Map<string, Peg>()
  const keep = (name: string, next: Peg, better: (before: Peg) => boolean) => {
    const before = found.get(name)
    if (!before || better(before)) found.set(name, next)
  }
  const venues = spreadOver(PEG_VENUES, range, spread).map(plain)
  for (const attack of drawnFrom(attacksOn(venues, PEG_LIARS, rules), 902)) {
    const ends = pegEnds(attack.honest, TAU.peg)
    const peg = { ...ends, rate: valueOf(attack.said, PEG_VENUES, TAU.peg) }
    if (peg.rate === null) keep('none', peg, (before) => ends.high / ends.low < before.high / before.low)
    else {
      const { rate } = peg
      keep('least', peg, (before) => rate / ends.low < before.rate! / before.low)
      keep('greatest', peg, (before) => rate / ends.high > before.rate! / before.high)
    }
  }
  return [...found.values()]
}

/** `inUsdt` of the venues quote USDT; those stand last. */
const market = (configured: number, inUsdt: number, range: number, pegRange: number): Tally => {
  const rules = { configured, tau: TAU.crypto }
  const tally = newTally()
  for (const spread of ['evenly', 'one alone above'])
    for (const { rate, low, high } of worstPegs(pegRange, spread)) {
      const prices = spreadOver(configured, range, spread)
      const isUsdt = (at: number) => at >= configured - inUsdt
      const venues = prices.flatMap((price, at) => {
        if (!isUsdt(at)) return [plain(price)]
        const [converted] = convertedVotes([{ source: 'usdt', price }], rate)
        return [{ price: converted?.price ?? Number.NaN, low: price * low, high: price * high }]
      })
      for (const attack of drawnFrom(attacksOn(venues, 3, rules), 903)) {
        const said = attack.said.map((price, at) => (rate === null && isUsdt(at) ? null : price))
        count(tally, valueOf(said, configured, TAU.crypto), { ...attack, said }, TAU.crypto)
      }
    }
  reportTally(
    `any 3 of ${configured}, ${inUsdt} of them in USDT; honest within ${100 * range} %, USDT within ${100 * pegRange} %`,
    tally,
  )
  return tally
}

describe.each([
  ['Bitcoin', 9, 3],
  ['Solana', 9, 4],
  ['the small coins', 7, 3],
] as const)('%s, with any three of seven lying about USDT', (_what, configured, inUsdt) => {
  test.each([0.0002, 0.003].flatMap((range) => [0.0002, 0.001, 0.003].map((peg) => [range, peg] as const)))(
    'honest venues within %d, USDT within %d',
    (range, pegRange) => {
      const { tried, answered, wrong } = market(configured, inUsdt, range, pegRange)
      expect(wrong.slice(0, 5)).toEqual([])
      if (pegRange <= TAU.peg) expect(answered).toBe(tried)
    },
  )
})

describe('where the honest venues cannot be promised to bound the value', () => {
  /** Three honest dollar venues, three liars beside them, and what the three USDT books come to. */
  const withLiars = (lie: number, usdt: number | null, tau: number): number | null =>
    valueOf([1, 1, 1, usdt, usdt, usdt, lie, lie, lie], 9, tau)

  test('USDT without a rate: three liars are half of those left to vote, so they widen τ and then use it', () => {
    // Four honest venues a quarter of a per cent apart, the three liars silent about USDT: there is no rate.
    const pegs = [0.9975, 0.9983, 0.9992, 1]
    expect(valueOf([...pegs, null, null, null], PEG_VENUES, TAU.peg)).toBeNull()
    const { low, high } = pegEnds(pegs.map(plain), TAU.peg)
    // Nothing moves at the honest venues; the liars' quotes have jumped about for ten seconds.
    const tau = tauInForce(TAU.crypto, [0, 0, 0, 0.5, 0.5, 0.5])
    expect(tau).toBe(3 * TAU.crypto)
    const honest = [plain(1), { price: Number.NaN, low, high }]
    const value = withLiars(1 + tau - 1e-6, null, tau)!
    expect(high / low - 1).toBeLessThan(tau)
    expect(isRight(value, honest, tau)).toBe(false)
    expect(value).toBeGreaterThan(high)
    expect(value).toBeLessThanOrEqual(1 + tau)
    // A τ that five of the nine configured must have seen stays that of calm, and the value within its reach.
    expect(withLiars(1 + TAU.crypto - 1e-6, null, TAU.crypto)).toBeLessThanOrEqual(1 + TAU.crypto / 2)
  })

  test('USDT itself on the run: its rate may lie beyond the honest by the τ in force there, not by that of calm', () => {
    const tau = 3 * TAU.peg
    const pegs = [1 / 1.007, 1 / 1.007, 1 / 1.007, 1]
    const lie = 1 + tau - 1e-6
    const rate = valueOf([...pegs, lie, lie, lie], PEG_VENUES, tau)!
    expect(rate).toBe(lie)
    const value = withLiars(rate * (1 + TAU.crypto - 1e-6), rate, TAU.crypto)!
    const under = (widened: number) => {
      const ends = { low: pegs[0]! * (1 - widened), high: 1 + widened }
      return isRight(value, [plain(1), { price: 1, ...ends }], TAU.crypto)
    }
    expect([under(TAU.peg), under(tau)]).toEqual([false, true])
  })
})
