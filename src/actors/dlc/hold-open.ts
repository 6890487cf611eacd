import type { EventStore } from '../../store/events/events.ts'
import type { ChainEnd } from './journal-lines.ts'
import type { Journal } from './journal.ts'
import { toJournal } from './recovery.ts'

/** Nothing is signed of what is open now, until an operator has resumed it. */

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
 * What Redis alone knows is as old as the folder, or newer, and its nonces too may have been used since: it gets its lines
 * now, or it would pass for new later. One that cannot be read is put into quarantine by whoever meets it.
 */
const enterUnknown = async (journal: Journal, events: Known): Promise<void> => {
  for await (const id of idsOf(events)) {
    if (journal.knows(id)) continue
    const [event] = await events.readMany([id]).catch(() => [null])
    if (event) journal.append(...toJournal(event).filter(({ type }) => type === 'offered' || type === 'activated'))
  }
}

/** Written anew though all of it waits already: what an operator has said so far he said of an earlier start. */
export const holdOpen = async (journal: Journal, events: Known, { at, why, instead }: Hold): Promise<void> => {
  await enterUnknown(journal, events)
  if (journal.open().length > 0 || instead) journal.hold(at, why, instead)
}
