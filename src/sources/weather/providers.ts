import { nasaPower } from './nasa-power.ts'
import { noaaWaveWatch } from './noaa-wavewatch.ts'
import { openMeteoArchive } from './open-meteo-archive.ts'
import { openMeteoMarine } from './open-meteo-marine.ts'
import type { WaveModel, WeatherArchive } from './weather.ts'

/**
 * Whom this service asks about the earth, in the order in which they are believed. The last are the American agencies,
 * whose data is free for every use; what stands before them is asked where the operator may sell it.
 */
export const ARCHIVES: readonly WeatherArchive[] = [openMeteoArchive, nasaPower]
export const WAVE_MODELS: readonly WaveModel[] = [openMeteoMarine, noaaWaveWatch]
