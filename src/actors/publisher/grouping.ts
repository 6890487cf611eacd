/** Which actors of one period share a schedule. It follows from their ids alone: every worker finds the same groups. */

/** One run ticks this many at most: a run that is lost with its worker loses no more. */
export const GROUP_MOST = 40

const bitOf = (hash: Uint8Array, at: number): 0 | 1 => (((hash[at >> 3] ?? 0) >> (7 - (at & 7))) & 1) as 0 | 1

interface Placed {
  readonly actor: string
  readonly hash: Uint8Array
}

/**
 * Groups by the first bits of a hash, as many bits as leave `GROUP_MOST` at most. An actor that comes or goes changes
 * its own group alone: one that grows too large is split in two, and two that fit into one again become it.
 *
 * @returns the members, sorted, by the bits that they share
 */
export const groupsOf = (actors: readonly string[]): ReadonlyMap<string, readonly string[]> => {
  const groups = new Map<string, readonly string[]>()
  const place = (placed: readonly Placed[], bits: string): void => {
    if (placed.length === 0) return
    if (placed.length <= GROUP_MOST) return void groups.set(bits, placed.map(({ actor }) => actor).toSorted())
    for (const bit of [0, 1] as const)
      place(
        placed.filter(({ hash }) => bitOf(hash, bits.length) === bit),
        `${bits}${bit}`,
      )
  }
  const all = [...new Set(actors)].map((actor) => ({
    actor,
    hash: new Bun.CryptoHasher('sha256').update(actor).digest(),
  }))
  place(all, '')
  return groups
}
