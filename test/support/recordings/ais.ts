import { lastReport, shipName } from '../../../src/sources/ais/digitraffic.ts'
import type { ShipReport } from '../../../src/sources/ais/ship.ts'
import { changed, gives, type Recordings, refused, unasked } from './reading.ts'
import { time } from './words.ts'

/** Positions and names of ships, by folder. */

const RECORDED = '241930000'
const OLDER = '265546940'

const report = (of: ShipReport | null): string =>
  of === null
    ? 'nothing'
    : `${of.position?.lat}, ${of.position?.lon}, ${of.sogKts} kn, heading ${of.headingDeg}, ${time(of.at)}`

const firstAlone = (body: string): string => {
  const all = JSON.parse(body, (_key, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? JSON.rawJSON(context!.source!) : value,
  ) as { features: unknown[] }
  return JSON.stringify({ ...all, features: all.features.slice(0, 1) })
}

export const DIGITRAFFIC: Recordings = {
  'ais-locations-many-2017': [
    refused(lastReport(OLDER)),
    changed(gives(lastReport(OLDER), report), 'its first ship alone', firstAlone),
  ],
  'ais-v1-location-by-mmsi': gives(lastReport(RECORDED), report),
  'ais-v1-vessel-metadata': gives(shipName(RECORDED), (name) => String(name)),
}

/** A socket for holders of a key. */
export const AISSTREAM: Recordings = {
  'ws-error-bad-key': unasked('the refusal of a key for positions of ships'),
  'ws-position-report-1': unasked('positions of ships over a socket'),
  'ws-position-report-2': unasked('positions of ships over a socket'),
}
