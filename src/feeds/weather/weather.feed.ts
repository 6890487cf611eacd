import { ARCHIVES } from '../../sources/weather/providers.ts'
import { onDemandFeeds, preferring } from '../open-feed.ts'
import { otherThan } from '../places/second-source.ts'
import { weatherFeeds } from './weather-feeds.ts'

/** For each metric. A map of one country needs a few thousand cells and windows. */
const LIMITS = { most: 2_000, idleSeconds: 7_200 } as const

const byArchive = ARCHIVES.map((archive) => weatherFeeds(archive, otherThan(archive, ARCHIVES)))

export const [wrsi, rainfall, temperature, wind] = byArchive[0]!.map((_feed, metric) =>
  onDemandFeeds(preferring(byArchive.map((feeds) => feeds[metric]!)), LIMITS),
)
