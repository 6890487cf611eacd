import type { RedisClient } from '../redis/client.ts'
import type { Clock, Log } from '../../ports.ts'
import { names } from '../redis/names.ts'
import { REFUSAL_WORDS, refusalOf } from '../redis/refusal.ts'
import { earlierProcesses } from './earlier-processes.ts'
import { ForeignFormat, foreignWords, type OwnFormat, StoreNotReady } from './format-faults.ts'
import { type FormatMark, readMark, writeMark } from './format-mark.ts'
import { enterAtWork, leaveWork, releaseMove, takeMove, writeMarkAs } from './format-scripts.ts'
import type { Migration } from './migration.ts'
import { FIRST_FORMAT, formatAfter } from './migrations.ts'
import { openMove } from './move.ts'
import { isUnused } from './own-keys.ts'

export interface FormatParts {
  readonly redis: RedisClient
  readonly clock: Clock
  readonly log: Log
  readonly migrations: readonly Migration[]
  /** The name of this process, which no other has. */
  readonly process: string
  /** This release: `claros/0.1.0`. */
  readonly by: string
}

const AGAIN_MS = 250
const TOLD_EVERY_MS = 10_000
/** Processes that were killed are gone from the list after a third of this. */
const PATIENCE_MS = 60_000

/** A text of the mark, what it says, and that there is nothing to do about it. */
interface Seen {
  readonly text: string | null
  readonly whole: number
}

export const ownFormat = ({ migrations, by }: Pick<FormatParts, 'migrations' | 'by'>): OwnFormat => ({
  format: formatAfter(migrations),
  by,
})

/** Throws `ForeignFormat`. */
const judged = (text: string, own: OwnFormat): FormatMark => {
  const words = foreignWords(text, own)
  if (words !== null) throw new ForeignFormat(words)
  return readMark(text)!
}

export const isOwn = ({ whole, towards }: FormatMark, { format }: OwnFormat): boolean =>
  whole === format && towards === null

/** Throws `StoreNotReady` for an error of a store that takes no writes or does not answer. */
const orNotReady = (problem: unknown): never => {
  const refusal = refusalOf(problem)
  if (refusal === null) throw problem
  throw new StoreNotReady(`The format of the store cannot be looked at: ${REFUSAL_WORDS[refusal]}.`)
}

/** A store that takes no writes may be read still, and has the right format most of the time. */
const enter = async (parts: FormatParts, own: OwnFormat): Promise<string | null> =>
  enterAtWork(parts.redis, parts.process, own.format).catch(async (problem: unknown) => {
    if (refusalOf(problem) === null) throw problem
    return parts.redis.get(names.format.mark())
  })

/** Writes the first mark of a store, if it has the format of this release. */
const begin = async ({ redis }: FormatParts, own: OwnFormat): Promise<Seen | null> => {
  if (own.format !== FIRST_FORMAT && !(await isUnused(redis))) return { text: null, whole: FIRST_FORMAT }
  await redis.set(names.format.mark(), writeMark({ whole: own.format, towards: null, by: own.by }), 'NX')
  return null
}

const run = async (parts: FormatParts, own: OwnFormat, begun: number): Promise<void> => {
  const { redis, clock, log, migrations, process: holder } = parts
  for (const { from, to, why, run: step } of migrations) {
    if (from < begun) continue
    const move = openMove({ redis, clock, log, holder, from, to })
    const write = async (mark: Omit<FormatMark, 'by'>) => {
      if (!(await writeMarkAs(redis, holder, writeMark({ ...mark, by: own.by })))) await move.keep(0)
    }
    await write({ whole: from, towards: to })
    log.info('store.moving', { from, to, why })
    await step(redis, move)
    await move.keep(0)
    await write({ whole: to, towards: null })
    log.info('store.moved', { from, to })
  }
}

/** @returns why it has to wait, `null` when the store was moved */
const tryToMove = async (parts: FormatParts, own: OwnFormat, { text, whole }: Seen): Promise<string | null> => {
  const { redis, process, migrations } = parts
  const earlier = whole === FIRST_FORMAT ? await earlierProcesses(redis) : []
  const next = migrations.find(({ from }) => from === whole)
  if (!next) throw new Error(`no step leads from format ${whole}`)
  const mark = writeMark({ whole, towards: next.to, by: own.by })
  const { kind, named } =
    earlier.length > 0
      ? { kind: 'older' as const, named: earlier }
      : await takeMove(redis, { process, seen: text, to: own.format, text: mark })
  if (kind === 'held') return `${named.join()} moves it`
  if (kind === 'changed') return null
  if (kind === 'older')
    return `${named.length} processes of an older release are at work (${named.slice(0, 5).join(', ')}${named.length > 5 ? ', …' : ''})`
  try {
    await run(parts, own, whole)
  } finally {
    await releaseMove(redis, process).catch(() => {})
  }
  return null
}

/**
 * Brings the store to the format of this release, or waits until another process has. A store in which nothing of ours
 * lies gets it at once. From here on this process counts as one that is at work.
 *
 * Rejects with `ForeignFormat`, or with `StoreNotReady` when processes of an older release do not end within a minute, or
 * a step fails.
 */
export const settleFormat = async (parts: FormatParts): Promise<void> => {
  const { redis, clock, log, process } = parts
  const own = ownFormat(parts)
  const begunAt = clock.now()
  let toldAt = Number.NEGATIVE_INFINITY
  const settle = async (): Promise<void> => {
    for (;;) {
      const text = await enter(parts, own)
      const mark = text === null ? null : judged(text, own)
      if (mark && isOwn(mark, own)) return
      const seen = mark ? { text, whole: mark.whole } : await begin(parts, own)
      if (seen === null) continue
      const why = await tryToMove(parts, own, seen)
      if (why === null) continue
      const sentence = `The store is to be moved from format ${seen.whole} to ${own.format}, and ${why}.`
      if (!why.endsWith('moves it') && clock.now() - begunAt > PATIENCE_MS)
        throw new StoreNotReady(
          `${sentence} Stop them and start this one again; nothing was changed (docs/upgrading.md).`,
        )
      if (clock.now() - toldAt >= TOLD_EVERY_MS) log.warn('store.waits', { message: sentence })
      if (clock.now() - toldAt >= TOLD_EVERY_MS) toldAt = clock.now()
      await clock.sleep(AGAIN_MS)
    }
  }
  await settle().catch(async (problem: unknown) => {
    await leaveWork(redis, process).catch(() => {})
    return orNotReady(problem)
  })
}
