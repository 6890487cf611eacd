import { WAVE_MODELS } from '../../sources/weather/providers.ts'
import { bornOnDemand, preferring } from '../open-feed.ts'
import { otherThan } from '../places/second-source.ts'
import { seaStateFeed } from './sea-state-feed.ts'

export const seaState = bornOnDemand(
  preferring(WAVE_MODELS.map((model) => seaStateFeed(model, otherThan(model, WAVE_MODELS)))),
  { most: 2_000, idleSeconds: 7_200 },
)
