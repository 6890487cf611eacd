import { type Query, type Source, UnreadableReply } from '../query.ts'
import { entries, field, items, optional, type Piece, reply, same, text, unrefused, whole } from '../shape.ts'
import { type Frequency, type Observation, observed, type SeriesReply, seriesOf } from './observation.ts'
import { checkedPeriod } from './period.ts'

/** Eurostat's statistics as JSON-stat. https://ec.europa.eu/eurostat/web/user-guides/data-browser/api-data-access */
export const eurostat: Source = {
  name: 'eurostat',
  origin: 'https://ec.europa.eu',
  rate: { requests: 20, perSeconds: 60 },
  timeoutMs: 20_000,
  maxBytes: 131_072,
  rights: 'attribution',
  terms: 'https://ec.europa.eu/eurostat/about-us/policies/copyright',
  termsNote: 'CC BY 4.0: name Eurostat as source; not reviewed by counsel.',
}

/** One series: a dataset, and one code in each of its dimensions but time. */
export interface EurostatSeries {
  readonly dataset: string
  readonly frequency: Exclude<Frequency, 'day'>
  readonly codes: Readonly<Record<string, string>>
}

const PERIODS_ASKED = 36
const LETTER = { month: 'M', quarter: 'Q' } as const

/** The last values of a series. The position of a value is its place in time, because no other dimension has two. */
export const eurostatSeries = ({ dataset, frequency, codes }: EurostatSeries): Query<SeriesReply> => {
  const asked = { freq: LETTER[frequency], ...codes }
  const words = Object.entries(asked).map(([name, code]) => `${name}=${code}`)
  return {
    provider: eurostat,
    path: `/eurostat/api/dissemination/statistics/1.0/data/${dataset}?format=JSON&lang=EN&${words.join('&')}&lastTimePeriod=${PERIODS_ASKED}`,
    read: (body) => {
      const root = unrefused(reply(body), 'error')
      same(field(root, 'class'), 'dataset')
      const unit = unitOf(root, asked)
      return seriesOf(dataset, observations(root, frequency), unit)
    },
  }
}

/** The codes of one dimension by place. */
const codesOf = (root: Piece, dimension: string): readonly string[] => {
  const index = field(field(field(field(root, 'dimension'), dimension), 'category'), 'index')
  if (Array.isArray(index.value)) return items(index).map(text)
  const placed = entries(index).map(([code, at]) => [whole(at), code] as const)
  return placed.toSorted(([a], [b]) => a - b).map(([, code]) => code)
}

const isIndexUnit = (code: string | undefined): code is string => /^I\d\d$/.test(code ?? '')

/**
 * The code of the unit. The reply must be about what was asked for. Only the base year of an index may be another one,
 * which the caller is told.
 */
const unitOf = (root: Piece, asked: Readonly<Record<string, string>>): string => {
  for (const dimension of items(field(root, 'id')).map(text)) {
    if (dimension === 'time') continue
    const [code, ...more] = codesOf(root, dimension)
    if (more.length > 0) throw new UnreadableReply(`${dimension} has ${more.length + 1} codes`)
    const isOtherBase = dimension === 'unit' && isIndexUnit(code) && isIndexUnit(asked['unit'])
    if (code !== asked[dimension] && !isOtherBase)
      throw new UnreadableReply(`${dimension} is ${code}, and ${asked[dimension]} was asked for`)
  }
  return codesOf(root, 'unit')[0]!
}

const observations = (root: Piece, frequency: Frequency): readonly Observation[] => {
  const values = field(root, 'value')
  const status = optional(root, 'status')
  return codesOf(root, 'time').flatMap((period, at) => {
    const value = cell(values, at)
    const flag = status && cell(status, at)
    const flags = flag === null || flag.value === null ? '' : text(flag)
    // A forecast is no observation.
    if (value === null || value.value === null || flags.includes('f')) return []
    return observed(checkedPeriod(period, frequency), text(value), /[pe]/.test(flags) ? { isProvisional: true } : {})
  })
}

/** A cell of a sparse list: an object by position, or an array. */
const cell = (of: Piece, at: number): Piece | null =>
  Array.isArray(of.value) ? (items(of)[at] ?? null) : optional(of, String(at))
