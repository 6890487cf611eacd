import type { WeatherArchive } from '../../sources/weather/weather.ts'
import type { AnyOpenFeed } from '../open-feed.ts'
import { metricFeed } from './metric-feed.ts'
import { rainfall } from './rainfall.ts'
import { temperature } from './temperature.ts'
import { wind } from './wind.ts'
import { wrsi } from './wrsi.ts'

/**
 * The four metrics over one archive, in the order of the contract (interface 3.6).
 *
 * @param second the archive to compare with
 */
export const weatherFeeds = (archive: WeatherArchive, second: WeatherArchive | null = null): readonly AnyOpenFeed[] => [
  metricFeed(wrsi, archive, second),
  metricFeed(rainfall, archive, second),
  metricFeed(temperature, archive, second),
  metricFeed(wind, archive, second),
]
