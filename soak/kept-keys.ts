import { PEG_SEEN } from '../src/feeds/prices/accepted-peg.ts'
import { registry } from '../src/feeds/registry.ts'
import { LANES } from '../src/queues/lanes.ts'

/**
 * Kinds of keys without an end that may grow during a run, and why. A kind that is not here and grows is a leak; a reason
 * says what ends the growth, or that it is what was sold.
 */

const PROMISE = 'what was promised is kept for ever: none of it may be used again'
const BY_TIME = 'as long as prices are kept, which is longer than a run; older ones are cut off'

const UNSETTLED = 'a list of payments that are under way or wait for their buyer, each until its time is over'

/** How many ended jobs each lane keeps that keeps them for a time. */
const KEPT_JOBS = Object.entries(LANES).flatMap(([lane, { job }]) =>
  'age' in job.removeOnComplete ? [[`queue ${lane}: a job`, job.removeOnComplete.count] as const] : [],
)

export const DEFINITIONS: Readonly<Record<string, string>> = {
  'dlc.event': PROMISE,
  'dlc.nonce': PROMISE,
  'dlc.paid': PROMISE,
  'dlc.conclusion': 'what decided an event is kept for ever, as its evidence',
  'dlc.journal': 'a line for each step of each event, kept for ever',
  'dlc.list': 'the ids of all events, in their order',
  'dlc.ticks': BY_TIME,
  'dlc.pinned': BY_TIME,
  'dlc.sources': 'each list of sources that a tick has named, once; venues are few',
  'dlc.conclusions': 'so many of the last ticks of a pair, then the oldest goes',
  board:
    'the last reply of each address of a provider: some are asked once an hour, and windows of the last hours fill',
  boardParts: 'minutes of a day of each stream that is stored in parts',
  boardStamps: 'when each of them was written',
  revenue: 'a sum for each item that was sold, in days, months and all time: as many as there are items',
  totals: 'a counter for each label that was met: as many as metrics have series',
  sent: UNSETTLED,
  owed: UNSETTLED,
  owing: UNSETTLED,
  processes: 'the last report of each process, for an hour after its end: processes are killed here',
  ...Object.fromEntries(
    Object.keys(LANES).map((lane) => [
      `queue ${lane}: events`,
      'about so many of the last events of the lane as its queue keeps',
    ]),
  ),
  ...Object.fromEntries(
    KEPT_JOBS.map(([kind]) => [kind, 'those that ended within half a minute, cleared by the next that ends']),
  ),
}

/** Files of the operator, records of earlier ticks and the value of USDC lie beside the boards that are polled. */
const KEPT_BOARDS = new Set(
  [
    ...registry.boards,
    ...registry.streams,
    ...registry.fills,
    ...[...registry.items, ...registry.internal].flatMap(({ feed }) => [
      ...(feed.files ?? []),
      ...(feed.records ?? []),
    ]),
    PEG_SEEN,
  ].map(({ id }) => id),
)

const STREAMS_IN_PARTS = registry.streams.filter(({ inParts }) => inParts !== undefined).length

/** Of kinds whose keys come one after the other, as many as there are definitions. More is a leak. */
export const MOST_KEYS: Readonly<Record<string, number>> = {
  board: KEPT_BOARDS.size,
  boardParts: STREAMS_IN_PARTS,
  boardStamps: STREAMS_IN_PARTS,
  ...Object.fromEntries(KEPT_JOBS),
}

/** What a payment has no end for until it is over, and that of an event for ever: its answer can always be fetched again. Their number follows what is under way, so they are counted at the end. */
export const UNDER_WAY: readonly string[] = ['claim', 'deliverable']
