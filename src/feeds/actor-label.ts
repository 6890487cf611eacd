import type { Registry } from './registry.ts'

/** Actors of DLC sales, which belong to no feed. There is one name for each kind of sale. */
const DLC = /^dlc\/[a-z]+$/

/**
 * The name under which an actor is counted. A subject that a definition lists has a name of its own. A subject that
 * exists only because of a request is counted under its feed: otherwise clients would decide how many metric series
 * there are.
 */
export const actorLabels = ({
  items,
  boards,
  fills,
  item,
}: Pick<Registry, 'items' | 'boards' | 'fills' | 'item'>): ((actor: string) => string) => {
  const listed = new Set([
    ...items.map(({ actor }) => actor),
    ...boards.map(({ id }) => id),
    ...fills.map(({ id }) => id),
  ])
  return (actor) => (listed.has(actor) || DLC.test(actor) ? actor : (item(actor)?.feed.id ?? 'unknown'))
}

/** Every name under which a tick may be counted. */
export const tickLabels = (registry: Registry): readonly string[] => {
  const labelOf = actorLabels(registry)
  const { boards, fills, items, internal, onDemand } = registry
  const actors = [...boards.map(({ id }) => id), ...fills.map(({ id }) => id)]
  const concluded = [...items, ...internal].map(({ actor }) => actor)
  return [...new Set([...[...actors, ...concluded].map(labelOf), ...onDemand.map(({ id }) => id)])]
}
