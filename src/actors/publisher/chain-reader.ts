import { join } from 'node:path'
import type { Rail } from '../../canonical/snapshot.ts'
import { fileStamp } from '../../files/file-stamp.ts'
import type { KeyDocumentStore } from '../../store/published/key-documents.ts'
import { joinedChain, withoutEnd } from '../key-chains.ts'
import { faultIn, isBeginning, type KeyHistory } from '../key-succession.ts'
import { KEPT_CHAIN_FILE, keptChain } from '../kept-chain.ts'
import { BadKeys } from '../secret-file.ts'
import { purposeOf } from './key-lacks.ts'

/** What was found in a look at the documents of a rail. */
export interface FoundChain {
  /** The documents to go by. */
  readonly chain: KeyHistory
  /** Of further ones, which end the newest key and name none after it. */
  readonly ended: string | null
  /** Why the file beside the keys is not gone by. */
  readonly kept: string | null
}

interface ChainParts {
  readonly folder: string
  readonly keyDocuments: Pick<KeyDocumentStore, 'chain' | 'append'>
  /** Told how many documents the store got back. */
  onRestored(rail: Rail, count: number): void
}

/** Reads the chains of a running worker. What has not changed is neither read nor verified again. */
export const chainReader = ({ folder, keyDocuments, onRestored }: ChainParts) => {
  const path = join(folder, KEPT_CHAIN_FILE)
  const verified = new Map<Rail, KeyHistory>()
  const files = new Map<Rail, { readonly stamp: string | null; readonly kept: KeyHistory }>()

  const keptNow = (rail: Rail): KeyHistory => {
    const stamp = fileStamp(path)
    const before = files.get(rail)
    if (before && before.stamp === stamp) return before.kept
    const kept = keptChain(folder, purposeOf(rail))
    files.set(rail, { stamp, kept })
    return kept
  }
  /** The longer of memory and file. A file that is damaged while a worker runs takes nothing from it. */
  const knownTo = (rail: Rail, memory: KeyHistory): { readonly known: KeyHistory; readonly kept: string | null } => {
    try {
      const kept = keptNow(rail)
      if (kept.length <= memory.length) return { known: memory, kept: null }
      const fault = isBeginning(memory, kept) ? faultIn(kept) : 'it tells another story than before'
      if (fault !== null)
        throw new BadKeys(`${path} does not hold: ${fault}. Restore it from your backup, or remove it.`)
      return { known: withoutEnd(kept), kept: null }
    } catch (problem) {
      return { known: memory, kept: problem instanceof Error ? problem.message : String(problem) }
    }
  }
  /** Throws `BadKeys`, and what the store throws. */
  return async (rail: Rail, memory: KeyHistory | null): Promise<FoundChain> => {
    const purpose = purposeOf(rail)
    const { known, kept } = memory ? knownTo(rail, memory) : { known: keptNow(rail), kept: null }
    const whole = await joinedChain(keyDocuments, purpose, { known, verified: verified.get(rail) }, (count) =>
      onRestored(rail, count),
    )
    verified.set(rail, whole)
    const chain = withoutEnd(whole)
    const ended =
      chain.length === whole.length
        ? null
        : `the documents of the ${purpose} key end it, and name none after it. No command does so: whoever wrote them ` +
          'has this key, and Redis. They are passed over here, but buyers read them: rotate this key (docs/keys.md)'
    return { chain, ended, kept }
  }
}
