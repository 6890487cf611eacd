import { existsSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Signer } from '../../canonical/signature.ts'
import type { Rail } from '../../canonical/snapshot.ts'
import { syncFolder } from '../../files/sync-folder.ts'
import { makeFolders, type Syncing, writeWhole } from '../../files/write-whole.ts'
import type { Random } from '../../ports.ts'
import { formerFile, makeSecret, nextFile, readSecret } from '../secret-file.ts'
import { RAIL_KEY_FILES, railSigner } from './keys.ts'

/** The files of one key: in use, made beforehand, and the one before. */
export interface RotationFiles {
  readonly current: string
  /** Of the key that follows; perhaps in a folder that is kept elsewhere. */
  readonly next: string
  readonly former: string
}

/** @param nextFolder where the prepared key lies; beside the others if left out */
export const rotationFiles = (folder: string, rail: Rail, nextFolder = folder): RotationFiles => {
  const current = join(folder, RAIL_KEY_FILES[rail])
  return { current, next: join(nextFolder, basename(nextFile(current))), former: formerFile(current) }
}

/** The key in a file; `null` where there is none. Throws `BadKeys`. */
export const signerIn = (rail: Rail, path: string): Signer | null =>
  existsSync(path) ? railSigner(rail, readSecret(path)) : null

/** Makes a key, and the folder for it: one that is there may be of others too, and keeps its mode. Throws `BadKeys`. */
export const makeNext = (rail: Rail, { next }: RotationFiles, random: Random, syncing?: Syncing): Signer => {
  makeFolders(dirname(next), syncing)
  makeSecret(next, random)
  return signerIn(rail, next)!
}

const textIn = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'utf8') : null)

/**
 * The prepared key becomes the one in use, and that one the former. An interruption is mended by doing it again. Two
 * processes may do it at once: each writes what it has read, so none takes the new key for the former one.
 */
export const takeNext = ({ current, next, former }: RotationFiles): void => {
  const [old, fresh] = [textIn(current), textIn(next)]
  // Another process has taken it, and removed it last.
  if (fresh === null) return
  if (old !== fresh) {
    if (old !== null) writeWhole(former, old)
    writeWhole(current, fresh)
  }
  rmSync(next, { force: true })
  syncFolder(dirname(next))
}
