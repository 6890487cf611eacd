import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Signer } from '../../canonical/signature.ts'
import type { Rail } from '../../canonical/snapshot.ts'
import { syncFolder } from '../../files/sync-folder.ts'
import { writeWhole } from '../../files/write-whole.ts'
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

/** On the disk when this returns, since a promise of it cannot be changed. Throws `BadKeys`. */
export const makeNext = (rail: Rail, { next }: RotationFiles, random: Random): Signer => {
  // A folder that is there may be of others too: its mode is its owner's.
  mkdirSync(dirname(next), { recursive: true, mode: 0o700 })
  makeSecret(next, random)
  return signerIn(rail, next)!
}

/**
 * The prepared key becomes the one in use, and that one the former. An interruption is mended by doing it again. Two
 * processes may do it at once: each writes what it has read, so none takes the new key for the former one.
 */
export const takeNext = ({ current, next, former }: RotationFiles): void => {
  const old = existsSync(current) ? readFileSync(current, 'utf8') : null
  const fresh = readFileSync(next, 'utf8')
  if (old !== fresh) {
    if (old !== null) writeWhole(former, old)
    writeWhole(current, fresh)
  }
  rmSync(next, { force: true })
  syncFolder(dirname(next))
}
