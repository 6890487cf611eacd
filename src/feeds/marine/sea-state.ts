/** Names for significant wave height, lowest first (methods 7.1; limits of WMO code table 3700). */
export const SEA_STATES = ['CALM', 'SLIGHT', 'MODERATE', 'ROUGH', 'HEAVY', 'SEVERE', 'EXTREME'] as const
export type SeaState = (typeof SEA_STATES)[number]

/** The lower bound of each state but the first, metres. */
const BOUNDARIES_M = [0.5, 1.25, 2.5, 4, 6, 9] as const

/** Heights that parametric contracts use. A trigger is reached strictly above its height. */
const TRIGGERS_M = { heavy: 4, severe: 6, extreme: 9 } as const

/** Which of the triggers are reached. */
export type SeaTriggers = { readonly [T in keyof typeof TRIGGERS_M]: boolean }

/** The state of a wave height in metres, as published: rounded to two decimals. Lower boundaries are inclusive. */
export const seaStateOf = (waveM: number): SeaState =>
  SEA_STATES[BOUNDARIES_M.filter((boundary) => waveM >= boundary).length] ?? 'EXTREME'

/** Triggers of the same height. At exactly 4.0 m the state is HEAVY, and no trigger is reached. */
export const seaTriggersOf = (waveM: number): SeaTriggers => ({
  heavy: waveM > TRIGGERS_M.heavy,
  severe: waveM > TRIGGERS_M.severe,
  extreme: waveM > TRIGGERS_M.extreme,
})
