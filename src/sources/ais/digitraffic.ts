import { type Query, type Source, UnreadableReply } from '../query.ts'
import { field, item, items, optional, reply, same, text, whole } from '../shape.ts'
import { type AtSea, courseOf, headingOf, positionOf, shipNameOf, speedOf, type ShipReport } from './ship.ts'

/** What the stations of the Finnish authorities hear of ships on the Baltic. https://www.digitraffic.fi/en/marine-traffic/ */
export const digitrafficSource: Source = {
  name: 'digitraffic',
  origin: 'https://meri.digitraffic.fi',
  // Sixty calls a minute of one user are told of.
  rate: { requests: 60, perSeconds: 60 },
  timeoutMs: 5_000,
  maxBytes: 16_384,
  // Both are asked for by the provider; without compression it answers 406.
  headers: { 'digitraffic-user': 'claros/1.0', 'accept-encoding': 'gzip' },
  rights: 'attribution',
  terms: 'https://www.digitraffic.fi/en/terms-of-service/',
  termsNote: 'CC BY 4.0, named as Fintraffic / digitraffic.fi. Not reviewed by counsel.',
}

/** Wide around the Baltic and the lakes of Finland: degrees. Radio reaches no further, and swapped coordinates lie elsewhere. */
const REACH = { south: 50, north: 70, west: 5, east: 35 } as const

const heardHere = (position: AtSea | null): AtSea | null => {
  if (position === null) return null
  const [lat, lon] = [Number(position.lat), Number(position.lon)]
  if (lat < REACH.south || lat > REACH.north || lon < REACH.west || lon > REACH.east)
    throw new UnreadableReply(`no station hears a ship at ${lat},${lon}`)
  return position
}

/** The last report of a ship; `null` where no station has heard of it. Coordinates are longitude first (GeoJSON). */
export const lastReport = (mmsi: string): Query<ShipReport | null> => ({
  provider: digitrafficSource,
  path: `/api/ais/v1/locations?mmsi=${mmsi}`,
  read: (body) => {
    const all = reply(body)
    same(field(all, 'type'), 'FeatureCollection')
    const features = items(field(all, 'features'))
    if (features.length > 1) throw new UnreadableReply(`one ship was asked for, ${features.length} came`)
    const [feature] = features
    if (feature === undefined) return null
    same(field(feature, 'mmsi'), mmsi)
    const [point, said] = [field(feature, 'geometry'), field(feature, 'properties')]
    same(field(point, 'type'), 'Point')
    // Another copy of the number stands among the properties, and of old it did not.
    const inside = optional(said, 'mmsi')
    if (inside) same(inside, mmsi)
    const coordinates = field(point, 'coordinates')
    return {
      position: heardHere(positionOf(item(coordinates, 1), item(coordinates, 0))),
      sogKts: speedOf(field(said, 'sog')),
      cogDeg: courseOf(field(said, 'cog')),
      headingDeg: headingOf(field(said, 'heading')),
      at: whole(field(said, 'timestampExternal')),
    }
  },
})

/** The name that the ship last sent; `null` where it has none. The provider answers 404 for a ship that never sent one. */
export const shipName = (mmsi: string): Query<string | null> => ({
  provider: digitrafficSource,
  path: `/api/ais/v1/vessels/${mmsi}`,
  read: (body) => {
    const all = reply(body)
    same(field(all, 'mmsi'), mmsi)
    const name = field(all, 'name')
    return name.value === null ? null : shipNameOf(text(name))
  },
})
