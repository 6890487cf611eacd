import type { Registry } from './registry.ts'

/** Sold beside the feeds; one name per kind. */
const DLC = /^dlc\/[a-z]+$/

/**
 * The name under which an actor is counted. What is listed in a definition is counted by itself; a subject that somebody
 * made up by asking is counted under its feed, or strangers would decide how many series there are.
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
