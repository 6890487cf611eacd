import type { Boards } from '../board.ts'
import type { Conclusion, TickContext } from '../feed.ts'
import type { Agreed, Vote } from '../math/agreement.ts'
import { nextRuns, silencedNow } from '../math/reputation.ts'
import type { PriceCarry, SpotCarry } from './price-carry.ts'

/**
 * Streaks of far-out votes are kept in the snapshot of the pair. It has one writer, and another worker continues from
 * it.
 */

/** A conclusion with the streaks of its voters, and the venues that it silences. */
export const withReputation = <Content>(
  concluded: Conclusion<Content, PriceCarry>,
  agreement: Agreed,
  { previous, now }: Pick<TickContext<SpotCarry>, 'previous' | 'now'>,
): Conclusion<Content, SpotCarry> => {
  const runs = nextRuns(previous?.carry.runs ?? {}, agreement, now)
  return {
    ...concluded,
    carry: {
      ...concluded.carry,
      runs: Object.fromEntries(Object.entries(runs).map(([name, run]) => [name, { ...run }])),
    },
    silence: silencedNow(runs, now),
  }
}

/** The votes, marked if their venue is silenced. */
export const marked = <V extends Vote>(votes: readonly V[], { silenced }: Boards): readonly V[] =>
  votes.map((vote) => {
    const until = silenced?.get(vote.source)
    return until === undefined ? vote : { ...vote, silencedUntil: until }
  })
