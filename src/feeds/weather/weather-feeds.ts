import type { WeatherArchive } from '../../sources/weather/weather.ts'
import type { AnyOpenFeed } from '../open-feed.ts'
import { metricFeed } from './metric-feed.ts'
import { rainfall } from './rainfall.ts'
import { temperature } from './temperature.ts'
import { wind } from './wind.ts'
import { wrsi } from './wrsi.ts'

/** The four metrics over one archive, in the order of the interface specification. */
export const weatherFeeds = (archive: WeatherArchive): readonly AnyOpenFeed[] => [
  metricFeed(wrsi, archive),
  metricFeed(rainfall, archive),
  metricFeed(temperature, archive),
  metricFeed(wind, archive),
]
