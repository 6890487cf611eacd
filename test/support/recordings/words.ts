/** Counts, times and lists in words, for lines of a table. */

/** `1,482 marks`, `1 mark`. */
export const count = (of: number, what: string): string =>
  `${of.toLocaleString('en-US')} ${of === 1 ? what : /[^aeiou]y$/.test(what) ? `${what.slice(0, -1)}ies` : `${what}s`}`

/** `2026-05-23 08:00`, UTC. */
export const time = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ')
export const day = (at: number): string => time(at).slice(0, 10)

/** Where a series begins and ends; nothing if it is empty. */
export const span = (times: readonly number[], say: (at: number) => string = time): string => {
  const sorted = times.toSorted((a, b) => a - b)
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return ''
  return say(first) === say(last) ? `, ${say(first)}` : `, ${say(first)} to ${say(last)}`
}

/** The first of a list, and how many more there are. */
export const first = (all: readonly string[], most = 2): string =>
  all.length > most ? `${all.slice(0, most).join('; ')}; and ${all.length - most} more` : all.join('; ')
