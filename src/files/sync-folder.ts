import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Makes the name of a new file durable: that happens only when its folder is synced. */
export const syncFolder = (folder: string): void => {
  const file = openSync(folder, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
