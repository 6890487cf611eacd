import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { KEY_PURPOSES, type KeyPurpose } from '../canonical/key-document.ts'
import { writeWhole } from '../files/write-whole.ts'
import { readKeyDocument } from '../store/published/key-documents.ts'
import { UnreadableRecord } from '../store/redis/stored.ts'
import { isBeginning, type KeyHistory } from './key-succession.ts'
import { BadKeys } from './secret-file.ts'

/**
 * The chain beside the keys, in the form in which it is published. A Redis that was put back from a backup gets the
 * documents again that it has lost, so that a key that was replaced does not sign as if it had not been.
 */

export const KEPT_CHAIN_FILE = 'claros-keys.json'

interface Kept {
  readonly chains?: Readonly<Partial<Record<KeyPurpose, readonly unknown[]>>>
}

const readAll = (path: string): Readonly<Partial<Record<KeyPurpose, KeyHistory>>> => {
  if (!existsSync(path)) return {}
  try {
    const { chains = {} } = JSON.parse(readFileSync(path, 'utf8')) as Kept
    return Object.fromEntries(
      KEY_PURPOSES.flatMap((purpose) => {
        const documents = (chains[purpose] ?? []).map((each) => readKeyDocument(JSON.stringify(each)))
        return documents.length > 0 ? [[purpose, documents] as const] : []
      }),
    )
  } catch (problem) {
    if (!(problem instanceof UnreadableRecord || problem instanceof SyntaxError || problem instanceof TypeError))
      throw problem
    throw new BadKeys(`${path} does not hold key documents. Restore it from your backup, or remove it.`)
  }
}

/** Of a purpose, oldest first; empty where none was kept. Throws `BadKeys`. */
export const keptChain = (folder: string, purpose: KeyPurpose): KeyHistory =>
  readAll(join(folder, KEPT_CHAIN_FILE))[purpose] ?? []

/**
 * Writes chains beside the keys, whole or not at all. Leaves those of other purposes, and longer ones that begin so.
 * Throws `BadKeys` where another story was kept: it may be the true one.
 */
export const keepChains = (folder: string, chains: readonly KeyHistory[]): void => {
  const path = join(folder, KEPT_CHAIN_FILE)
  const kept = readAll(path)
  const knownOf = (chain: KeyHistory): KeyHistory => (chain[0] && kept[chain[0].purpose]) ?? []
  const longer = chains.filter((chain) => !isBeginning(chain, knownOf(chain)))
  const [foreign] = longer.find((chain) => !isBeginning(knownOf(chain), chain)) ?? []
  if (foreign)
    throw new BadKeys(`${path} holds other documents of the ${foreign.purpose} key. Restore it from your backup.`)
  if (longer.length === 0) return
  const named = Object.fromEntries(longer.map((chain) => [chain[0]!.purpose, chain]))
  writeWhole(path, `${JSON.stringify({ version: 1, chains: { ...kept, ...named } }, null, 2)}\n`)
}
