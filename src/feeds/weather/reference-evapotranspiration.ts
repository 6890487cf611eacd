import type { WeatherDay } from '../../sources/weather/weather.ts'
import { DAY_MS } from '../../time-units.ts'

/**
 * Reference evapotranspiration of a day in millimetres, by FAO Irrigation and Drainage Paper 56 (Allen, Pereira, Raes,
 * Smith 1998). Numbers in brackets are the equations of that paper.
 */

const RADIANS = Math.PI / 180
/** MJ per square metre and minute. */
const SOLAR_CONSTANT = 0.082
/** Stefan and Boltzmann, MJ per K^4, square metre and day. */
const SIGMA = 4.903e-9
/** Millimetres of water that one MJ per square metre evaporates. [20] */
const MM_PER_MJ = 0.408
const ALBEDO = 0.23

/** Day of the year, 1 to 366, of `YYYY-MM-DD`. */
export const dayOfYear = (date: string): number =>
  (Date.parse(`${date}T00:00:00Z`) - Date.parse(`${date.slice(0, 4)}-01-01T00:00:00Z`)) / DAY_MS + 1

/** Radiation above the atmosphere, MJ per square metre and day. [21 to 25] */
export const extraterrestrialMj = (lat: number, day: number): number => {
  const latitude = lat * RADIANS
  const year = (2 * Math.PI * day) / 365
  const distance = 1 + 0.033 * Math.cos(year)
  const declination = 0.409 * Math.sin(year - 1.39)
  // Beyond the polar circles the sun may stay up or down all day. The hour angle is then π or 0.
  const cosine = -Math.tan(latitude) * Math.tan(declination)
  const sunset = Math.acos(Math.min(1, Math.max(-1, cosine)))
  return (
    ((24 * 60) / Math.PI) *
    SOLAR_CONSTANT *
    distance *
    (sunset * Math.sin(latitude) * Math.sin(declination) +
      Math.cos(latitude) * Math.cos(declination) * Math.sin(sunset))
  )
}

/** Pressure of saturated water vapour, kPa. [11] */
export const saturationKpa = (celsius: number): number => 0.6108 * Math.exp((17.27 * celsius) / (celsius + 237.3))

/** The values of a day that Penman-Monteith needs. */
export interface PenmanDay {
  readonly minC: number
  readonly maxC: number
  readonly humidityPct: number
  /** At ten metres above ground. */
  readonly windMs: number
  readonly solarMj: number
  readonly pressureKpa: number
  readonly lat: number
  readonly dayOfYear: number
  readonly elevationM: number
}

/** Loss by long-wave radiation, MJ per square metre and day. [37, 39] */
const longWaveMj = ({ minC, maxC, solarMj, lat, dayOfYear: day, elevationM }: PenmanDay, vapourKpa: number): number => {
  const clearSky = (0.75 + 2e-5 * elevationM) * extraterrestrialMj(lat, day)
  // Where the sun does not rise, cloudiness cannot be computed from radiation. A clear sky is assumed, which gives the
  // greatest loss.
  const share = clearSky > 0 ? Math.min(1, solarMj / clearSky) : 1
  const black = (SIGMA * ((maxC + 273.16) ** 4 + (minC + 273.16) ** 4)) / 2
  return black * (0.34 - 0.14 * Math.sqrt(vapourKpa)) * Math.max(0.05, 1.35 * share - 0.35)
}

/**
 * FAO-56 Penman-Monteith for short grass [6]. The soil heat flux of a day is zero. Never negative, because dew is not
 * evaporation.
 */
export const penmanMonteithMm = (day: PenmanDay): number => {
  const mean = (day.minC + day.maxC) / 2
  const saturation = (saturationKpa(day.minC) + saturationKpa(day.maxC)) / 2
  const vapour = (saturation * Math.min(100, day.humidityPct)) / 100
  const slope = (4098 * saturationKpa(mean)) / (mean + 237.3) ** 2
  const psychrometric = 0.665e-3 * day.pressureKpa
  const wind = day.windMs * 0.748
  const net = (1 - ALBEDO) * day.solarMj - longWaveMj(day, vapour)
  const numerator = MM_PER_MJ * slope * net + ((psychrometric * 900) / (mean + 273)) * wind * (saturation - vapour)
  return Math.max(0, numerator / (slope + psychrometric * (1 + 0.34 * wind)))
}

/** Hargreaves, from temperatures alone [52]. It is the fallback (methods 7.4). */
export const hargreavesMm = (minC: number, maxC: number, lat: number, day: number): number =>
  Math.max(
    0,
    0.0023 *
      MM_PER_MJ *
      extraterrestrialMj(lat, day) *
      ((minC + maxC) / 2 + 17.8) *
      Math.sqrt(Math.max(0, maxC - minC)),
  )

/** The archive's own value, else Penman-Monteith from its inputs, else `null`. */
export const primaryEt0Mm = (day: WeatherDay, lat: number, elevationM: number): number | null => {
  if (day.et0Mm !== null) return Math.max(0, day.et0Mm)
  const { minC, maxC, humidityPct, windMeanMs: windMs, solarMj, pressureKpa } = day
  if (minC === null || maxC === null || humidityPct === null || windMs === null) return null
  if (solarMj === null || pressureKpa === null) return null
  const at = { lat, dayOfYear: dayOfYear(day.date), elevationM }
  return penmanMonteithMm({ minC, maxC, humidityPct, windMs, solarMj, pressureKpa, ...at })
}

/** Hargreaves for a day; `null` without its two temperatures. */
export const fallbackEt0Mm = ({ date, minC, maxC }: WeatherDay, lat: number): number | null =>
  minC === null || maxC === null ? null : hargreavesMm(minC, maxC, lat, dayOfYear(date))
