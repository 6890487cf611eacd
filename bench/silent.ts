import type { Log } from '../src/ports.ts'

/** A log that writes nothing. Faults of a benchmark show in its answers. */
export const silent: Log = { info: () => {}, warn: () => {}, error: () => {} }
