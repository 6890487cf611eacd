import { rounded } from '../../../canonical/measure.ts'
import { INSTRUMENT_VENUES } from '../../../sources/options/instrument-venues.ts'
import { DAY_MS, DAY_SECONDS, HOUR_SECONDS, inSeconds, SECOND_MS } from '../../../time-units.ts'
import { INSTRUMENT_BOARDS } from '../../boards/instrument-boards.ts'
import { OPTION_BOARDS } from '../../boards/option-boards.ts'
import type { Conclusion, Declined, TickContext } from '../../feed.ts'
import { LIFETIMES } from '../../lifetimes.ts'
import type { Subject } from '../../subject.ts'
import { venueParts } from '../../venue-parts.ts'
import { believedChains } from '../chains/believed-chains.ts'
import { expiryTag } from './expiry-tag.ts'
import { INSTRUMENT_PLACES, isOfChain, type ListedVenue, venueExpiry } from './instrument-rows.ts'
import type { InstrumentsAnswer } from './instruments-answer.ts'
import { coinOf } from '../chains/option-subjects.ts'
import { ownSpot } from '../chains/own-spot.ts'

/** A list is asked for hourly. One that is older than this says nothing about today. */
export const LIST_EXPIRES_SECONDS = DAY_SECONDS + 2 * HOUR_SECONDS

/** The parts of an answer about its venues: those that list options of the coin. */
export const instrumentParts = (coin: string) =>
  venueParts({
    venues: INSTRUMENT_VENUES.flatMap(({ source, coins }) => (coins.includes(coin) ? [source.name] : [])),
    lifetime: LIFETIMES.optionChain,
    quorum: 1,
  })

/**
 * What venues list of a coin's options.
 *
 * @param venues at least one
 * @param now Unix milliseconds of the tick
 */
export const instrumentsFrom = (coin: string, venues: readonly ListedVenue[], now: number): InstrumentsAnswer => {
  const parts = instrumentParts(coin)
  const rows = venues.flatMap((venue) =>
    venue.list.expiries.flatMap((listed) => (listed.expiry > now ? [{ venue, listed }] : [])),
  )
  const expiries = [...Map.groupBy(rows, ({ listed }) => listed.expiry)]
    .toSorted(([a], [b]) => a - b)
    .map(([expiry, same]) => ({
      expiry: inSeconds(expiry),
      tag: expiryTag(expiry),
      days: rounded((expiry - now) / DAY_MS, INSTRUMENT_PLACES.days),
      venues: same.map(({ venue, listed }) => venueExpiry(venue, listed, now)),
    }))
  const values = parts.values(
    venues.map(({ chain }) => ({ exchange: chain.source, at: chain.at })),
    now,
  )
  return {
    coin,
    market: 'options',
    contract_count: rows.reduce((sum, { listed }) => sum + listed.calls.length + listed.puts.length, 0),
    expiry_count: expiries.length,
    strike_count: new Set(rows.flatMap(({ listed }) => [...listed.calls, ...listed.puts])).size,
    expiries,
    listed_at: inSeconds(Math.min(...venues.map(({ list }) => list.at))),
    degraded: values.missing.length > 0 || venues.some(({ chain }) => chain.isThin),
    ...values,
  }
}

/** The venues whose list is young, whose chain is believed, and whose list and chain speak of the same options. */
const listedVenues = (coin: string, context: TickContext, spot: number | null): readonly ListedVenue[] => {
  const { boards, now } = context
  return believedChains(OPTION_BOARDS, boards, coin, spot, now).flatMap((chain): readonly ListedVenue[] => {
    const board = INSTRUMENT_BOARDS.get(chain.source)
    const list = board && boards.read(board)?.lists[coin]
    if (!list || now - list.at > LIST_EXPIRES_SECONDS * SECOND_MS) return []
    const venue = { chain, list }
    return isOfChain(venue, now) ? [venue] : []
  })
}

/** The listed options of one coin, or why there is no answer. */
export const concludeInstruments = (
  subject: Subject,
  context: TickContext,
): Conclusion<InstrumentsAnswer> | Declined => {
  const coin = coinOf(subject)
  const venues = listedVenues(coin, context, ownSpot(context, subject.key))
  const entered = venues.map(({ chain }) => ({ exchange: chain.source, at: chain.at }))
  const tooFew = instrumentParts(coin).tooFew(entered, context.quorum)
  return tooFew ?? { kind: 'concluded', content: instrumentsFrom(coin, venues, context.now), carry: {} }
}
