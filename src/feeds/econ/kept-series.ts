import { isSameDecimal } from '../../sources/decimal-text.ts'
import { type Observation, type SeriesReply } from '../../sources/statistics/observation.ts'
import { startOfPeriod } from '../../sources/statistics/period.ts'
import { UnreadableReply } from '../../sources/query.ts'
import { DAY_MS, HOUR_MS } from '../../time-units.ts'

/** A value that a period had before it was revised, and when we first saw it (Unix milliseconds). */
interface Former {
  readonly value: string
  readonly seen: number
}

/** The value of one period, and when we first saw this value for this period (Unix milliseconds). */
export interface Vintage extends Observation {
  readonly seen: number
  /** It was there when we first asked: when it was published is not known. */
  readonly isFirstRead?: true
  /** Oldest first; absent if it was never revised. */
  readonly was?: readonly Former[]
}

/** The last periods of a series. */
export interface KeptSeries {
  /** The last reply that was accepted, Unix milliseconds. */
  readonly readAt: number
  /** The publisher's code of the unit, if it tells it. */
  readonly unit?: string
  /** Oldest first. */
  readonly rows: readonly Vintage[]
  /** A reply that changed too much to be believed at once: since when, and how it is recognised. */
  readonly held?: { readonly since: number; readonly mark: string }
}

/** A value outside of these is in another unit. Wide on purpose. */
export interface Limits {
  readonly low: number
  readonly high: number
}

/** Periods that are kept. */
export const PERIODS_KEPT = 36
const FORMER_KEPT = 8
/** Fewer periods in common say nothing about whether all of them changed. */
const LEAST_SHARED = 3
/** How long a reply that changes most periods must stand: publishers rebase at times, but not for some minutes. */
export const HOLD_MS = HOUR_MS
/** A tick that comes a little early counts as being on time. */
export const EARLY_MS = 60_000
/** Days begin earlier elsewhere than in UTC. */
const AHEAD_MS = DAY_MS

const refused = (name: string, why: string): UnreadableReply => new UnreadableReply(`${name} ${why}`)

const checked = (name: string, rows: readonly Observation[], { low, high }: Limits, now: number): void => {
  for (const { period, value } of rows) {
    if (!(Number(value) >= low && Number(value) <= high))
      throw refused(name, `of ${period} is ${value.slice(0, 40)}, not from ${low} to ${high}`)
    if (startOfPeriod(period) - now > AHEAD_MS) throw refused(name, `has a value of ${period}, which has not begun`)
  }
}

/** A row as it is kept, after what was known of its period. */
const renewed = (row: Observation, known: Vintage | undefined, now: number): Vintage => {
  if (known === undefined) return { ...row, seen: now }
  const { seen, isFirstRead, was = [] } = known
  if (isSameDecimal(row.value, known.value))
    return { ...row, value: known.value, seen, ...(isFirstRead && { isFirstRead }), ...(was.length > 0 && { was }) }
  return { ...row, seen: now, was: [...was, { value: known.value, seen }].slice(-FORMER_KEPT) }
}

/** Whether a reply changes most of what is known: another base year, another unit, or a lie, but hardly a revision. */
const isSweeping = (rows: readonly Observation[], known: ReadonlyMap<string, Vintage>): boolean => {
  const shared = rows.filter(({ period }) => known.has(period))
  const changed = shared.filter(({ period, value }) => !isSameDecimal(value, known.get(period)!.value))
  return shared.length >= LEAST_SHARED && changed.length * 2 > shared.length
}

/** A level does not move by this share from one period to the next; what may be around zero has no such bound. */
const MOST_MOVE = 0.25

/** Whether the newest value of a level lies far from the newest that is known. */
const isLeap = (told: Observation, { value }: Vintage, { low }: Limits): boolean =>
  low > 0 && Math.abs(Number(told.value) / Number(value) - 1) > MOST_MOVE

/** A sweeping reply is the same one as long as the oldest period that is known has the same new value. */
const markOf = (rows: readonly Observation[], known: ReadonlyMap<string, Vintage>): string =>
  rows.find(({ period }) => known.has(period))!.value

/**
 * Enters a reply into a series. A value that changed is a new vintage of its period. Throws `Unreadable` for values in
 * another unit, and for a reply that ends before what is known.
 */
export const entered = (
  name: string,
  reply: SeriesReply,
  kept: KeptSeries | undefined,
  limits: Limits,
  now: number,
): KeptSeries => {
  checked(name, reply.rows, limits, now)
  const unit = reply.unit === undefined ? {} : { unit: reply.unit }
  const anew = (): KeptSeries => ({
    readAt: now,
    ...unit,
    rows: reply.rows.slice(-PERIODS_KEPT).map((row) => ({ ...row, seen: now, isFirstRead: true })),
  })
  if (kept === undefined) return anew()
  const newest = kept.rows.at(-1)!.period
  const told = reply.rows.at(-1)!.period
  if (told < newest) throw refused(name, `goes back from ${newest} to ${told}`)
  const known = new Map(kept.rows.map((row) => [row.period, row]))
  const isOtherUnit = kept.unit !== reply.unit
  const isFar = isLeap(reply.rows.at(-1)!, kept.rows.at(-1)!, limits)
  if (isOtherUnit || isFar || isSweeping(reply.rows, known)) {
    const mark = isOtherUnit ? `unit ${reply.unit}` : isFar ? reply.rows.at(-1)!.value : markOf(reply.rows, known)
    const since = kept.held?.mark === mark ? kept.held.since : now
    if (now - since < HOLD_MS - EARLY_MS) return { ...kept, held: { since, mark } }
    // Values in another unit are no revisions: the series begins anew.
    if (isOtherUnit) return anew()
  }
  // A first reading may take several questions, and what is older than all that is known was published at some time.
  const isFirst = now - kept.readAt < EARLY_MS && kept.rows.every(({ isFirstRead }) => isFirstRead === true)
  const all = new Map(known)
  for (const row of reply.rows) {
    const next = renewed(row, known.get(row.period), now)
    const isObserved = known.has(row.period) || (row.period > newest && !isFirst)
    all.set(row.period, isObserved ? next : { ...next, isFirstRead: true })
  }
  const rows = [...all.values()].toSorted((a, b) => (a.period < b.period ? -1 : 1)).slice(-PERIODS_KEPT)
  return { readAt: now, ...unit, rows }
}
