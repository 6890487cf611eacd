import { earthProviders } from '../../sources/weather/providers.ts'
import { bornOnDemand } from '../open-feed.ts'
import { seaStateFeed } from './sea-state-feed.ts'

export const seaState = bornOnDemand(seaStateFeed(earthProviders(null).waves), { most: 2_000, idleSeconds: 7_200 })
