import { join } from 'node:path'
import type { EcdsaSign, Signer } from '../../canonical/signature.ts'
import type { Rail } from '../../canonical/snapshot.ts'
import { fileStamp } from '../../files/file-stamp.ts'
import { BadKeys, readSecret, spareFiles } from '../secret-file.ts'
import { RAIL_KEY_FILES, railSigner } from './keys.ts'

/** The keys of one rail that lie in the folder now. */
export interface FoundKeys {
  /** That of the file in use, if it can be used, comes first. */
  readonly found: readonly Signer[]
  /** One sentence for each file that cannot be used. */
  readonly problems: readonly string[]
}

interface SeenFile {
  /** `null`: it is to be read again. */
  readonly stamp: string | null
  readonly signer: Signer | null
  readonly problem: string | null
}

const NONE: SeenFile = { stamp: null, signer: null, problem: null }

/** Reads the files of keys again and again, each only when it has changed. */
export const keyFiles = (folder: string, ecdsa: EcdsaSign | undefined): { read(rail: Rail): FoundKeys } => {
  const seen = new Map<string, SeenFile>()

  const readAnew = (rail: Rail, path: string): SeenFile => {
    let stamp: string | null = null
    try {
      stamp = fileStamp(path)
      if (stamp === null) return NONE
      const before = seen.get(path)
      if (before?.stamp === stamp) return before
      return { stamp, signer: railSigner(rail, readSecret(path), ecdsa), problem: null }
    } catch (problem) {
      const message = problem instanceof Error ? problem.message : String(problem)
      // What only this moment refused is tried again.
      return { stamp: problem instanceof BadKeys ? stamp : null, signer: null, problem: message }
    }
  }
  const look = (rail: Rail, path: string): SeenFile => {
    const file = readAnew(rail, path)
    seen.set(path, file)
    return file
  }
  return {
    read: (rail) => {
      const path = join(folder, RAIL_KEY_FILES[rail])
      const current = look(rail, path)
      const inUse = current === NONE ? { ...NONE, problem: `${path} is missing.` } : current
      const files = [inUse, ...spareFiles(path).map((each) => look(rail, each))]
      return {
        found: files.flatMap(({ signer }) => signer ?? []),
        problems: files.flatMap(({ problem }) => problem ?? []),
      }
    },
  }
}
