import { Type } from '@sinclair/typebox'
import { aboveTrigger, SEA_STATES, seaStateOf, seaTriggersOf } from './sea-state.ts'

/** What follows from the highest waves of a way. */
export const WORST_FIELDS = {
  worst_sea_state: Type.Union(
    SEA_STATES.map((word) => Type.Literal(word)),
    { description: 'The sea state of the highest waves' },
  ),
  heavy_weather_encountered: Type.Boolean({ description: `Waves ${aboveTrigger('heavy')}` }),
  severe_weather_encountered: Type.Boolean({ description: `Waves ${aboveTrigger('severe')}` }),
}

/** @param highestM the highest of the published heights, metres */
export const worstFields = (highestM: number) => {
  const { heavy, severe } = seaTriggersOf(highestM)
  return {
    worst_sea_state: seaStateOf(highestM),
    heavy_weather_encountered: heavy,
    severe_weather_encountered: severe,
  }
}
