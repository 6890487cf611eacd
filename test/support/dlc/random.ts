/** Chance with a seed, so that a failing property fails again. mulberry32. */
export interface Dice {
  /** A whole number in `[min, max]`. */
  integer(min: number, max: number): number
  big(max: bigint): bigint
  bytes(length: number): Uint8Array
  pick<T>(items: readonly T[]): T
  chance(probability: number): boolean
  text(maxLength: number): string
}

const LETTERS = [...'abcXYZ019 _-.,:"/é東ß\u0301🙂\u0000']

export const dice = (seed: number): Dice => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t ^= t + Math.imul(t ^ (t >>> 7), 61 | t)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const integer = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1))
  const pick = <T>(items: readonly T[]): T => {
    const item = items[integer(0, items.length - 1)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }
  const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, () => integer(0, 255))
  return {
    integer,
    pick,
    bytes,
    big: (max) => (BigInt(`0x${bytes(40).toHex()}`) % (max + 1n)) as bigint,
    chance: (probability) => next() < probability,
    text: (maxLength) =>
      Array.from({ length: integer(0, maxLength) }, () => pick(LETTERS))
        .join('')
        .normalize('NFC'),
  }
}

export const hex = (bytes: Uint8Array): string => bytes.toHex()
export const unhex = (text: string): Uint8Array => Uint8Array.fromHex(text)
