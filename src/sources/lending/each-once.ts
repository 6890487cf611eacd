import { UnreadableReply } from '../query.ts'

/**
 * The rows themselves, if no two of them have one id: what is listed twice would count twice in every sum.
 *
 * @throws UnreadableReply
 */
export const eachOnce = <T>(rows: readonly T[], idOf: (row: T) => string): readonly T[] => {
  if (new Set(rows.map(idOf)).size < rows.length) throw new UnreadableReply('a row is listed twice')
  return rows
}
