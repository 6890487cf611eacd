import type { Log } from './ports.ts'
import { WRITTEN_BY } from './release.ts'
import type { Store } from './store/store.ts'
import { WRONG_SETTING } from './system/exit-status.ts'
import { leaveWith } from './system/process.ts'

/**
 * Brings the store of a server or a worker to the format of this release, and ends the process in order when it has
 * another one later. Rejects as `settle` does.
 *
 * @param process its name, which no other has
 * @returns ends the watch: when all else is closed
 */
export const keepFormat = async (store: Store, process: string, log: Log): Promise<() => Promise<void>> => {
  await store.format.settle({ process, by: WRITTEN_BY }, log)
  return store.format.watch(({ message, isHopeless }) => {
    log.error('store.other_format', { message })
    leaveWith(isHopeless ? WRONG_SETTING : 1)
  })
}
