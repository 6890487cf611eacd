import type { EventStore } from '../../store/events/events.ts'
import type { ChainEnd } from './journal-lines.ts'
import type { Journal } from './journal.ts'
import { toJournal } from './recovery.ts'

/** Holds all open events: none of them is signed until an operator resumes it. */

export interface Hold {
  /** Unix milliseconds. */
  readonly at: number
  /** For the operator. */
  readonly why: string
  readonly instead?: readonly ChainEnd[]
}

type Known = Pick<EventStore, 'activated' | 'lapsedOffers' | 'readMany'>

const PAGE = 200
const EVERY = 1_000_000

async function* idsOf(events: Known): AsyncGenerator<string> {
  for (let offset = 0; ; offset += PAGE) {
    const ids = await events.activated(offset, PAGE)
    yield* ids
    if (ids.length < PAGE) break
  }
  yield* await events.lapsedOffers(Number.MAX_SAFE_INTEGER, EVERY)
}

/**
 * Writes events that only Redis holds into the journal, so that they are held too. Their nonces may have been used
 * since, and without a line they would count as new later. An event that cannot be read goes into quarantine when it is
 * used.
 */
const enterUnknown = async (journal: Journal, events: Known): Promise<void> => {
  for await (const id of idsOf(events)) {
    if (journal.knows(id)) continue
    const [event] = await events.readMany([id]).catch(() => [null])
    if (event) journal.append(...toJournal(event).filter(({ type }) => type === 'offered' || type === 'activated'))
  }
}

/** Writes a new hold even if all events wait already, since an operator's earlier word was about an earlier start. */
export const holdOpen = async (journal: Journal, events: Known, { at, why, instead }: Hold): Promise<void> => {
  await enterUnknown(journal, events)
  if (journal.open().length > 0 || instead) journal.hold(at, why, instead)
}
