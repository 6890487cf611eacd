/** Which process is killed when. */

export interface Kill {
  /** Seconds since the load began. */
  readonly at: number
  /** A process of the product, or `redis`. */
  readonly name: string
}

/**
 * Of a role with several processes the last one dies again and again, so that the first one lives as long as the run.
 * What there is one of dies in the first two fifths of the run, each at least once where there is time, and has half of
 * the run to show that its successor stands still.
 */
const EARLY = 0.4

const OF_ONE = ['redis', 'courier', 'signer'] as const
const OF_MANY = ['server', 'worker'] as const

/**
 * @param every seconds from one to the next; 0 for none at all
 * @param counts how many servers and workers there are
 */
export const killPlan = (
  runSeconds: number,
  every: number,
  counts: Readonly<Record<(typeof OF_MANY)[number], number>>,
): readonly Kill[] => {
  if (every === 0) return []
  const many = OF_MANY.filter((role) => counts[role] > 1).map((role) => `${role}-${counts[role]}`)
  const plan: Kill[] = []
  let [one, other] = [0, 0]
  // The last one is back before the run is over.
  for (let at = every; at <= runSeconds - Math.min(every, 60); at += every) {
    const isEarly = at <= runSeconds * EARLY
    const takesOne = isEarly && (many.length === 0 || plan.length % 2 === 0)
    if (takesOne) plan.push({ at, name: OF_ONE[one++ % OF_ONE.length]! })
    else if (many.length > 0) plan.push({ at, name: many[other++ % many.length]! })
  }
  return plan
}
