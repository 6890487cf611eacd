import { closeSync, fsyncSync, mkdtempSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { syncFolder } from './sync-folder.ts'

/** What makes files and folders durable. */
export interface Syncing {
  file(descriptor: number): void
  folder(path: string): void
}

const DISK: Syncing = { file: fsyncSync, folder: syncFolder }

const fill = (path: string, text: string, syncing: Syncing): void => {
  const file = openSync(path, 'wx', 0o600)
  try {
    // Not `writeSync`, which may write only a part on a disk that is nearly full.
    writeFileSync(file, text)
    syncing.file(file)
  } finally {
    closeSync(file)
  }
}

/** Makes a file for its owner alone. It is on the disk, with its name, when this returns. Throws where one is there. */
export const writeNew = (path: string, text: string, syncing = DISK): void => {
  fill(path, text, syncing)
  syncing.folder(dirname(path))
}

/**
 * The same, in place of what is there: who looks meanwhile sees the whole old file or the whole new one. Several may
 * write at one time: each has a file of its own until it is whole.
 */
export const writeWhole = (path: string, text: string, syncing = DISK): void => {
  const folder = dirname(path)
  const own = mkdtempSync(join(folder, '.writing-'))
  try {
    const whole = join(own, basename(path))
    fill(whole, text, syncing)
    renameSync(whole, path)
    syncing.folder(folder)
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}
