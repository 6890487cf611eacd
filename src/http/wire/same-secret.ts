import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Whether two secrets are the same. It takes as long for one that is nearly right as for any other. */
export const isSameSecret = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))
