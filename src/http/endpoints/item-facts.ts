import type { Json } from '../../canonical/jcs.ts'
import type { KeptSnapshot } from '../../canonical/snapshot.ts'
import type { SnapshotStore } from '../../store/published/snapshots.ts'

/** What is free to say of the live snapshot of an item: how sure it is and whom it asked, and no number of it. */
export interface ItemFacts {
  /** `null` where the answer says none. */
  readonly confidence: number | null
  readonly sources: readonly string[]
}

const NONE: ItemFacts = { confidence: null, sources: [] }

const namesIn = ({ sources, source }: Readonly<Record<string, Json>>): readonly string[] => {
  if (Array.isArray(sources)) return sources.filter((each) => typeof each === 'string')
  return typeof source === 'string' ? [source] : []
}

const factsOf = ({ content }: Pick<KeptSnapshot, 'content'>): ItemFacts => {
  const { confidence } = content
  return { confidence: typeof confidence === 'number' ? confidence : null, sources: namesIn(content) }
}

/** Those of several actors, each with the version (Unix seconds) that was found for it. */
export type ReadFacts = (
  actors: readonly string[],
  versions: readonly (number | null)[],
) => Promise<readonly ItemFacts[]>

/** Snapshots are long and most of them change rarely, so only those with another version than last time are read. */
export const factsReader = (snapshots: Pick<SnapshotStore, 'latestOf'>): ReadFacts => {
  const known = new Map<string, { readonly version: number; readonly facts: ItemFacts }>()
  return async (actors, versions) => {
    const changed = actors.filter((actor, at) => versions[at] !== null && known.get(actor)?.version !== versions[at])
    const found = await snapshots.latestOf(changed)
    for (const [at, actor] of changed.entries()) {
      const snapshot = found[at]
      if (snapshot) known.set(actor, { version: snapshot.timestamp, facts: factsOf(snapshot) })
      else known.delete(actor)
    }
    return actors.map((actor, at) => (versions[at] === null ? NONE : (known.get(actor)?.facts ?? NONE)))
  }
}
