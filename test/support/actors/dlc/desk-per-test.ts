import { afterEach, beforeEach } from 'bun:test'
import { join } from 'node:path'
import type { Witness } from '../../../../src/actors/dlc/witness.ts'
import type { Store } from '../../../../src/store/store.ts'
import { testFolder } from '../../test-folder.ts'
import { type Desk, openDesk, witnessIn } from './signer-desk.ts'

/** A folder of its own for each test of a file, and the signer that is open in it, which the end of the test closes. */
export const deskPerTest = (store: Store) => {
  let made: ReturnType<typeof testFolder>
  let desk: Desk | null = null
  const stop = (): void => {
    desk?.close()
    desk = null
  }
  beforeEach(() => void (made = testFolder()))
  afterEach(() => {
    stop()
    made.remove()
  })
  const inFolder = (name = ''): string => join(made.folder, name)
  const witness = (holder?: string): Witness => witnessIn(inFolder('witness'), holder)
  return {
    inFolder,
    witness,
    stop,
    /** Over whatever lies in the folder. The one before must have been stopped. */
    open: async (by: Witness | null = witness(), more?: Parameters<typeof openDesk>[3]): Promise<Desk> =>
      (desk = await openDesk(store, inFolder('dlc'), by, more)),
  }
}
