/** A key that this browser remembers, so that a later visit notices another one. */
const KEPT = 'claros-pinned-key'

export const pinnedKey = (): string => localStorage.getItem(KEPT) ?? ''

export const pinKey = (key: string): void => {
  if (key === '') localStorage.removeItem(KEPT)
  else localStorage.setItem(KEPT, key)
}

/** 32 bytes of Ed25519, or a compressed point of secp256k1, in hex. */
export const isKey = (text: string): boolean => /^(?:[0-9a-f]{64}|0[23][0-9a-f]{64})$/.test(text)
