import { nasaPower } from './nasa-power.ts'
import { noaaWaveWatch } from './noaa-wavewatch.ts'
import { openMeteoArchive } from './open-meteo-archive.ts'
import { openMeteoMarine } from './open-meteo-marine.ts'
import type { WaveModel, WeatherArchive } from './weather.ts'

/**
 * The providers of weather and waves, the preferred one first. The last are American agencies, whose data is free for
 * every use. The ones before them are asked if the operator may sell their data.
 */
export const ARCHIVES: readonly WeatherArchive[] = [openMeteoArchive, nasaPower]
export const WAVE_MODELS: readonly WaveModel[] = [openMeteoMarine, noaaWaveWatch]
