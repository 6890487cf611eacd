import { WAVE_MODELS } from '../../sources/weather/providers.ts'
import { onDemandFeeds } from '../open-feed.ts'
import { vesselFeed } from './vessel-feed.ts'

/**
 * As many as may be asked about every two minutes, at sixty questions a minute. A ship moves on: one that nobody has asked
 * for is soon left alone, so that whoever comes next waits for a new report.
 */
export const vessel = onDemandFeeds(vesselFeed(WAVE_MODELS), { most: 100, idleSeconds: 300 })
