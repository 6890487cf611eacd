import climatology from '../marine/wave-climatology.json'
import table from './vessels.json'

export const VESSEL_CLASS_IDS = ['container', 'bulk_carrier', 'tanker', 'lng_carrier', 'general_cargo'] as const
export type VesselClassId = (typeof VESSEL_CLASS_IDS)[number]

/** A class of ships, with what a quote needs of it. */
export interface VesselClass {
  readonly id: VesselClassId
  readonly name: string
  readonly speedKts: number
  /** Share of that speed that is kept in each band of wave heights (`SPEED_BANDS_M`). */
  readonly keptSpeed: readonly number[]
  /** Waves above which the class normally turns aside or heaves to, m. */
  readonly mostWaveM: number
  /** What triggers are paid times this. */
  readonly exposure: number
  /** The sum insured, whole USDC. */
  readonly sumUsdc: number
}

/** Lower ends of the bands, m; the last one has no upper end. */
export const SPEED_BANDS_M: readonly number[] = [0, 2.5, 4, 6, 9]

const SUMS: Readonly<Record<VesselClassId, number>> = climatology.default_sum_insured_usdc

const classOf = (id: VesselClassId): VesselClass => {
  const row = table.vessels.find((each) => each.id === id)
  if (row?.speed_loss.length !== SPEED_BANDS_M.length) throw new Error(`vessels.json: ${id} is not whole`)
  return {
    id,
    name: row.name,
    speedKts: row.service_speed_kts,
    keptSpeed: row.speed_loss,
    mostWaveM: row.max_operable_wave_m,
    exposure: row.exposure,
    sumUsdc: SUMS[id],
  }
}

export const VESSEL_CLASSES: Readonly<Record<VesselClassId, VesselClass>> = {
  container: classOf('container'),
  bulk_carrier: classOf('bulk_carrier'),
  tanker: classOf('tanker'),
  lng_carrier: classOf('lng_carrier'),
  general_cargo: classOf('general_cargo'),
}
