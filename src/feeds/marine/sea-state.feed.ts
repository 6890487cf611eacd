import { WAVE_MODELS } from '../../sources/weather/providers.ts'
import { bornOnDemand, preferring } from '../open-feed.ts'
import { seaStateFeed } from './sea-state-feed.ts'

export const seaState = bornOnDemand(preferring(WAVE_MODELS.map(seaStateFeed)), { most: 2_000, idleSeconds: 7_200 })
