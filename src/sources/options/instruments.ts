import type { Query, Source } from '../query.ts'
import type { OptionName } from './names.ts'

/** One page of a venue's list of options: those that may be traded now, with or without a quote. */
export interface InstrumentPage {
  readonly listed: readonly OptionName[]
  /** Names the page after this one; `null` on the last page. */
  readonly cursor: string | null
}

/** One exchange that says which options it lists. */
export interface InstrumentVenue {
  readonly source: Source
  /** The coins whose options it lists. */
  readonly coins: readonly string[]
  /** @param cursor of the page before; `null` for the first page */
  page(coin: string, cursor: string | null): Query<InstrumentPage>
}
