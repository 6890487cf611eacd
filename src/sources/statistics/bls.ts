import { HOUR_SECONDS } from '../../time-units.ts'
import { type Query, type Source, UnreadableReply } from '../query.ts'
import { entries, field, items, optional, type Piece, refusal, reply, text } from '../shape.ts'
import { zonedDate } from '../zoned.ts'
import { checkedPeriod } from './period.ts'
import { type Observation, observed, type SeriesReplies, seriesOf } from './observation.ts'

/** The Bureau of Labor Statistics, first version of its interface. https://www.bls.gov/developers/api_signature.htm */
export const bls: Source = {
  name: 'bls',
  origin: 'https://api.bls.gov',
  // Without a key 25 requests a day and address; one is kept back for whoever tries something by hand.
  rate: { requests: 24, perSeconds: 24 * HOUR_SECONDS },
  timeoutMs: 20_000,
  maxBytes: 262_144,
  rights: 'open',
  terms: 'https://www.bls.gov/developers/termsOfService.htm',
  termsNote: 'US government work. Name the BLS, and imply no endorsement.',
}

/** Of this many years before the present one values are asked for. */
const YEARS_BACK = 3

/** Several monthly series in one request. A series without values is left out of the result. */
export const blsSeries = (ids: readonly string[], now: number): Query<SeriesReplies> => {
  const year = Number(zonedDate(now, 'America/New_York').slice(0, 4))
  return {
    provider: bls,
    path: '/publicAPI/v1/timeseries/data/',
    method: 'POST',
    body: JSON.stringify({ seriesid: ids, startyear: String(year - YEARS_BACK), endyear: String(year) }),
    read: (body) => read(reply(body), ids),
  }
}

const read = (root: Piece, ids: readonly string[]): SeriesReplies => {
  const status = text(field(root, 'status'))
  const words = items(field(root, 'message')).map(text).join(' ')
  // Refusals have status 200 too: a quota that is used up is `REQUEST_NOT_PROCESSED`.
  if (status !== 'REQUEST_SUCCEEDED') throw refusal(`${status} ${words}`.trim())
  const found = parts(field(root, 'Results')).flatMap((one): [string, ReturnType<typeof seriesOf>][] => {
    const id = text(field(one, 'seriesID'))
    const rows = ids.includes(id) ? items(field(one, 'data')).flatMap(months) : []
    return rows.length === 0 ? [] : [[id, seriesOf(id, rows)]]
  })
  if (found.length === 0) throw new UnreadableReply(`no series with a value ${words}`.trim())
  const result = Object.fromEntries(found)
  if (Object.keys(result).length < found.length) throw new UnreadableReply('a series stands twice in the reply')
  return result
}

/** `Results` is an object, and a list of such objects where a series is not known. */
const parts = (results: Piece): readonly Piece[] => {
  const all = Array.isArray(results.value) ? items(results) : [results]
  return all.flatMap((each) => items(field(each, 'series')))
}

/** A month of a series; none for annual means (`M13`) and other periods. */
const months = (row: Piece): readonly Observation[] => {
  const month = /^M(0[1-9]|1[0-2])$/.exec(text(field(row, 'period')))?.[1]
  if (month === undefined) return []
  const notes = items(field(row, 'footnotes')).flatMap((note) => {
    const code = entries(note).length === 0 ? null : optional(note, 'code')
    return code === null ? [] : [text(code)]
  })
  const named = checkedPeriod(`${text(field(row, 'year'))}-${month}`, 'month')
  return observed(named, text(field(row, 'value')), notes.includes('P') ? { isProvisional: true } : {})
}
