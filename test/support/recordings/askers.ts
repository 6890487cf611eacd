import type { BarVenue } from '../../../src/sources/bars/five-minute-bar.ts'
import type { DailyVenue } from '../../../src/sources/daily/daily-bar.ts'
import type { DatedVenue } from '../../../src/sources/dated/dated.ts'
import type { DepthVenue } from '../../../src/sources/depth/depth.ts'
import type { TradesSince, Venue } from '../../../src/sources/market.ts'
import type { MinuteVenue } from '../../../src/sources/minutes/minute-bar.ts'
import type { OptionVenue } from '../../../src/sources/options/chain.ts'
import type { InstrumentVenue } from '../../../src/sources/options/instruments.ts'
import type { PerpetualAsset, PerpetualVenue } from '../../../src/sources/perpetual.ts'
import { tickerQuery } from '../ask-venue.ts'
import { listOf, tickersOf } from '../dated-reply.ts'
import { asking } from '../perpetual-reply.ts'
import { gives, type Reading } from './reading.ts'
import * as derivatives from './say-derivatives.ts'
import * as prices from './say-prices.ts'

/** The questions of each kind of venue, with the words for what they give. */

const START: TradesSince = { id: null, at: 0 }

export const ticker = (venue: Venue, ...symbols: string[]): Reading =>
  gives(tickerQuery(venue, ...symbols), prices.quotes)

export const instruments = ({ instruments: query }: Venue): Reading => gives(query, prices.listings)

/** @throws if no VWAP reads this venue */
export const trades = (venue: Venue, symbol: string): Reading => gives(venue.trades!(symbol, START), prices.trades)
export const bars = (venue: Venue, symbol: string): Reading => gives(venue.bars!(symbol), prices.volumeBars)

export const depth = (venue: DepthVenue, symbol: string): Reading => gives(venue.book(symbol, 'deep'), prices.book)
export const days = (venue: DailyVenue): Reading => gives(venue.days('BTC'), prices.dailyBars)
export const fiveMinutes = (venue: BarVenue): Reading => gives(venue.bars('BTC'), prices.fiveMinuteBars)
export const minutes = (venue: MinuteVenue, symbol: string, from: string, to: string): Reading =>
  gives(venue.minutes(symbol, Date.parse(from), Date.parse(to)), prices.minuteBars)

/** The question of a venue whose path or body has these words. */
export const perpetual = (venue: PerpetualVenue, words: string): Reading =>
  gives(asking(venue, words), derivatives.perpetuals)
export const paid = (venue: PerpetualVenue, asset: PerpetualAsset): Reading =>
  gives(venue.history(asset, 0, 0), derivatives.fundingPaid)

export const datedList = (venue: DatedVenue, part?: string): Reading =>
  gives(listOf(venue, part), derivatives.datedList)
export const dated = (venue: DatedVenue, part?: string): Reading =>
  gives(tickersOf(venue, part), derivatives.datedFacts)

export const options = (venue: OptionVenue, coin: string): Reading => gives(venue.chain(coin), derivatives.chain)
export const optionsListed = (venue: InstrumentVenue, coin: string): Reading =>
  gives(venue.page(coin, null), derivatives.optionsListed)
