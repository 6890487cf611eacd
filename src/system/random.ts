import { randomBytes, randomInt } from 'node:crypto'
import type { Random } from '../ports.ts'

/** The operating system's random generator. */
export const systemRandom: Random = {
  bytes: (length) => new Uint8Array(randomBytes(length)),
  integer: (min, max) => randomInt(min, max + 1),
}
