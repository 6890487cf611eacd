import table from './wave-climatology.json'

/** A sea region with its own wave statistics: `NORTH_ATLANTIC`. */
export type Basin = keyof typeof table.mean_hs_m

type Box = (typeof table.boxes)[number]

/**
 * Lower edges belong to a box, upper edges do not. If `lon_min` is greater than `lon_max`, the box crosses the date
 * line.
 */
const holds = (box: Box, lat: number, lon: number): boolean => {
  const isEast = lon >= box.lon_min
  const isWest = lon < box.lon_max
  const isBetween = box.lon_min <= box.lon_max ? isEast && isWest : isEast || isWest
  return lat >= box.lat_min && lat < box.lat_max && isBetween
}

/** The basin of a point: the first box that contains it, else the fallback of the table (methods 7.5). */
export const basinAt = (lat: number, lon: number): Basin => {
  const box = table.boxes.find((each) => holds(each, lat, lon))
  if (box) return box.basin as Basin
  if (lat < -15) return 'SOUTHERN_OCEAN'
  return lat > 15 ? 'NORTH_PACIFIC' : 'TROPICAL_PACIFIC'
}

/** The probability that the waves of one day in the tropical cyclone season exceed each height. */
export interface CycloneLoading {
  readonly p_gt_4m: number
  readonly p_gt_6m: number
  readonly p_gt_9m: number
}

/** The wave statistics of a basin in a month. */
export interface MonthlyWaves {
  /** Mean significant wave height, m. */
  readonly meanM: number
  /** Shape of its Weibull distribution. */
  readonly shape: number
  readonly cyclone: CycloneLoading
}

const NO_CYCLONES: CycloneLoading = { p_gt_4m: 0, p_gt_6m: 0, p_gt_9m: 0 }

const CYCLONES: Readonly<Record<string, (CycloneLoading & { readonly months: readonly number[] }) | undefined>> =
  table.tropical_cyclone

/** Seasonal means belong to the middle month of each season: January, April, July, October. */
const SEASONS = ['DJF', 'MAM', 'JJA', 'SON'] as const
const MONTHS_APART = 3

/**
 * The wave statistics of a month. Means are interpolated linearly between the middle months of the seasons, also from
 * December to January (methods 7.5).
 *
 * @param month 1 to 12
 */
export const monthlyWaves = (basin: Basin, month: number): MonthlyWaves => {
  if (!Number.isInteger(month) || month < 1 || month > 12) throw new RangeError(`${month} is no month`)
  const means = table.mean_hs_m[basin]
  const season = Math.floor((month - 1) / MONTHS_APART)
  const share = ((month - 1) % MONTHS_APART) / MONTHS_APART
  const meanOf = (index: number): number => means[SEASONS[index % SEASONS.length] ?? 'DJF']
  const cyclone = CYCLONES[basin]
  const { p_gt_4m, p_gt_6m, p_gt_9m } = cyclone?.months.includes(month) ? cyclone : NO_CYCLONES
  return {
    meanM: meanOf(season) * (1 - share) + meanOf(season + 1) * share,
    shape: table.weibull_shape[basin],
    cyclone: { p_gt_4m, p_gt_6m, p_gt_9m },
  }
}
