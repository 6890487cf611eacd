import type { Layout } from '../../canonical/layout.ts'
import { RAINFALL_STRING } from './rainfall.ts'
import { TEMPERATURE_STRING } from './temperature.ts'
import { WIND_STRING } from './wind.ts'
import { WRSI_STRING } from './wrsi.ts'

/** Of the four metrics, each in both forms. */
export const WEATHER_LAYOUTS: readonly Layout[] = [WRSI_STRING, RAINFALL_STRING, TEMPERATURE_STRING, WIND_STRING].map(
  ({ canonical }) => canonical,
)
