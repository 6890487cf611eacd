import type { Steady } from '../ports.ts'

/** The machine's monotonic clock: nobody sets it. */
export const systemSteady: Steady = { ms: () => performance.now() }
