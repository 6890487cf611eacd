import { UnreadableReply } from '../query.ts'
import type { ReadCall } from './contract-calls.ts'

/** What two nodes said to the same calls at the same block. */

/** By the name of the call: the answer as hex without `0x`, empty where the contract refused, `null` where they differ. */
export type SaidWords = Readonly<Record<string, string | null>>

export const callName = ({ to, data }: ReadCall): string => `${to.toLowerCase()} ${data}`

/** The two nodes contradict each other, or one of them was not asked: nothing is known, and what was known stands. */
export class NodesDiffer extends Error {
  override readonly name = 'NodesDiffer'
}

/**
 * @throws NodesDiffer if the nodes differ
 * @throws UnreadableReply if both say that the contract does not answer: it has moved, and that is no rate of zero
 */
export const saidTo = (words: SaidWords, call: ReadCall): string => {
  const said = words[callName(call)]
  if (said === undefined || said === null) throw new NodesDiffer(callName(call))
  if (said === '') throw new UnreadableReply(`${call.to} does not answer ${call.data.slice(0, 8)}`)
  return said
}

/** Two lists of answers as one. */
export const agreedWords = (
  calls: readonly ReadCall[],
  first: readonly string[],
  second: readonly string[],
): SaidWords =>
  Object.fromEntries(calls.map((call, at) => [callName(call), first[at] === second[at] ? first[at]! : null]))
