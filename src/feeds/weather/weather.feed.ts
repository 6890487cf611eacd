import { earthProviders } from '../../sources/weather/providers.ts'
import { bornOnDemand } from '../open-feed.ts'
import { weatherFeeds } from './weather-feeds.ts'

/** Of each metric: a map of a country is a few thousand cells and windows. */
const LIMITS = { most: 2_000, idleSeconds: 7_200 } as const

export const [wrsi, rainfall, temperature, wind] = weatherFeeds(earthProviders(null).archive).map((feed) =>
  bornOnDemand(feed, LIMITS),
)
