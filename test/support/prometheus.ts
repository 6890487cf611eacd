/** A strict reader of the text format of Prometheus, version 0.0.4. Throws on whatever a scraper might stumble over. */

export interface Scraped {
  readonly types: ReadonlyMap<string, string>
  /** By name with its labels in the order of the alphabet: `claros_sales_total{actor="…",rail="l402"}`. */
  readonly series: ReadonlyMap<string, number>
  /** The number of a series; throws when it is not there. */
  of(name: string, labels?: Readonly<Record<string, string>>): number
  /** Every series of a name, by the value of one label. */
  by(name: string, label: string): Readonly<Record<string, number>>
}

const LINE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\+Inf|-Inf|NaN|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/
const LABEL = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/

const readLabels = (text: string): Record<string, string> => {
  const labels: Record<string, string> = {}
  for (let rest = text; rest !== '';) {
    const found = LABEL.exec(rest)
    const [whole, name = '', value = ''] = found ?? []
    if (whole === undefined || name in labels) throw new Error(`labels: ${text}`)
    labels[name] = value.replace(/\\(.)/g, (_, char: string) => (char === 'n' ? '\n' : char))
    rest = rest.slice(whole.length)
  }
  return labels
}

const keyOf = (name: string, labels: Readonly<Record<string, string>>): string =>
  `${name}${JSON.stringify(Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1)))}`

/** The family that a series belongs to. */
const familyOf = (name: string, types: ReadonlyMap<string, string>): string => {
  if (types.has(name)) return name
  const base = name.replace(/_(bucket|sum|count)$/, '')
  const type = types.get(base)
  if (type !== 'histogram' && !(type === 'summary' && !name.endsWith('_bucket'))) throw new Error(`no type: ${name}`)
  return base
}

export const readPrometheus = (text: string): Scraped => {
  if (!text.endsWith('\n')) throw new Error('the last line has no end')
  const types = new Map<string, string>()
  const helps = new Set<string>()
  const series = new Map<string, number>()
  const labelled: { readonly name: string; readonly labels: Record<string, string>; readonly value: number }[] = []
  const closed = new Set<string>()
  let current = ''
  for (const line of text.slice(0, -1).split('\n')) {
    const comment = /^# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)$/.exec(line)
    if (comment) {
      const [, what = '', name = '', rest = ''] = comment
      if (what === 'HELP' ? helps.has(name) : types.has(name)) throw new Error(`said twice: ${line}`)
      if (what === 'HELP') helps.add(name)
      else if (/^(counter|gauge|histogram|summary)$/.test(rest)) types.set(name, rest)
      else throw new Error(`type: ${line}`)
      continue
    }
    const found = LINE.exec(line)
    if (!found) throw new Error(`line: ${JSON.stringify(line)}`)
    const name = found[1]!
    const family = familyOf(name, types)
    if (family !== current) {
      if (closed.has(family)) throw new Error(`${family} is not in one piece`)
      closed.add(family)
      current = family
    }
    const labels = readLabels(found[2] ?? '')
    const value = Number(found[3]!.replace('Inf', 'Infinity'))
    const key = keyOf(name, labels)
    if (series.has(key)) throw new Error(`twice: ${line}`)
    if (types.get(family) === 'counter' && !(value >= 0 && name.endsWith('_total'))) throw new Error(`counter: ${line}`)
    series.set(key, value)
    labelled.push({ name, labels, value })
  }
  for (const name of types.keys()) if (!helps.has(name)) throw new Error(`no help: ${name}`)
  checkHistograms(types, labelled)
  return {
    types,
    series,
    of: (name, labels = {}) => {
      const value = series.get(keyOf(name, labels))
      if (value === undefined) throw new Error(`no series ${keyOf(name, labels)}`)
      return value
    },
    by: (name, label) =>
      Object.fromEntries(
        labelled.filter((each) => each.name === name).map(({ labels, value }) => [labels[label], value]),
      ),
  }
}

/** Buckets grow to `+Inf`, which is the count. */
const checkHistograms = (
  types: ReadonlyMap<string, string>,
  labelled: readonly { readonly name: string; readonly labels: Record<string, string>; readonly value: number }[],
): void => {
  for (const [family, type] of types) {
    if (type !== 'histogram') continue
    const rest = ({ le: _, ...labels }: Record<string, string>) => keyOf(family, labels)
    const buckets = Map.groupBy(
      labelled.filter(({ name }) => name === `${family}_bucket`),
      ({ labels }) => rest(labels),
    )
    for (const [key, found] of buckets) {
      const bounds = found.map(({ labels }) => Number(labels['le']!.replace('Inf', 'Infinity')))
      const grows = (values: readonly number[]) => values.every((value, at) => at === 0 || value >= values[at - 1]!)
      if (!grows(bounds) || !grows(found.map(({ value }) => value))) throw new Error(`buckets of ${key}`)
      const count = labelled.find((each) => each.name === `${family}_count` && rest(each.labels) === key)
      if (bounds.at(-1) !== Infinity || count?.value !== found.at(-1)!.value) throw new Error(`count of ${key}`)
    }
  }
}
