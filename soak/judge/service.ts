import type { Killed } from '../killer.ts'
import type { PromisesKept } from '../load/promises.ts'
import type { Tally } from '../load/tally.ts'
import { AFTER_KILL_SECONDS } from './latency.ts'
import type { Finding } from './finding.ts'

/** Whether buyers got what they paid for, and what they noticed when something died. */

/** @param open what purchases were answered last that have not ended */
export const judgeService = (tally: Tally, events: PromisesKept, open: readonly string[]): readonly Finding[] => [
  {
    what: 'faults',
    word: tally.faultCount() === 0 ? 'holds' : 'broken',
    says:
      tally.faultCount() === 0
        ? `none; ${tally.verified()} answers verified, none of them sold to two buyers`
        : `${tally.faultCount()}: ${tally.faults.slice(0, 3).join('; ')}`,
  },
  {
    what: 'purchases that did not end',
    word: open.length === 0 ? 'holds' : 'broken',
    says:
      open.length === 0
        ? 'none: what was cut off was answered later, by the same payment'
        : `${open.length}: ${open.slice(0, 3).join('; ')}`,
  },
  {
    what: 'events',
    word: events.bought === events.attested ? (events.bought > 0 ? 'holds' : 'undecided') : 'broken',
    says: `${events.bought} bought and watched, ${events.attested} attested as announced, ${events.told} signed webhooks`,
  },
]

export interface KillSeen {
  readonly kill: Killed
  /** How often buyers met what, in the seconds after it. */
  readonly noticed: Readonly<Record<string, number>>
  readonly slowestMs: number
}

/** What buyers noticed of each kill. */
export const seenOfKills = (kills: readonly Killed[], { noticed, reads }: Tally): readonly KillSeen[] =>
  kills.map((kill) => {
    const isAfter = ({ at }: { readonly at: number }) => at >= kill.at - 1 && at < kill.at + AFTER_KILL_SECONDS
    const groups = Map.groupBy(noticed.filter(isAfter), ({ what }) => what)
    return {
      kill,
      noticed: Object.fromEntries([...groups].map(([what, all]) => [what, all.length])),
      slowestMs: Math.max(0, ...reads.filter(isAfter).map(({ ms }) => ms)),
    }
  })
