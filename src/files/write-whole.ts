import {
  closeSync,
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

/**
 * Root writes into the folder of another user as that user: the service there must be able to read it, and what that user
 * puts in its way must not be followed with the rights of root. Of the whole process: nothing else may run meanwhile.
 */
export const asOwnerOf = (folder: string, act: () => void): void => {
  if (process.geteuid?.() !== 0) return act()
  const { uid, gid } = statSync(folder)
  if (uid === 0) return act()
  try {
    process.setegid!(gid)
    process.seteuid!(uid)
    act()
  } finally {
    process.seteuid!(0)
    process.setegid!(0)
  }
}

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
  asOwnerOf(dirname(path), () => {
    fill(path, text, syncing)
    syncing.folder(dirname(path))
  })
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
export const writeWhole = (path: string, text: string, syncing = DISK): void =>
  asOwnerOf(dirname(path), () => {
    const own = mkdtempSync(join(dirname(path), '.writing-'))
    try {
      const whole = join(own, basename(path))
      fill(whole, text, syncing)
      renameSync(whole, path)
      syncing.folder(dirname(path))
    } finally {
      rmSync(own, { recursive: true, force: true })
    }
  })
