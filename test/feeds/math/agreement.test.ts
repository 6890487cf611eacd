import { describe, expect, test } from 'bun:test'
import { type Agreed, agree, majorityOf, type NotAgreed, type Vote } from '../../../src/feeds/math/agreement.ts'
import { convertedVotes } from '../../../src/feeds/math/converted-votes.ts'
import { seededRandom } from '../../support/still.ts'

/** Votes named a, b, c in the order of their prices. */
const votes = (...prices: readonly number[]): readonly Vote[] =>
  prices.map((price, at) => ({ source: String.fromCodePoint(97 + at), price }))

const names = (list: readonly Vote[]): string => list.map(({ source }) => source).join('')

const agreed = <V extends Vote>(found: Agreed<V> | NotAgreed): Agreed<V> => {
  if (found.kind !== 'agreed') throw new Error(JSON.stringify(found))
  return found
}

describe('a majority', () => {
  test('is more than half of the configured venues, whoever answered', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9].map(majorityOf)).toEqual([1, 2, 2, 3, 3, 4, 4, 5, 5])
    expect(agree(votes(1, 1, 1), { configured: 7, tau: 0.25 })).toEqual({ kind: 'quorum_missed', have: 3, need: 4 })
    expect(agree(votes(1, 1, 1, 1), { configured: 7, tau: 0.25 })).toMatchObject({ kind: 'agreed', value: 1, width: 0 })
  })

  test('of whom one lies τ away agrees, and a hair more is a disagreement', () => {
    expect(agree(votes(1, 1.25), { configured: 2, tau: 0.25 })).toMatchObject({ kind: 'agreed', width: 0.25 })
    expect(agree(votes(1, 1.25 + 2 ** -40), { configured: 2, tau: 0.25 })).toEqual({
      kind: 'disagreement',
      spread: 0.25 + 2 ** -40,
      limit: 0.25,
    })
  })

  test('is the tightest by what its width is to its lower end', () => {
    // 8 and 10 lie two apart and 10 and 12.25 more; but a quarter apart, and less.
    expect(agree(votes(8, 10, 12.25), { configured: 3, tau: 0.25 })).toMatchObject({ width: 0.225 })
  })
})

describe('the used votes', () => {
  const used = (...prices: readonly number[]) => {
    const found = agreed(agree(votes(...prices), { configured: 5, tau: 0.25 }))
    return [names(found.used), names(found.rejected), found.value]
  }

  test('reach τ below and above the window, both ends included', () => {
    expect(used(0.75, 1, 1, 1, 1.25)).toEqual(['abcde', '', 1])
    expect(used(0.75 - 2 ** -40, 1, 1, 1, 1.25)).toEqual(['bcde', 'a', 1])
    expect(used(0.75, 1, 1, 1, 1.25 + 2 ** -40)).toEqual(['abcd', 'e', 1])
  })

  test('are those round the first of two windows of one width', () => {
    // 1 to 1.25 and 1.125 to 1.40625 are both a quarter wide; 1.7 is within reach of the second alone.
    expect(used(1, 1.125, 1.25, 1.40625, 1.7)).toEqual(['abcd', 'e', 1.1875])
  })

  test('are those round the tightest window, though a wider one would pass', () => {
    expect(used(1, 1.2, 1.21, 1.22, 1.6)).toEqual(['abcd', 'e', 1.205])
  })

  test('keep whatever else is known of them, and come by name', () => {
    const quotes = [
      { source: 'okx', price: 4, at: 7 },
      { source: 'gemini', price: 4, at: 5 },
      { source: 'kraken', price: 9, at: 6 },
    ]
    const found = agreed(agree(quotes, { configured: 3, tau: 0.25 }))
    expect(found.used).toEqual([quotes[1]!, quotes[0]!])
    expect(found.rejected).toEqual([quotes[2]!])
  })
})

describe('what breaks the proof', () => {
  test('is refused: more votes than venues, and two votes of one', () => {
    expect(() => agree(votes(1, 1, 1), { configured: 2, tau: 0.1 })).toThrow('3 votes of 2')
    expect(() => agree([...votes(1), ...votes(1)], { configured: 2, tau: 0.1 })).toThrow('votes twice')
  })

  test('is no vote: nothing, less than nothing, and no number', () => {
    for (const price of [0, -1, Number.NaN, Infinity, -Infinity])
      expect(agree(votes(1, price, 1), { configured: 5, tau: 0.5 })).toEqual({
        kind: 'quorum_missed',
        have: 2,
        need: 3,
      })
  })

  test('is a τ that is no number: nothing is within it', () => {
    expect(agree(votes(1, 1), { configured: 2, tau: Number.NaN }).kind).toBe('disagreement')
  })
})

test('neither the order of the votes nor their unit changes who agrees', () => {
  const random = seededRandom(7)
  for (let run = 0; run < 2_000; run++) {
    const all = votes(...Array.from({ length: random.integer(2, 9) }, () => 1_000 + random.integer(0, 12)))
    const rules = { configured: all.length, tau: 0.005 }
    const found = agree(all, rules)
    expect(agree(all.toReversed(), rules)).toEqual(found)
    const doubled = agree(convertedVotes(all, 2), rules)
    expect(doubled).toEqual(
      found.kind === 'agreed'
        ? {
            ...found,
            value: 2 * found.value,
            used: convertedVotes(found.used, 2),
            rejected: convertedVotes(found.rejected, 2),
          }
        : found,
    )
  }
})

test('honest venues exactly τ apart are all used: no last bit separates them', () => {
  const random = seededRandom(23)
  for (let run = 0; run < 5_000; run++) {
    const [low, high] = [random.integer(9_000, 9_999) / 7, random.integer(10_000, 10_500) / 7]
    const tau = (high - low) / low
    // Two liars stand beside one honest vote and make up a window of no width; the other honest votes lie τ from it.
    const [end, other] = run % 2 === 0 ? [low, high] : [high, low]
    const found = agreed(agree(votes(end, end, end, other, other), { configured: 5, tau }))
    expect(names(found.used)).toBe('abcde')
  }
})
