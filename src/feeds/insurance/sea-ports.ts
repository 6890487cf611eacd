import table from './ports.json'

/** A port that voyages are quoted between. Decimal degrees. */
export interface SeaPort {
  /** UN/LOCODE: `NLRTM`. */
  readonly id: string
  readonly name: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly region: string
  readonly lat: number
  readonly lon: number
  /** The vertex of the sea lanes where ways to it end; a harbour may lie far up a river. */
  readonly approach: { readonly lat: number; readonly lon: number }
}

export const SEA_PORTS: readonly SeaPort[] = table.ports.map(
  ({ locode: id, name, country, region, lat, lon, approach }) => ({
    id,
    name,
    country,
    region,
    lat,
    lon,
    approach: { lat: approach.lat, lon: approach.lon },
  }),
)

/** Whom the table thanks. */
export const PORT_SOURCES: readonly string[] = table.sources

const spelled = (text: string): string => text.trim().toLowerCase()

/** The ports with this code or name, in either case; a name that several bear names none of them. */
export const seaPortNamed = (text: string): SeaPort | null => {
  const wanted = spelled(text)
  const found = SEA_PORTS.filter(({ id, name }) => spelled(id) === wanted || spelled(name) === wanted)
  return found.length === 1 ? found[0]! : null
}
