import { dirname } from 'node:path'
import { digestHex } from '../../canonical/digest.ts'
import { ANSWERS_PURPOSE, type KeyDocument, type KeyPurpose } from '../../canonical/key-document.ts'
import { currentKey, type KeyPeriod, keyPeriods } from '../../canonical/key-periods.ts'
import type { Signer } from '../../canonical/signature.ts'
import { type Rail, SCHEME_OF } from '../../canonical/snapshot.ts'
import { makeDurable, type Syncing } from '../../files/write-whole.ts'
import type { Clock, Random } from '../../ports.ts'
import type { Store } from '../../store/store.ts'
import { inSeconds } from '../../time-units.ts'
import { joinedChain } from '../key-chains.ts'
import { assertOneClock, assertWritable, onceWritten } from './rotation-place.ts'
import { answersKey } from '../key-document.ts'
import { endingEarlier, handingOver, type KeyHistory, lastBefore, promising } from '../key-succession.ts'
import { keepChains, keptChain } from '../kept-chain.ts'
import { BadKeys } from '../secret-file.ts'
import { makeNext, rotationFiles, type RotationFiles, signerIn, takeNext } from './rotation-files.ts'

/** Preparing, rotating and revoking the keys of answers, beside a running service. Each may be run again. */

export interface RotationParts {
  readonly rail: Rail
  readonly folder: string
  /** Where the prepared key lies; beside the others if left out. */
  readonly nextFolder?: string | undefined
  readonly store: Pick<Store, 'keyDocuments' | 'keys' | 'time'>
  readonly random: Random
  /** Of this machine: it must agree with the store's, by which ends are dated. */
  readonly clock: Pick<Clock, 'now'>
  /** What makes the prepared key durable; the disk if left out. */
  readonly syncing?: Syncing
}

export interface RotationResult {
  /** `false`: it was so already. */
  readonly changed: boolean
  readonly chain: KeyHistory
}

interface Opened {
  readonly purpose: KeyPurpose
  readonly files: RotationFiles
  readonly chain: KeyHistory
  readonly period: KeyPeriod
  readonly now: number
  /** Of the current key; `null` if this folder does not have it in use. */
  readonly current: Signer | null
  readonly next: Signer | null
}

const open = async ({ rail, folder, nextFolder, store, clock }: RotationParts): Promise<Opened> => {
  const purpose = ANSWERS_PURPOSE[SCHEME_OF[rail]]
  const files = rotationFiles(folder, rail, nextFolder)
  const kept = keptChain(folder, purpose)
  const stored = await store.keyDocuments.chain(purpose)
  if (stored.length < kept.length)
    throw new BadKeys(
      `this Redis does not know all documents of the ${purpose} key: ${stored.length} of ${kept.length}. Name the one ` +
        'of this service with --redis, or start a worker first, which restores them.',
    )
  const chain = await joinedChain(store.keyDocuments, purpose, { known: kept }, () => {})
  const period = keyPeriods(chain).at(-1)
  if (!period)
    throw new BadKeys(`no ${purpose} key was ever documented in this Redis. Start the service with it first.`)
  const inUse = signerIn(rail, files.current)
  const isCurrent = inUse?.publicKey === period.publicKey
  const now = inSeconds(await assertOneClock(store, clock))
  return { purpose, files, chain, period, now, current: isCurrent ? inUse : null, next: signerIn(rail, files.next) }
}

/** On a machine that had the next key beforehand, or was interrupted: the documents are written, and files are left. */
const catchUp = async ({ files, chain, next }: Opened, { rail, folder, store }: RotationParts): Promise<boolean> => {
  if (!next || next.publicKey !== currentKey(chain)) return false
  await store.keys.replace({ [rail]: next.publicKey })
  onceWritten(() => {
    takeNext(files)
    keepChains(folder, [chain])
  })
  return true
}

const openInOrder = async (parts: RotationParts): Promise<{ readonly opened: Opened; readonly caughtUp: boolean }> => {
  const opened = await open(parts)
  const caughtUp = await catchUp(opened, parts)
  return { opened: caughtUp ? await open(parts) : opened, caughtUp }
}

const inUseOf = ({ current, files, purpose }: Opened): Signer => {
  if (current) return current
  throw new BadKeys(
    `${files.current} is not the ${purpose} key that signs now. Run this where that key is, or put it there first.`,
  )
}

const promisedOf = ({ chain, next, files, purpose }: Opened): Signer => {
  const promised = chain.at(-1)!.next
  if (promised === null) throw new BadKeys(`no ${purpose} key was prepared. Run: claros keys prepare ${purpose}`)
  if (next && digestHex(next.publicKey) === promised) return next
  throw new BadKeys(
    `${files.next} ${next ? 'is not' : 'is missing:'} the ${purpose} key that was promised. Put that one there, from ` +
      'where it was prepared: a promise cannot be changed.',
  )
}

const add = async (
  { folder, store }: RotationParts,
  chain: KeyHistory,
  documents: readonly [KeyDocument, ...KeyDocument[]],
): Promise<KeyHistory> => {
  if (!(await store.keyDocuments.append(documents)))
    throw new BadKeys('the documents were changed by somebody else at the same time. Run this again.')
  const longer = [...chain, ...documents]
  onceWritten(() => keepChains(folder, [longer]))
  return longer
}

/** Makes the next key and promises it. */
export const prepareKey = async (parts: RotationParts): Promise<RotationResult & { readonly path: string }> => {
  const { rail, folder, random, syncing } = parts
  const { opened, caughtUp } = await openInOrder(parts)
  const { chain, files, next } = opened
  const current = inUseOf(opened)
  if (chain.at(-1)!.next !== null) {
    promisedOf(opened)
    onceWritten(() => keepChains(folder, [chain]))
    return { changed: caughtUp, chain, path: files.next }
  }
  if (next && chain.some(({ publicKey }) => publicKey === next.publicKey))
    throw new BadKeys(`${files.next} has signed before, so it cannot follow. Move it away.`)
  assertWritable(folder)
  const made = next ?? makeNext(rail, files, random, syncing)
  // A promise cannot be changed: without this key the chain ends.
  makeDurable(files.next, syncing)
  const documents = promising(chain, answersKey(current), made.publicKey)
  return { changed: true, chain: await add(parts, chain, documents), path: files.next }
}

const handOver = async (
  parts: RotationParts,
  opened: Opened,
  times: { readonly from: number; readonly until: number },
): Promise<KeyHistory> => {
  const [old, fresh] = [inUseOf(opened), promisedOf(opened)]
  assertWritable(parts.folder)
  assertWritable(dirname(opened.files.next))
  const documents = handingOver(opened.chain, { old: answersKey(old), fresh: answersKey(fresh), ...times })
  const chain = await add(parts, opened.chain, documents)
  await parts.store.keys.replace({ [parts.rail]: fresh.publicKey })
  onceWritten(() => takeNext(opened.files))
  return chain
}

export interface RotationTimes {
  /** From when on the new key signs. Buyers keep documents for a while, and should know it before. */
  readonly afterSeconds: number
  /** How long the old key is valid beside it: a worker that lacks the new one goes on so long. */
  readonly overlapSeconds: number
}

/** The prepared key follows the current one; on another machine that had it beforehand: puts its files in order. */
export const rotateKey = async (parts: RotationParts, times: RotationTimes): Promise<RotationResult> => {
  const opened = await open(parts)
  const { chain, now, period } = opened
  if (await catchUp(opened, parts)) return { changed: true, chain }
  const former = keyPeriods(chain).at(-2)
  if (former && former.until >= now && chain.at(-1)!.next !== null)
    throw new BadKeys(
      `the key before this one is valid until ${new Date(former.until * 1000).toISOString()}. Rotate after that.`,
    )
  // Where somebody has ended the newest key, nothing is valid after that until the next one is.
  const from = Math.min(now + times.afterSeconds, Math.max(now, period.until))
  return { changed: true, chain: await handOver(parts, opened, { from, until: from + times.overlapSeconds }) }
}

/** The key that was the service's at a time. Of two, the caller must know which was stolen. */
const keyAt = (chain: KeyHistory, seconds: number): KeyPeriod => {
  const periods = keyPeriods(chain)
  const valid = periods.filter(({ from, until }) => from <= seconds && seconds <= until)
  if (valid.length > 1)
    throw new BadKeys(
      `two keys were valid at that time: ${valid.map(({ publicKey }) => publicKey).join(' and ')}. Name the one that ` +
        'was stolen with --key.',
    )
  return valid[0] ?? periods[0]!
}

/**
 * What a key has signed from a time on counts no more. The current one is followed by the prepared one at once.
 *
 * @param since Unix seconds
 * @param publicKey the key that signed at that time, if left out
 */
export const revokeKey = async (
  parts: RotationParts,
  { since, publicKey }: { readonly since: number; readonly publicKey?: string | undefined },
): Promise<RotationResult & { readonly revoked: string }> => {
  const { opened, caughtUp } = await openInOrder(parts)
  const { chain, period, now, purpose } = opened
  if (since > now) throw new BadKeys('a key is revoked since a time that has passed. For a planned end: rotate.')
  const target =
    publicKey === undefined ? keyAt(chain, since) : keyPeriods(chain).find((each) => each.publicKey === publicKey)
  if (!target) throw new BadKeys(`${String(publicKey)} was never the ${purpose} key.`)
  const until = lastBefore(since)
  const revoked = target.publicKey
  const isCurrent = revoked === period.publicKey
  // An end of the newest key that names none after it was written by whoever has stolen it.
  if (until >= target.until && !(isCurrent && target.until !== Infinity)) return { changed: caughtUp, chain, revoked }
  if (isCurrent) return { changed: true, revoked, chain: await handOver(parts, opened, { from: now, until }) }
  if (period.from > now && target.until >= now)
    throw new BadKeys(
      `the key after it begins at ${new Date(period.from * 1000).toISOString()}: until then no other is valid, and ` +
        'nothing would be sold. Revoke it after that time.',
    )
  assertWritable(parts.folder)
  const documents = endingEarlier(chain, answersKey(inUseOf(opened)), revoked, until)
  return { changed: true, revoked, chain: await add(parts, chain, documents) }
}
