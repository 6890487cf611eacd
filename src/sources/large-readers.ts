import { skypilotOffers } from './compute/skypilot.ts'
import { cboeDayReader, cboeHistoryReader } from './equities/cboe.ts'
import { binanceListings } from './exchanges/binance-family.ts'
import { litellmPrices } from './inference/litellm.ts'
import type { Given, LargeReader } from './large-reader.ts'
import { llamaPools } from './lending/defillama.ts'
import { krakenPaid } from './perpetuals/kraken.ts'
import type { ApartReader } from './query.ts'

/** Every reader that another thread may run. A thread is sent what `largeQuery` checked, so each gets its own values. */
const READERS: readonly LargeReader<Given, unknown>[] = [
  binanceListings,
  cboeDayReader,
  cboeHistoryReader,
  krakenPaid,
  litellmPrices,
  llamaPools,
  skypilotOffers,
]

/**
 * What a named reader makes of a reply.
 *
 * @throws UnreadableReply of the reader
 * @throws Error if no reader has this name
 */
export const readByName = ({ reader, given }: ApartReader, body: string): unknown => {
  const found = READERS.find(({ name }) => name === reader)
  if (!found) throw new Error(`no reader is called ${reader}`)
  return found.read(body, ...given)
}
