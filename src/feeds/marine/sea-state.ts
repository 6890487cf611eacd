/** Heights are published, classified and signed with two decimals (methods 7.1). */
export const HEIGHT_PLACES = 2

/** Names for significant wave height, lowest first (methods 7.1; limits of WMO code table 3700). */
export const SEA_STATES = ['CALM', 'SLIGHT', 'MODERATE', 'ROUGH', 'HEAVY', 'SEVERE', 'EXTREME'] as const
export type SeaState = (typeof SEA_STATES)[number]

/** The lower bound of each state but the first, metres. */
const BOUNDARIES_M = [0.5, 1.25, 2.5, 4, 6, 9] as const

/** Heights that parametric contracts use. A trigger is reached strictly above its height. */
export const TRIGGER_HEIGHTS_M = { heavy: 4, severe: 6, extreme: 9 } as const

/** Which of the triggers are reached. */
export type SeaTriggers = { readonly [T in keyof typeof TRIGGER_HEIGHTS_M]: boolean }

/** `above 4.0 m`, for descriptions of a trigger. */
export const aboveTrigger = (trigger: keyof SeaTriggers): string => `above ${TRIGGER_HEIGHTS_M[trigger].toFixed(1)} m`

/** The state of a wave height in metres, as published: rounded to two decimals. Lower boundaries are inclusive. */
export const seaStateOf = (waveM: number): SeaState =>
  SEA_STATES[BOUNDARIES_M.filter((boundary) => waveM >= boundary).length] ?? 'EXTREME'

/** Triggers of the same height. At exactly 4.0 m the state is HEAVY, and no trigger is reached. */
export const seaTriggersOf = (waveM: number): SeaTriggers => ({
  heavy: waveM > TRIGGER_HEIGHTS_M.heavy,
  severe: waveM > TRIGGER_HEIGHTS_M.severe,
  extreme: waveM > TRIGGER_HEIGHTS_M.extreme,
})
