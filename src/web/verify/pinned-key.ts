import { browserMemory } from '../parts/memory.ts'

/** A key that this browser remembers, so that a later visit notices another one. */
const KEPT = 'claros-pinned-key'

export const pinnedKey = (): string => browserMemory.get(KEPT) ?? ''

export const pinKey = (key: string): void => {
  if (key === '') browserMemory.remove(KEPT)
  else browserMemory.set(KEPT, key)
}

/** 32 bytes of Ed25519, or a compressed point of secp256k1, in hex. */
export const isKey = (text: string): boolean => /^(?:[0-9a-f]{64}|0[23][0-9a-f]{64})$/.test(text)
