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
  internal,
  boards,
  fills,
  item,
}: Pick<Registry, 'items' | 'internal' | 'boards' | 'fills' | 'item'>): ((actor: string) => string) => {
  const listed = new Set([
    ...items.map(({ actor }) => actor),
    ...internal.map(({ actor }) => actor),
    ...boards.map(({ id }) => id),
    ...fills.map(({ id }) => id),
  ])
  return (actor) => (listed.has(actor) || DLC.test(actor) ? actor : (item(actor)?.feed.id ?? 'unknown'))
}

/** Every name under which a tick may be counted. */
export const tickLabels = ({ items, internal, boards, fills, onDemand }: Registry): readonly string[] => [
  ...[...items, ...internal].map(({ actor }) => actor),
  ...[...boards, ...fills, ...onDemand].map(({ id }) => id),
]
