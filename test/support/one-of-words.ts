/** A word of a file of vectors, held to be one of these. */
export const oneOfWords = <const W extends string>(words: readonly W[], found: string): W => {
  const known = words.find((word) => word === found)
  if (known === undefined) throw new Error(`${found} is none of ${words.join(', ')}`)
  return known
}
