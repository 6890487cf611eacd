import type { Clock, Log, Random } from '../../src/ports.ts'

export interface StillClock extends Clock {
  set(at: number): void
  move(ms: number): void
  readonly slept: readonly number[]
}

/** A clock that stands until it is moved; sleeping moves it. */
export const stillClock = (at: number): StillClock => {
  let now = at
  const slept: number[] = []
  return {
    slept,
    now: () => now,
    sleep: async (ms) => {
      slept.push(ms)
      now += ms
    },
    set: (to) => void (now = to),
    move: (ms) => void (now += ms),
  }
}

/** Chance with a seed (mulberry32): the same test, the same draws. */
export const seededRandom = (seed = 1): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    bytes: (length) => Uint8Array.from({ length }, () => Math.floor(next() * 256)),
    integer: (min, max) => min + Math.floor(next() * (max - min + 1)),
  }
}

/** A log that keeps its lines. */
export const keptLog = (): Log & { readonly lines: { level: string; event: string; fields: unknown }[] } => {
  const lines: { level: string; event: string; fields: unknown }[] = []
  const keep = (level: string) => (event: string, fields?: unknown) => void lines.push({ level, event, fields })
  return { lines, info: keep('info'), warn: keep('warn'), error: keep('error') }
}
