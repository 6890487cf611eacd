import { join } from 'node:path'
import type { EcdsaSign, Signer } from '../../canonical/signature.ts'
import type { Rail } from '../../canonical/snapshot.ts'
import { fileStamp } from '../../files/file-stamp.ts'
import { BadKeys, readSecret, spareFiles } from '../secret-file.ts'
import { RAIL_KEY_FILES, railSigner } from './keys.ts'

/** The keys of one rail that lie in the folder, as they were found last. */
export interface FoundKeys {
  /** Undefined if there never was one that could be used. */
  readonly current: Signer | undefined
  /** Made beforehand, or still signing what they began. */
  readonly spare: readonly Signer[]
  /** One sentence for each file that cannot be used. */
  readonly problems: readonly string[]
}

interface SeenFile {
  readonly stamp: string | null
  readonly signer: Signer | undefined
  readonly problem: string | null
}

const NEVER: SeenFile = { stamp: null, signer: undefined, problem: null }

const messageOf = (problem: unknown): string => (problem instanceof Error ? problem.message : String(problem))

/**
 * Reads the files of keys again and again, each only when it has changed. A file that can no longer be used takes no key
 * from a running worker: that goes on with what the file held before.
 */
export const keyFiles = (folder: string, ecdsa: EcdsaSign | undefined): { read(rail: Rail): FoundKeys } => {
  const seen = new Map<string, SeenFile>()

  const read = (rail: Rail, path: string, before: SeenFile): SeenFile => {
    let stamp: string | null = null
    try {
      stamp = fileStamp(path)
      if (stamp === null) return NEVER
      if (stamp === before.stamp) return before
      return { stamp, signer: railSigner(rail, readSecret(path), ecdsa), problem: null }
    } catch (problem) {
      // What only this moment refused is tried again.
      return {
        stamp: problem instanceof BadKeys ? stamp : null,
        signer: before.signer,
        problem: messageOf(problem),
      }
    }
  }
  const look = (rail: Rail, path: string): SeenFile => read(rail, path, seen.get(path) ?? NEVER)
  return {
    read: (rail) => {
      const path = join(folder, RAIL_KEY_FILES[rail])
      const found = look(rail, path)
      const isLost = found === NEVER
      const current = isLost ? { ...NEVER, signer: seen.get(path)?.signer, problem: `${path} is missing.` } : found
      seen.set(path, current)
      const spare = spareFiles(path).map((each) => {
        const beside = look(rail, each)
        // With the folder all of them are missing: that says nothing of this one.
        const kept = beside === NEVER && isLost ? { ...NEVER, signer: seen.get(each)?.signer } : beside
        seen.set(each, kept)
        return kept
      })
      return {
        current: current.signer,
        spare: spare.flatMap(({ signer }) => signer ?? []),
        problems: [current, ...spare].flatMap(({ problem }) => problem ?? []),
      }
    },
  }
}
