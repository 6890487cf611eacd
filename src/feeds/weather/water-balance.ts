/** The bucket (methods 7.4): how much of the water that a crop needed it received. */
export interface Bucket {
  /** Water that the root zone holds, mm. */
  readonly capacityMm: number
  /** Water in it at the start, mm. */
  readonly startMm: number
  /** Share of the capacity below which a crop draws less than it wants. */
  readonly criticalShare: number
  /** Crop coefficient: requirement per reference evapotranspiration. */
  readonly kc: number
}

/** One day's rain and reference evapotranspiration, mm. */
export interface WaterDay {
  readonly rainMm: number
  readonly et0Mm: number
}

/** No crop and no sowing date are named by the path: a reference surface. */
export const BUCKET: Bucket = { capacityMm: 100, startMm: 50, criticalShare: 0.5, kc: 1 }

/** Days before the window on which the bucket finds its level; they are not counted. */
export const SPIN_UP_DAYS = 30

/** What a window came to, unrounded. */
export interface WaterBalance {
  /** Actual over required evapotranspiration, 0 to 1; 1 when nothing was required. */
  readonly wrsi: number
  readonly actualMm: number
  readonly requiredMm: number
  readonly rainMm: number
  /** Water in the bucket at the end. */
  readonly soilMm: number
}

/** Runs the bucket over the spin-up and then the window. A day that is not known (`null`) leaves it as it is. */
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
