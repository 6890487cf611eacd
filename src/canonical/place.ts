import { isDecimal } from './decimal.ts'
import { MalformedCanonical, type Token } from './token.ts'

/** A point on the earth as it is signed: decimal degrees with four digits after the point. */
export interface Place {
  readonly lat: string
  readonly lon: string
}

const fail = (found: string): never => {
  throw new MalformedCanonical(`expected degrees with four decimals within the earth, found ${JSON.stringify(found)}`)
}

/** Each point has one spelling: a negative zero is not written. */
const degrees = (text: string, most: number): string =>
  isDecimal(text) && /\.\d{4}$/.test(text) && text !== '-0.0000' && Math.abs(Number(text)) <= most ? text : fail(text)

/** `51.5000,-0.2500`: latitude first (interface 2.5). */
export const place: Token<Place> = {
  write: ({ lat, lon }) => `${degrees(lat, 90)},${degrees(lon, 180)}`,
  read: (written) => {
    const [lat = '', lon = '', ...more] = written.split(',')
    return more.length > 0 ? fail(written) : { lat: degrees(lat, 90), lon: degrees(lon, 180) }
  },
}
