import type { Steady } from '../ports.ts'

/** The machine's monotonic clock, which cannot be set. */
export const systemSteady: Steady = { ms: () => performance.now() }
