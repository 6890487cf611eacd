import type { RedisClient } from '../redis/client.ts'
import type { Clock, Log } from '../../ports.ts'
import { names } from '../redis/names.ts'
import type { StoreRefusal } from '../redis/refusal.ts'
import { foreignWords } from './format-faults.ts'
import { readMark } from './format-mark.ts'
import { enterAtWork, leaveWork } from './format-scripts.ts'
import type { Migration } from './migration.ts'
import { MIGRATIONS } from './migrations.ts'
import { isOwn, ownFormat, settleFormat } from './settle-format.ts'

/** The format of the store, for one process (decision 0186). */
export interface StoreFormat {
  /**
   * Before anything else is read or written: see `settleFormat`.
   *
   * @param process the name of this process, which no other has
   * @param by this release: `claros/0.1.0`
   */
  settle(self: { readonly process: string; readonly by: string }, log: Log): Promise<void>
  /** Whether the store has no longer the format that was settled. `null` before that, and while it has. */
  refusal(): Promise<StoreRefusal | null>
  /**
   * Says every few seconds that this process is at work, and looks at the format.
   *
   * @param onLost is called once, when the store has another format than this release knows, or none
   * @returns ends it, and says that this process is no longer at work
   */
  watch(onLost: (lost: LostFormat) => void): () => Promise<void>
}

export interface LostFormat {
  /** One sentence or two for the operator. */
  readonly message: string
  /** Another start of this release would end the same way. */
  readonly isHopeless: boolean
}

/** How often a process says that it is at work, and looks at the format. */
export const LOOK_MS = 5_000

const NO_MARK =
  'The format of the store is no longer there, so this is another Redis than before, or it has lost its data. Nothing is sold from memory; this process ends and looks at it anew.'

export const storeFormat = (
  redis: RedisClient,
  clock: Clock,
  migrations: readonly Migration[] = MIGRATIONS,
  lookMs = LOOK_MS,
): StoreFormat => {
  let self: { readonly process: string; readonly by: string } | null = null
  const own = () => ownFormat({ migrations, by: self!.by })

  const lostIn = (text: string | null): LostFormat | null => {
    if (text === null) return { message: NO_MARK, isHopeless: false }
    const mark = readMark(text)
    if (mark && isOwn(mark, own())) return null
    const foreign = foreignWords(text, own())
    const message = foreign ?? `The store has an older format by now: was a backup put in its place?`
    return { message, isHopeless: foreign !== null }
  }

  return {
    settle: async (found, log) => {
      await settleFormat({ redis, clock, log, migrations, ...found })
      self = found
    },
    refusal: async () => {
      if (self === null) return null
      return lostIn(await redis.get(names.format.mark())) === null ? null : 'other_format'
    },
    watch: (onLost) => {
      const { process } = self!
      let isTold = false
      const look = async (): Promise<void> => {
        const lost = lostIn(await enterAtWork(redis, process, own().format))
        if (lost === null || isTold) return
        isTold = true
        onLost(lost)
      }
      // A store that does not answer is told of by the checks of those who use it.
      const timer = setInterval(() => void look().catch(() => {}), lookMs)
      return async () => {
        clearInterval(timer)
        await leaveWork(redis, process).catch(() => {})
      }
    },
  }
}
