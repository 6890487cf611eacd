import { WAVE_MODELS } from '../../sources/weather/providers.ts'
import { onDemandFeeds, preferring } from '../open-feed.ts'
import { otherThan } from '../places/second-source.ts'
import { voyageFeed } from './voyage-feed.ts'

/** A voyage begins at an hour: afterwards nobody asks for it. */
export const voyage = onDemandFeeds(
  preferring(WAVE_MODELS.map((model) => voyageFeed(model, otherThan(model, WAVE_MODELS)))),
  { most: 200, idleSeconds: 3_600 },
)
