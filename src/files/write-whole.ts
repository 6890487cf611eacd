import {
  closeSync,
  fchownSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { syncFolder } from './sync-folder.ts'

/** What makes files and folders durable. */
export interface Syncing {
  file(descriptor: number): void
  folder(path: string): void
}

export const DISK: Syncing = { file: fsyncSync, folder: syncFolder }

/** What root writes into a folder of another user is that user's: the service there must be able to read it. */
const giveToOwnerOf = (folder: string, file: number): void => {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(folder)
  if (uid !== 0) fchownSync(file, uid, gid)
}

/** @param folder where it is to lie in the end */
const fill = (path: string, text: string, folder: string, syncing: Syncing): void => {
  const file = openSync(path, 'wx', 0o600)
  try {
    giveToOwnerOf(folder, file)
    // Not `writeSync`, which may write only a part on a disk that is nearly full.
    writeFileSync(file, text)
    syncing.file(file)
  } finally {
    closeSync(file)
  }
}

/** Makes a file for its owner alone. It is on the disk, with its name, when this returns. Throws where one is there. */
export const writeNew = (path: string, text: string, syncing = DISK): void => {
  fill(path, text, dirname(path), syncing)
  syncing.folder(dirname(path))
}

/** Makes what is missing of a path of folders, for its owner alone. Their names are on the disk when this returns. */
export const makeFolders = (path: string, syncing = DISK): void => {
  const made = mkdirSync(path, { recursive: true, mode: 0o700 })
  if (made === undefined) return
  const above = dirname(resolve(made))
  for (let at = resolve(path); at.length > above.length; at = dirname(at)) syncing.folder(dirname(at))
}

/** A file that was written before, perhaps by another program, is on the disk with its name when this returns. */
export const makeDurable = (path: string, syncing = DISK): void => {
  const file = openSync(path, 'r')
  try {
    syncing.file(file)
  } finally {
    closeSync(file)
  }
  syncing.folder(dirname(path))
}

/**
 * Makes such a file in place of what is there: who looks meanwhile sees the whole old file or the whole new one. Several may
 * write at one time: each has a file of its own until it is whole.
 */
export const writeWhole = (path: string, text: string, syncing = DISK): void => {
  const folder = dirname(path)
  const own = mkdtempSync(join(folder, '.writing-'))
  try {
    const whole = join(own, basename(path))
    fill(whole, text, folder, syncing)
    renameSync(whole, path)
    syncing.folder(folder)
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}
