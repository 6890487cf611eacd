import type { DatedVenue } from '../../src/sources/dated/dated.ts'
import type { Query } from '../../src/sources/query.ts'

const only = <T>(queries: readonly Query<T>[], part: string): Query<T> => {
  const found = queries.filter(({ path }) => path.includes(part))
  if (found.length !== 1) throw new Error(`${found.length} questions with ${part}`)
  return found[0]!
}

/** The question of a venue whose path has this part. */
export const listOf = (venue: DatedVenue, part = '') => only(venue.lists, part)
export const tickersOf = (venue: DatedVenue, part = '') => only(venue.tickers, part)
