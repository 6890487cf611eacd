import { DAY_MS } from '../../../time-units.ts'
import { chance, mix, seedOf, unit } from '../prng.ts'
import { isLand } from './land.ts'

/** One day at one place, in common units. */
export interface Day {
  readonly rainMm: number
  readonly minC: number
  readonly maxC: number
  readonly meanC: number
  readonly windMeanMs: number
  readonly windMaxMs: number
  readonly humidityPct: number
  readonly solarMj: number
  readonly pressureKpa: number
  readonly et0Mm: number
}

const RADIANS = Math.PI / 180

const dayOfYear = (date: string): number =>
  Math.round((Date.parse(`${date}T00:00:00Z`) - Date.parse(`${date.slice(0, 4)}-01-01T00:00:00Z`)) / DAY_MS) + 1

/**
 * The seed of a grid cell. Large cells have the size of a weather system, so that neighbouring places share their days;
 * small ones have the size of a model's cells.
 */
const cellSeed = (seed: number, lat: number, lon: number, degrees: number): number =>
  mix(seed, seedOf(`${Math.floor(lat / degrees)} ${Math.floor(lon / degrees)}`))

/** Metres above sea level: zero on the sea. */
export const elevationM = (seed: number, lat: number, lon: number): number =>
  isLand(lat, lon) ? 20 + 900 * unit(mix(cellSeed(seed, lat, lon, 2), 1)) ** 2 : 0

/** Radiation above the atmosphere, MJ per square metre and day. */
const aboveAirMj = (lat: number, day: number): number => {
  const tilt = 0.409 * Math.sin((2 * Math.PI * day) / 365 - 1.39)
  const [sine, cosine] = [Math.sin(lat * RADIANS) * Math.sin(tilt), Math.cos(lat * RADIANS) * Math.cos(tilt)]
  const half = Math.acos(Math.min(1, Math.max(-1, cosine === 0 ? -Math.sign(sine) : -sine / cosine)))
  return Math.max(0, 37.6 * (half * sine + cosine * Math.sin(half)))
}

/** How often it rains: often at the equator and in the westerlies, seldom in between and at the poles. */
const rainy = (lat: number): number =>
  0.08 + 0.4 * Math.exp(-((lat / 11) ** 2)) + 0.3 * Math.exp(-(((Math.abs(lat) - 52) / 14) ** 2))

/**
 * The weather of a day: a smooth climate by latitude and season, plus randomness that depends only on the seed, the
 * place and the date. A past day never changes.
 */
export const dayAt = (seed: number, lat: number, lon: number, date: string): Day => {
  const system = chance(mix(cellSeed(seed, lat, lon, 5), seedOf(date)))
  const local = chance(mix(cellSeed(seed, lat, lon, 0.5), seedOf(date)))
  const onLand = isLand(lat, lon)
  const day = dayOfYear(date)
  const height = elevationM(seed, lat, lon)
  const north = Math.sin(lat * RADIANS)

  const summer = Math.cos((2 * Math.PI * (day - (onLand ? 200 : 225))) / 365) * north
  const warmth = 28 - 50 * north ** 2 + (onLand ? 17 : 5) * summer - 0.0065 * height
  const isWet = system.next() < rainy(lat) && local.next() < 0.85
  const meanC = warmth + (onLand ? 3 : 1) * system.normal() + 0.4 * local.normal() - (isWet ? 1 : 0)
  const spread = (onLand ? 6 : 1.5) * (isWet ? 0.6 : 1) * (0.8 + 0.4 * local.next())
  const rainMm = isWet ? -8 * Math.log(1 - 0.98 * local.next()) : 0
  const windMeanMs = (onLand ? 2.2 : 5) * (1 + Math.abs(Math.sin(1.7 * lat * RADIANS))) * (0.5 + system.next())
  const humidityPct = Math.min(98, (onLand ? 48 : 72) + 25 * rainy(lat) + (isWet ? 18 : 0) + 4 * local.normal())
  const solarMj = aboveAirMj(lat, day) * (isWet ? 0.32 : 0.68) * (0.92 + 0.1 * local.next())

  return {
    rainMm,
    minC: meanC - spread,
    maxC: meanC + spread,
    meanC,
    windMeanMs,
    windMaxMs: windMeanMs * (1.5 + 0.9 * local.next()),
    humidityPct: Math.max(15, humidityPct),
    solarMj,
    pressureKpa: 101.3 * (1 - (0.0065 * height) / 293) ** 5.26 + 0.6 * system.normal(),
    // From radiation and temperature alone: close enough to the value that an archive would give.
    et0Mm: Math.max(0, 0.0135 * 0.408 * solarMj * (meanC + 17.8)),
  }
}
