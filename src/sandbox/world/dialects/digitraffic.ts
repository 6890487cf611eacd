import { HOUR_MS, inSeconds, MINUTE_MS, SECOND_MS } from '../../../time-units.ts'
import { type Answer, type Dialect, failed, ok } from '../dialect.ts'
import { reportOf, SHIPS } from '../earth/ships.ts'
import type { View } from '../view.ts'

/** Digitraffic Marine, AIS of the Baltic. https://meri.digitraffic.fi/swagger/ */

type Ship = (typeof SHIPS)[number]

const LOCATIONS = '/api/ais/v1/locations'
const VESSEL = /^\/api\/ais\/v1\/vessels\/(\d+)$/

const problem = (status: number, title: string): Answer => failed(status, { type: 'about:blank', title, status })

const tenth = (value: number): number => Number(value.toFixed(1))

/** The wire words for what a ship does not know (ITU-R M.1371). */
const UNKNOWN = { lat: 91, lon: 181, sog: 102.3, cog: 360, heading: 511, rot: -128 }

const featureOf = (ship: Ship, { now, lie }: View) => {
  const { lat, lon, knots, course, at } = reportOf(ship, now)
  const place = ship.lacks === 'position' ? [UNKNOWN.lon, UNKNOWN.lat] : [lon, lat].map((one) => Number(one.toFixed(6)))
  const isSpeedKnown = ship.lacks !== 'speed'
  return {
    mmsi: ship.mmsi,
    type: 'Feature',
    geometry: { type: 'Point', coordinates: place },
    properties: {
      mmsi: ship.mmsi,
      sog: isSpeedKnown ? tenth(knots * lie) : UNKNOWN.sog,
      cog: isSpeedKnown ? tenth(course) : UNKNOWN.cog,
      navStat: knots === 0 ? 5 : 0,
      rot: isSpeedKnown ? 0 : UNKNOWN.rot,
      posAcc: false,
      raim: false,
      heading: isSpeedKnown ? Math.floor(course) : UNKNOWN.heading,
      timestamp: inSeconds(at) % 60,
      timestampExternal: at + 58,
    },
  }
}

/** The reply's own clock is that of the provider, however old the positions are. */
const collection = (ships: readonly Ship[], view: View): Answer =>
  ok({
    type: 'FeatureCollection',
    dataUpdatedTime: `${new Date(Math.floor(view.now / MINUTE_MS) * MINUTE_MS).toISOString().slice(0, 19)}Z`,
    features: ships.map((ship) => featureOf(ship, view)),
  })

const metadata = ({ mmsi, name, callSign, shipType, silentMs = 0 }: Ship, { now }: View): Answer =>
  ok({
    callSign,
    destination: 'SANDPORT',
    draught: 63,
    eta: 258_240,
    imo: 9_000_000 + (mmsi % 1_000),
    mmsi,
    name,
    posType: 1,
    referencePointA: 120,
    referencePointB: 30,
    referencePointC: 12,
    referencePointD: 12,
    shipType,
    timestamp: Math.floor((now - silentMs) / (HOUR_MS / 10)) * (HOUR_MS / 10) - SECOND_MS,
  })

export const digitraffic: Dialect = {
  provider: 'digitraffic',
  hosts: ['meri.digitraffic.fi'],
  serves:
    'the last position of one ship of the Baltic or of all, and what a ship says of itself; with compression alone',
  answer({ path, query, headers }, view) {
    if (!/\bgzip\b/.test(headers.get('accept-encoding') ?? ''))
      return problem(406, 'Use of gzip compression is required')
    const asked = query.get('mmsi')
    if (path === LOCATIONS)
      return collection(
        SHIPS.filter(({ mmsi }) => asked === null || String(mmsi) === asked),
        view,
      )
    const [, mmsi] = VESSEL.exec(path) ?? []
    const ship = SHIPS.find((each) => String(each.mmsi) === mmsi)
    return ship ? metadata(ship, view) : problem(404, 'Not Found')
  },
}
