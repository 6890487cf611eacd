import type { Meter } from '../metrics/meter.ts'
import { freeDiskBytes } from '../system/free-disk.ts'

const EVERY_MS = 5_000

/**
 * Reports how much room there is where a role writes, until it is told to end.
 *
 * @param folder its name in metrics
 */
export const watchFreeDisk = (meter: Meter, folder: 'ledger' | 'oracle', path: string): (() => void) => {
  const look = async (): Promise<void> => {
    const free = await freeDiskBytes(path)
    if (free !== null) meter.set('claros_disk_free_bytes', { folder }, free)
  }
  void look()
  const timer = setInterval(() => void look(), EVERY_MS)
  return () => clearInterval(timer)
}
