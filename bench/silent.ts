import type { Log } from '../src/ports.ts'

/** Nobody reads the log of a benchmark; what goes wrong shows in the answers. */
export const silent: Log = { info: () => {}, warn: () => {}, error: () => {} }
