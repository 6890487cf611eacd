/** Which of the words that there are was meant by one that there is not. Every room may import it. */

/** How many letters must be changed to make one word of the other (Levenshtein 1966). */
export const edits = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries())
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (letter === other ? 0 : 1)))
    row = next
  }
  return row.at(-1)!
}

/** Letters and digits alone: `PAYTO`, `pay-to` and `PAY_TO` are one word. */
const bare = (word: string): string => word.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')

/** Nobody takes longer words for one of ours, and comparing them would take long. */
const LONGEST_WORD = 40
/** A shorter word has too many neighbours: `PORT` is one edit from `SORT`. */
const SHORTEST_GUESS = 5

/** One slip of the hand in a short word, two in a long one. */
const slips = (word: string): number => (word.length < SHORTEST_GUESS ? 0 : word.length < 10 ? 1 : 2)

/**
 * The word that was meant, by its letters without separators; `null` if none is near, or if it is one of them.
 *
 * @param most so many letters may differ, where the words are few; otherwise it follows from their length
 */
export const nearestWord = (written: string, words: readonly string[], most?: number): string | null => {
  if (written.length > LONGEST_WORD || words.includes(written)) return null
  const letters = bare(written)
  if (letters === '') return null
  const [best] = words
    .map((word) => ({ word, far: edits(letters, bare(word)) }))
    .filter(({ word, far }) => far <= (most ?? slips(bare(word))))
    .toSorted((a, b) => a.far - b.far)
  return best?.word ?? null
}
