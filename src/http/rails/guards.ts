/** What a buyer asks of an answer beside its subject: numbers that it must reach before it is offered and sold. */

/** How each guard is written, and which of two is the stricter. Both are read as numbers. */
const GUARDS = {
  min_confidence: { pattern: /^(?:0(?:\.\d{1,4})?|1(?:\.0{1,4})?)$/, stricter: Math.max },
  max_age: { pattern: /^[1-9]\d{0,8}$/, stricter: Math.min },
} as const

export type GuardName = keyof typeof GUARDS

export const GUARD_NAMES: readonly GuardName[] = ['min_confidence', 'max_age']

/** By name: the least confidence, 0 to 1, and the greatest age in whole seconds. A guard that is not asked is left out. */
export type Guards = Readonly<Partial<Record<GuardName, number>>>

export const NO_GUARDS: Guards = Object.freeze({})

export const isGuardName = (name: string): name is GuardName => Object.hasOwn(GUARDS, name)

/** The pattern of a guard's text. */
export const guardPattern = (name: GuardName): RegExp => GUARDS[name].pattern

/** A guard as it is written, `0.95` or `60`; `null` if it is written in another way. */
export const readGuard = (name: GuardName, text: string): number | null =>
  GUARDS[name].pattern.test(text) ? Number(text) : null

/** These guards and one more: of two of one name the stricter. */
export const withGuard = (guards: Guards, name: GuardName, value: number): Guards => {
  const other = guards[name]
  return { ...guards, [name]: other === undefined ? value : GUARDS[name].stricter(other, value) }
}

/** What both ask. */
export const bothGuards = (these: Guards, those: Guards): Guards =>
  GUARD_NAMES.reduce((all, name) => {
    const value = those[name]
    return value === undefined ? all : withGuard(all, name, value)
  }, these)
