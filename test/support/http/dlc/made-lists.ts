import type { Dice } from '../../dlc/random.ts'
import { type Draft, RESOLVER, spoil } from './draft.ts'
import { BLANK, HALF_A_PAIR, notA, type Spoil, wrongNumber } from './wrong-values.ts'

/** The lists of an enum body, where one item's fault is another item's too. */

const WORD_ENDS = ['', 'é', 'e\u0301', ' 東', '🙂', '"\\', '\u0000'] as const
/** Distinct by its number, whatever its end. */
const word = (random: Dice, i: number): string => `w${i}-${random.pick(WORD_ENDS)}.`

/** Either of the two spellings that are one word after NFC. */
const respelled = (random: Dice, text: string): string => text.normalize(random.pick(['NFC', 'NFD']))

const PADDED: Spoil = (random) => [random.pick([' w', 'w\n', '\u00a0w', 'w\t ', '\ufeffw']), 'padded']
const HUGE = (random: Dice): string => random.pick(['x'.repeat(16_385), 'é'.repeat(8_193), '🙂'.repeat(4_097)])

export const wordsOf = (draft: Draft): unknown[] => {
  const { random, badness, broken } = draft
  const bad = (): boolean => random.chance(badness)
  const count = bad()
    ? random.pick([0, 1, 101, 120])
    : random.chance(0.1)
      ? random.pick([2, 99, 100])
      : random.integer(2, 8)
  if (count < 2) broken.push('outcomes too_few')
  if (count > 100) broken.push('outcomes too_many')
  const words: unknown[] = Array.from({ length: count }, (_, i) => word(random, i))
  // What stands beyond the hundredth is counted and not looked at.
  const last = Math.min(count, 100) - 1
  const spoiled = new Set<number>()
  for (let left = random.integer(1, 3); left > 0 && last >= 0 && bad(); left--) {
    const i = random.integer(0, last)
    if (spoiled.has(i)) continue
    spoiled.add(i)
    words[i] = spoil(
      draft,
      `outcomes.${i}`,
      random.pick([notA('string'), () => [null, 'wrong_type'], HALF_A_PAIR, BLANK, PADDED]),
    )
  }
  const whole = Array.from({ length: last + 1 }, (_, i) => i).filter((i) => !spoiled.has(i))
  if (whole.length > 0 && bad()) {
    const [first, again] = [random.pick(whole), random.pick(whole)].sort((a, b) => a - b) as [number, number]
    if (first < again) {
      words[again] = respelled(random, String(words[first]))
      words[first] = respelled(random, String(words[first]))
      broken.push(`outcomes.${again} duplicate`)
    } else {
      // Too much for all of them together, whether or not something else is wrong with this one.
      const isPadded = random.chance(0.3)
      words[first] = `${isPadded ? ' ' : ''}${HUGE(random)}`
      broken.push('outcomes too_long', ...(isPadded ? [`outcomes.${first} padded`] : []))
    }
  }
  return words
}

/** @param wanted one fewer than outcomes; `null` where there is nothing to count. */
export const edgesOf = (draft: Draft, wanted: number | null): unknown[] => {
  const { random, badness, broken } = draft
  const path = `${RESOLVER}.boundaries`
  const fitting = Math.max(wanted ?? random.integer(1, 5), 0)
  const count = random.chance(badness) ? random.pick([0, fitting + 1, Math.max(fitting - 1, 0), 100, 130]) : fitting
  if (count < 1) broken.push(`${path} too_few`)
  if (count > 99) broken.push(`${path} too_many`)
  if (wanted !== null && count !== wanted) broken.push(`${path} wrong_count`)
  let previous: number | null = null
  return Array.from({ length: count }, (_, i) => {
    // What stands beyond the limit is counted and not looked at.
    const bad = (): boolean => i < 99 && random.chance(badness / 4)
    if (bad()) return spoil(draft, `${path}.${i}`, random.pick([wrongNumber, () => [null, 'wrong_type']]))
    const isDown = previous !== null && bad()
    if (isDown) broken.push(`${path}.${i} not_ascending`)
    const step = isDown ? -random.pick([0, 1, 0.25]) : random.pick([0.25, 1, 1000.5])
    previous = (previous ?? random.pick([-1e6, 0, 0.5, 60_000])) + step
    return previous
  })
}
