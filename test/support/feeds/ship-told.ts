import type { ShipState } from '../../../src/feeds/marine/ais-board.ts'
import type { ShipReport } from '../../../src/sources/ais/ship.ts'
import { MINUTE_MS } from '../../../src/time-units.ts'

/** The ship of the documents, three minutes ago in the middle of the Baltic Sea. */
export const MMSI = '230629000'

export const reportAt = (now: number): ShipReport => ({
  position: { lat: '58.478048', lon: '20.86432' },
  sogKts: '10.2',
  cogDeg: '208.8',
  headingDeg: 210,
  at: now - 3 * MINUTE_MS,
})

/** What its board holds when the report has just come. */
export const shipTold = (now: number): ShipState => ({
  told: { at: now, isKnown: true },
  last: reportAt(now),
  held: null,
  name: 'AISOPOS',
  namedAt: now,
})
