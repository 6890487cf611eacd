import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Signer } from '../../canonical/signature.ts'
import type { Rail } from '../../canonical/snapshot.ts'
import type { Random } from '../../ports.ts'
import { formerFile, makeSecrets, nextFile, readSecret } from '../secret-file.ts'
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

/** Throws `BadKeys`. */
export const makeNext = (rail: Rail, { next }: RotationFiles, nextFolder: string, random: Random): Signer => {
  makeSecrets(nextFolder, [next], random, (missing) => `${missing} is missing.`)
  return signerIn(rail, next)!
}

/** Copied beside its place first: a worker that looks meanwhile sees the whole old file or the whole new one. */
const put = (from: string, to: string): void => {
  copyFileSync(from, `${to}.new`)
  renameSync(`${to}.new`, to)
}

/** The prepared key becomes the one in use, and that one the former. An interruption is mended by doing it again. */
export const takeNext = ({ current, next, former }: RotationFiles): void => {
  put(current, former)
  put(next, current)
  rmSync(next)
}
