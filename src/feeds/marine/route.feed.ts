import { WAVE_MODELS } from '../../sources/weather/providers.ts'
import { onDemandFeeds, preferring } from '../open-feed.ts'
import { otherThan } from '../places/second-source.ts'
import { routeFeed } from './route-feed.ts'

export const route = onDemandFeeds(
  preferring(WAVE_MODELS.map((model) => routeFeed(model, otherThan(model, WAVE_MODELS)))),
  { most: 500, idleSeconds: 7_200 },
)
