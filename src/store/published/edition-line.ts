import type { Edition } from '../../canonical/snapshot.ts'
import { UnreadableRecord } from '../redis/stored.ts'

/** The form of an edition in its list. */
export const writeEdition = ({ canonical, signature }: Edition): string => `${signature} ${canonical}`

/** An edition in the form of its list. Throws `UnreadableRecord`. */
export const readEdition = (line: string): Edition => {
  const blank = line.indexOf(' ')
  if (blank < 1) throw new UnreadableRecord('edition', 'it has no signature and text')
  return { signature: line.slice(0, blank), canonical: line.slice(blank + 1) }
}
