import { HOUR_MS, utcSecond } from '../../time-units.ts'
import { type Source, UnreadableReply } from '../query.ts'
import { boxesOf, eastward, type GridBox } from './grid-boxes.ts'
import { type HeightTable, heightTable } from './griddap-table.ts'
import { plausibleWaves, type Point, type PointInTime, type WaveModel, type WaveReading } from './weather.ts'

/** NOAA's global wave model, republished by CoastWatch on an ERDDAP server. */
export const noaaWaveWatchSource: Source = {
  name: 'noaawavewatch',
  origin: 'https://coastwatch.pfeg.noaa.gov',
  rate: { requests: 30, perSeconds: 60 },
  // The server opens one file per hour of the model and is sometimes slow.
  timeoutMs: 15_000,
  maxBytes: 16_384,
  rights: 'open',
  terms: 'https://coastwatch.pfeg.noaa.gov/erddap/information.html',
  termsNote: 'Work of the United States government: public domain; no endorsement implied, not for navigation.',
}

const PATH = '/erddap/griddap/NWW3_Global_Best.json'

/** Significant heights: of all waves, and of the swell alone. */
const WAVE = 'Thgt'
const SWELL = 'shgt'

/** Degrees from one point of the grid to the next. */
const STEP = 0.5
/** The most points of a box on a side: 1,600 rows are some 100 kB. */
const MOST_POINTS = 40
const BOX_BYTES = 524_288

/** A leg of a voyage is asked for at its ends, and values between them are linear in time. */
const LEG_MS = 6 * HOUR_MS

/** The indices of a variable, brackets encoded. The depth is that of the surface. */
const indices = (time: string, lat: string, lon: string): string =>
  [time, '(0.0)', lat, lon].map((index) => `%5B${index}%5D`).join('')

const boxIndices = (time: string, { south, north, west, east }: GridBox): string =>
  indices(time, `(${south}):1:(${north})`, `(${west}):1:(${east})`)

const BOXED = { provider: noaaWaveWatchSource, maxBytes: BOX_BYTES }

/** The model's value that is nearest to the hour which was asked for. */
const readingsOf = (
  table: HeightTable<typeof WAVE | typeof SWELL>,
  points: readonly Point[],
): readonly WaveReading[] => {
  const [at, ...others] = table.times
  if (at === undefined || others.length > 0)
    throw new UnreadableReply(`one time was asked for, ${table.times.length} came`)
  return points.map((point) => {
    const { [WAVE]: waveM, [SWELL]: swellM } = table.at(point, at)
    return plausibleWaves({ at, waveM, swellM })
  })
}

/** The height at a time between the model's, linear in time. */
const heightAt = (table: HeightTable<typeof WAVE>, point: PointInTime): number | null => {
  const start = table.times.findLast((time) => time <= point.at)
  const end = table.times.find((time) => time >= point.at)
  if (start === undefined || end === undefined)
    throw new UnreadableReply(`no values around ${new Date(point.at).toISOString()}`)
  if (end - start > LEG_MS) throw new UnreadableReply(`${(end - start) / HOUR_MS} h from one value to the next`)
  const [before, after] = [table.at(point, start)[WAVE], table.at(point, end)[WAVE]]
  if (before === null || after === null) return null
  return end === start ? before : before + ((after - before) * (point.at - start)) / (end - start)
}

/**
 * Heights at points of the grid. Land and ice are null.
 * https://coastwatch.pfeg.noaa.gov/erddap/griddap/NWW3_Global_Best.html, https://coastwatch.pfeg.noaa.gov/erddap/griddap/documentation.html
 */
export const noaaWaveWatch: WaveModel = {
  source: noaaWaveWatchSource,
  described: 'NOAA WaveWatch III (NWW3 global, 0.5 degree, model value for the hour)',
  gridStep: STEP * 10_000,
  south: -77.5,
  north: 77.5,
  reading: (at, now) => {
    const hour = Math.floor(now / HOUR_MS) * HOUR_MS
    const corner = indices(`(${utcSecond(hour)})`, `(${at.lat})`, `(${eastward(at.lon)})`)
    return {
      provider: noaaWaveWatchSource,
      path: `${PATH}?${WAVE}${corner},${SWELL}${corner}`,
      read: (body) => {
        const table = heightTable(body, [WAVE, SWELL])
        if (table.rows !== 1) throw new UnreadableReply(`one row was asked for, ${table.rows} came`)
        return readingsOf(table, [at])[0]!
      },
    }
  },
  readings: (all, now) => {
    const hour = Math.floor(now / HOUR_MS) * HOUR_MS
    return boxesOf(all, (MOST_POINTS - 1) * STEP).map(({ box, points }) => {
      const within = boxIndices(`(${utcSecond(hour)})`, box)
      return {
        points,
        query: {
          ...BOXED,
          path: `${PATH}?${WAVE}${within},${SWELL}${within}`,
          read: (body) => readingsOf(heightTable(body, [WAVE, SWELL]), points),
        },
      }
    })
  },
  forecast: (all) => {
    const start = all[0]?.at ?? 0
    return boxesOf(all, (MOST_POINTS - 1) * STEP).map(({ box, points }) => ({
      points,
      query: {
        ...BOXED,
        path: `${PATH}?${WAVE}${boxIndices(`(${utcSecond(start)}):6:(${utcSecond(start + LEG_MS)})`, box)}`,
        read: (body) => {
          const table = heightTable(body, [WAVE])
          return points.map((point) => heightAt(table, point))
        },
      },
    }))
  },
}
