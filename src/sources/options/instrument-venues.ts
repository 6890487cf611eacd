import { bybitInstruments } from './bybit-instruments.ts'
import { deribitInstruments } from './deribit-instruments.ts'
import type { InstrumentVenue } from './instruments.ts'
import { okxInstruments } from './okx-instruments.ts'

/** Who says which options are listed. */
export const INSTRUMENT_VENUES: readonly InstrumentVenue[] = [deribitInstruments, okxInstruments, bybitInstruments]
