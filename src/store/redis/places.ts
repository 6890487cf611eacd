/** Where a server listens. */
export interface RedisPlace {
  readonly host: string
  readonly port: number
}

const PLACE = /^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::(\d{1,5}))?$/

/** `host`, `host:port` or `[address]:port`; `null` for any other text. */
const placeOf = (text: string, otherwise: number): RedisPlace | null => {
  const [, host, port = String(otherwise)] = PLACE.exec(text.trim()) ?? []
  return host === undefined || Number(port) > 65_535 || Number(port) === 0
    ? null
    : { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
}

/**
 * Places that are separated by commas; `null` when one of them is wrong.
 *
 * @param otherwise the port of a place that names none
 */
export const placesIn = (text: string, otherwise: number): readonly RedisPlace[] | null => {
  const places = text.split(',').map((each) => placeOf(each, otherwise))
  const right = places.filter((place) => place !== null)
  return right.length < places.length ? null : right
}

export const showPlace = ({ host, port }: RedisPlace): string => `${host.includes(':') ? `[${host}]` : host}:${port}`
