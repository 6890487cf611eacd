import type { Clock } from '../../src/ports.ts'
import { systemClock } from '../../src/system/clock.ts'

/** Waits for nothing, and does something wherever a move waits for a disk. */
export const atDisk = (act: () => Promise<void>): Clock => ({
  ...systemClock,
  sleep: async (ms) => (ms === 2_000 ? act() : undefined),
})
