import type { PerpetualAnswer, PerpetualAsset, PerpetualVenue, FundingPaid } from '../../src/sources/perpetual.ts'
import type { Query } from '../../src/sources/query.ts'

/** The one question of a venue whose path holds these words; for a POST, whose body does. */
export const asking = (venue: PerpetualVenue, words: string): Query<PerpetualAnswer> => {
  const all = [...venue.tickers, ...(venue.terms ? [venue.terms] : [])]
  const found = all.filter(({ path, body = '' }) => `${path} ${body}`.includes(words))
  if (found.length !== 1) throw new Error(`${venue.name} has ${found.length} questions with ${words}`)
  return found[0]!
}

/** A body read as what a coin was paid since the beginning of time. */
export const readHistory = (venue: PerpetualVenue, asset: PerpetualAsset, body: string): readonly FundingPaid[] =>
  venue.history(asset, 0, 0).read(body)

/** The parts of a ccxt funding rate that ours have too. */
export interface ExpectedFunding {
  readonly markPrice?: string
  readonly indexPrice?: string
  readonly fundingRate: string
  readonly fundingTimestamp: number
  readonly timestamp?: number
  readonly interval?: string
}

/** Settlements as ccxt names them. */
export const asExpected = (settlements: readonly FundingPaid[]) =>
  settlements.map(({ at, rate }) => ({ fundingRate: rate, timestamp: at }))

/** A ccxt list cut down to what ours have. */
export const expectedSettlements = (expected: unknown) =>
  (expected as readonly { readonly fundingRate: string; readonly timestamp: number }[]).map(
    ({ fundingRate, timestamp }) => ({ fundingRate, timestamp }),
  )
