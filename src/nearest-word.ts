/** Which of the words that there are was meant by one that there is not. Every room may import it. */

/**
 * How many slips make one word of the other: a letter changed, left out, added, or two neighbours swapped (optimal string
 * alignment, after Damerau 1964).
 */
export const edits = (a: string, b: string): number => {
  const [from, to] = [[...a], [...b]]
  let before: readonly number[] = []
  let row: readonly number[] = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (const [i, letter] of from.entries()) {
    const next = [i + 1]
    for (const [j, other] of to.entries()) {
      const isSwapped = i > 0 && j > 0 && letter === to[j - 1] && from[i - 1] === other
      next.push(
        Math.min(
          row[j + 1]! + 1,
          next[j]! + 1,
          row[j]! + (letter === other ? 0 : 1),
          isSwapped ? before[j - 1]! + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    ;[before, row] = [row, next]
  }
  return row.at(-1)!
}

/** Letters and digits alone: `PAYTO`, `pay-to` and `PAY_TO` are one word. */
const bare = (word: string): string => word.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')

/** Nobody takes longer words for one of ours, and comparing them would take long. */
const LONGEST_WORD = 40
/** A shorter word has too many neighbours: `PORT` is one letter from `SORT`. */
const SHORTEST_GUESS = 5

/** One slip of the hand in a short word, two in a long one. */
const slips = (word: string): number => (word.length < 10 ? 1 : 2)

/** Each run of one letter as that letter. */
const undoubled = (word: string): string => word.replaceAll(/(.)\1+/g, '$1')

/** Whether a short word was written with its own letters alone: one left out, one twice in a row, or two swapped. */
const isOwnSlip = (written: string, word: string): boolean =>
  edits(written, word) === 1 &&
  (written.length < word.length ||
    (written.length > word.length
      ? undoubled(written) === undoubled(word)
      : [...written].toSorted().join('') === [...word].toSorted().join('')))

/**
 * The word that was meant, by its letters without separators; `null` if none is near, or if it is one of them.
 *
 * @param most so many slips there may be, where the words are few; otherwise it follows from their length
 */
export const nearestWord = (written: string, words: readonly string[], most?: number): string | null => {
  if (written.length > LONGEST_WORD || words.includes(written)) return null
  const letters = bare(written)
  if (letters === '') return null
  const [best] = words
    .map((word) => ({ word, own: bare(word) }))
    .map(({ word, own }) => ({ word, own, far: edits(letters, own) }))
    .filter(({ own, far }) =>
      most === undefined && own.length < SHORTEST_GUESS
        ? far === 0 || isOwnSlip(letters, own)
        : far <= (most ?? slips(own)),
    )
    .toSorted((a, b) => a.far - b.far)
  return best?.word ?? null
}
