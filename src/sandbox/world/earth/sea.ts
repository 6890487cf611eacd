import { HOUR_MS } from '../../../time-units.ts'
import { mix, seedOf, unit } from '../prng.ts'
import { isLand } from './land.ts'

/** Heights of the waves and of the swell, metres. */
export interface Sea {
  readonly waveM: number
  readonly swellM: number
}

const RADIANS = Math.PI / 180
const YEAR_HOURS = 8_766

/** Beyond this latitude the sea is frozen. */
const ICE = 76

/** Storms pass every few days: three slow oscillations, with different phases for each sea. */
const storms = (seed: number, lat: number, lon: number, hours: number): number => {
  const place = mix(seed, seedOf(`sea ${Math.floor(lat / 10)} ${Math.floor(lon / 10)}`))
  return [41, 97, 173].reduce(
    (sum, period, at) => sum + Math.sin(2 * Math.PI * (hours / period + unit(mix(place, at)) + lat / 90 + lon / 180)),
    0,
  )
}

/**
 * The waves at a place and time (Unix milliseconds), or `null` on land and under ice. They are higher in winter than in
 * summer.
 */
export const seaAt = (seed: number, lat: number, lon: number, at: number): Sea | null => {
  if (isLand(lat, lon) || Math.abs(lat) > ICE) return null
  const hours = at / HOUR_MS
  const westerlies = Math.abs(Math.sin(1.6 * lat * RADIANS)) ** 2
  const winter = Math.cos((2 * Math.PI * hours) / YEAR_HOURS) * Math.sign(lat)
  const usual = 1.1 + 2.2 * westerlies * (1 + 0.4 * winter)
  const waveM = usual * Math.exp(0.3 * storms(seed, lat, lon, hours))
  return { waveM, swellM: waveM * (0.45 + 0.3 * unit(mix(seed, seedOf(`swell ${lat} ${lon}`)))) }
}
