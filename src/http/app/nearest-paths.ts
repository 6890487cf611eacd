import { edits } from '../../nearest-word.ts'

/** Which paths look most like one that is not served. */

/** Longer words are nobody's mistake in writing. */
const LONGEST_WORD = 24

/** 0 for the same word, up to 1 for another one. */
const apart = (a: string, b: string): number =>
  a === b ? 0 : a.length > LONGEST_WORD ? 1 : edits(a, b) / Math.max(a.length, b.length)

/** Less than one wrong word: the same words in another order. */
const REORDERED = 0.5

const wordsOf = (path: string): readonly string[] => path.split('/').filter((word) => word !== '')

const distance = (asked: readonly string[], path: string): number => {
  const words = wordsOf(path)
  const inPlace = words.reduce((sum, word, at) => sum + apart(asked[at] ?? '', word), 0)
  return [...asked].toSorted().join() === [...words].toSorted().join() ? Math.min(REORDERED, inPlace) : inPlace
}

/** The paths that are nearest to the one that was asked, the nearest first; of equals by name. */
export const nearestPaths = (asked: string, paths: readonly string[], most: number): readonly string[] => {
  const words = wordsOf(asked)
  return paths
    .map((path) => ({ path, far: distance(words, path) }))
    .toSorted((a, b) => a.far - b.far || (a.path < b.path ? -1 : 1))
    .slice(0, most)
    .map(({ path }) => path)
}
