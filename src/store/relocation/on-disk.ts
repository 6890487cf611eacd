import type { Clock } from '../../ports.ts'

const SYNCED_MS = 2_000

/** By then a disk that is written each second has what was said before. */
export const untilOnDisk = (clock: Clock): Promise<void> => clock.sleep(SYNCED_MS)
