import { nasaPower } from './nasa-power.ts'
import { noaaWaveWatch } from './noaa-wavewatch.ts'
import type { OpenMeteoAccess } from './open-meteo.ts'
import { openMeteoArchive } from './open-meteo-archive.ts'
import { openMeteoMarine } from './open-meteo-marine.ts'
import type { WaveModel, WeatherArchive } from './weather.ts'

/** Whom this service asks about the earth: one archive, one wave model. */
export interface EarthProviders {
  readonly archive: WeatherArchive
  readonly waves: WaveModel
}

/** The American agencies, whose data is free for every use; Open-Meteo where the operator has a way in of his own. */
export const earthProviders = (openMeteo: OpenMeteoAccess | null): EarthProviders =>
  openMeteo === null
    ? { archive: nasaPower, waves: noaaWaveWatch }
    : { archive: openMeteoArchive(openMeteo), waves: openMeteoMarine(openMeteo) }
