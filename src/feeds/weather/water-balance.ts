/**
 * A model of the root zone as a bucket of water (methods 7.4). It gives the share of the needed water that a crop
 * received.
 */
export interface Bucket {
  /** Water that the root zone holds, mm. */
  readonly capacityMm: number
  /** Water in it at the start, mm. */
  readonly startMm: number
  /** Share of the capacity below which a crop draws less than it needs. */
  readonly criticalShare: number
  /** Crop coefficient: requirement per reference evapotranspiration. */
  readonly kc: number
}

/** One day's rain and reference evapotranspiration, mm. */
export interface WaterDay {
  readonly rainMm: number
  readonly et0Mm: number
}

/** A reference surface, because the path names neither a crop nor a sowing date. */
export const BUCKET: Bucket = { capacityMm: 100, startMm: 50, criticalShare: 0.5, kc: 1 }

/** Days before the window in which the bucket adjusts to the weather. They are not counted. */
export const SPIN_UP_DAYS = 30

/** The result for a window, unrounded. */
export interface WaterBalance {
  /** Actual over required evapotranspiration, 0 to 1; 1 when nothing was required. */
  readonly wrsi: number
  readonly actualMm: number
  readonly requiredMm: number
  readonly rainMm: number
  /** Water in the bucket at the end. */
  readonly soilMm: number
}

/**
 * Runs the bucket over the days before the window and then over the window. An unknown day (`null`) does not change it.
 */
export const waterBalance = (
  spinUp: readonly (WaterDay | null)[],
  window: readonly (WaterDay | null)[],
  { capacityMm, startMm, criticalShare, kc }: Bucket = BUCKET,
): WaterBalance => {
  const critical = criticalShare * capacityMm
  let soilMm = startMm
  const live = ({ rainMm, et0Mm }: WaterDay): { readonly actual: number; readonly required: number } => {
    const required = kc * et0Mm
    const available = soilMm + rainMm
    const wanted = available >= critical ? required : (required * available) / critical
    const actual = Math.min(wanted, available)
    soilMm = Math.min(capacityMm, available - actual)
    return { actual, required }
  }
  for (const day of spinUp) if (day) live(day)
  let [actualMm, requiredMm, rainMm] = [0, 0, 0]
  for (const day of window) {
    if (!day) continue
    const { actual, required } = live(day)
    actualMm += actual
    requiredMm += required
    rainMm += day.rainMm
  }
  return { wrsi: requiredMm === 0 ? 1 : actualMm / requiredMm, actualMm, requiredMm, rainMm, soilMm }
}

/** Status words, from the unrounded ratio (methods 7.4). */
export const DROUGHT_STATES = ['NORMAL', 'DROUGHT', 'SEVERE_DROUGHT'] as const
export type DroughtState = (typeof DROUGHT_STATES)[number]

export const droughtOf = (wrsi: number): DroughtState =>
  wrsi < 0.25 ? 'SEVERE_DROUGHT' : wrsi < 0.5 ? 'DROUGHT' : 'NORMAL'
