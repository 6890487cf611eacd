import type { Json } from './jcs.ts'

/** A text as it was given; empty for what is none. An object with a `toString` of its own would throw in `String`. */
export const written = (value: Json | undefined): string => (typeof value === 'string' ? value : '')
