import type { DatedState } from '../../../src/feeds/boards/dated-boards.ts'
import type { DatedFacts, DatedTerms } from '../../../src/sources/dated/dated.ts'
import type { States } from './market.ts'

/** One dated future of a test: the rest of it follows from this. */
export interface TestFuture extends Partial<Omit<DatedTerms, 'expiresAt'>> {
  /** Days ahead; the hour is that of the tick. */
  readonly days: number
  /** Per cent a year over the index; the mark follows. */
  readonly pct?: number
  readonly mark?: string
  readonly spot?: string
  readonly ageMs?: number
  /** How much older than the mark the index is. */
  readonly indexAgeMs?: number
  readonly openInterest?: DatedFacts['openInterest']
}

const DAY_MS = 86_400_000

const entryOf = (future: TestFuture, now: number) => {
  const { days, pct = 5, spot = '100000', ageMs = 1_000, indexAgeMs = 0, openInterest } = future
  const mark = future.mark ?? String(Number(spot) * (1 + (pct / 100) * (days / 365)))
  const at = now - ageMs
  const { asset = 'BTC', kind = 'inverse', contractUsd } = future
  const terms: DatedTerms = {
    asset,
    kind,
    expiresAt: now + days * DAY_MS,
    ...(contractUsd !== undefined && { contractUsd }),
    ...(future.index !== undefined && { index: future.index }),
  }
  return {
    terms,
    facts: {
      mark: { value: mark, at },
      index: { value: spot, at: at - indexAgeMs },
      ...(openInterest && { openInterest: { value: openInterest, at } }),
    },
  }
}

/** The state of a venue's board: futures by name. */
export const datedState = (futures: Readonly<Record<string, TestFuture>>, now: number): DatedState => {
  const entries = Object.entries(futures).map(([symbol, future]) => [symbol, entryOf(future, now)] as const)
  return {
    lists: {
      '/list': { at: now - 60_000, contracts: Object.fromEntries(entries.map(([name, { terms }]) => [name, terms])) },
    },
    facts: Object.fromEntries(entries.map(([name, { facts }]) => [name, facts])),
    changedAt: now - 1_000,
  }
}

/** Boards of dated futures by venue. */
export const dated = (venues: Readonly<Record<string, Readonly<Record<string, TestFuture>>>>, now: number): States =>
  new Map(Object.entries(venues).map(([name, futures]) => [`dated/${name}`, datedState(futures, now)]))
