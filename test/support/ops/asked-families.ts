/** What an expression of PromQL asks for: names and labels, as far as those of this repository need it. */

export interface AskedSelector {
  /** As it is written, with `_bucket`, `_sum` or `_count`. */
  readonly name: string
  readonly labels: readonly string[]
}

const TEXT = /"(?:\\.|[^"\\])*"/g
const SELECTOR = /\b(claros_[a-z0-9_]+)(?:\{([^}]*)\})?/g
const KEPT = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g

export const selectorsOf = (expression: string): readonly AskedSelector[] =>
  [...expression.replaceAll(TEXT, '""').matchAll(SELECTOR)].map(([, name, matchers = '']) => ({
    name: name!,
    labels: [...matchers.matchAll(/(\w+)\s*[!=]/g)].map(([, label]) => label!),
  }))

/** Labels that it groups or matches by. */
export const groupedBy = (expression: string): readonly string[] =>
  [...expression.replaceAll(TEXT, '""').matchAll(KEPT)].flatMap(([, list = '']) => list.match(/\w+/g) ?? [])

/** Labels that it makes of others. */
const madeIn = (expression: string): readonly string[] =>
  [...expression.matchAll(/,\s*"(\w+)",\s*"\$\d",/g)].map(([, label]) => label!)

/** Labels of each family of `/metrics`, by every name that its series have. */
export type KnownSeries = ReadonlyMap<string, ReadonlySet<string>>

/** Names and labels that no series has. Labels that a scrape adds are known too. */
export const unknownIn = (expression: string, known: KnownSeries): readonly string[] => {
  const asked = selectorsOf(expression)
  const found = asked.flatMap(({ name, labels }) => {
    const own = known.get(name)
    return own ? labels.filter((label) => !own.has(label)).map((label) => `${name}{${label}}`) : [name]
  })
  const all = new Set([...madeIn(expression), ...asked.flatMap(({ name }) => [...(known.get(name) ?? [])])])
  return [...found, ...groupedBy(expression).filter((label) => !all.has(label))]
}
