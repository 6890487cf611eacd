import { WAVE_MODELS } from '../../sources/weather/providers.ts'
import { onDemandFeeds, preferring } from '../open-feed.ts'
import { otherThan } from '../places/second-source.ts'
import { seaStateFeed } from './sea-state-feed.ts'

export const seaState = onDemandFeeds(
  preferring(WAVE_MODELS.map((model) => seaStateFeed(model, otherThan(model, WAVE_MODELS)))),
  { most: 2_000, idleSeconds: 7_200 },
)
