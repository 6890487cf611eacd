import type { Boards } from '../board.ts'
import type { Conclusion, TickContext } from '../feed.ts'
import type { Agreed, Vote } from '../math/agreement.ts'
import { nextRuns, silencedNow } from '../math/reputation.ts'
import type { PriceCarry, SpotCarry } from './price-carry.ts'

/** Runs lie in the snapshot of the pair: one writer a second, and whoever goes on after it goes on from there. */

/** A conclusion, with what it says about those who voted in it. */
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

/** The votes, marked where their venue is silenced. */
export const marked = <V extends Vote>(votes: readonly V[], { silenced }: Boards): readonly V[] =>
  votes.map((vote) => {
    const until = silenced?.get(vote.source)
    return until === undefined ? vote : { ...vote, silencedUntil: until }
  })
