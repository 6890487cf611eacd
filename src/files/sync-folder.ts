import { closeSync, fsyncSync, openSync } from 'node:fs'

/** The name of a new file is in its folder only after the folder was synced. */
export const syncFolder = (folder: string): void => {
  const file = openSync(folder, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
