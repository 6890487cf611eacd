import type { Bought, Paid } from '../../../client/src/bought.ts'
import type { Receipt } from '../../../client/src/receipt.ts'
import { membersIn } from '../../../client/src/request.ts'
import { type Body, verifyBody } from '../../../client/src/verify.ts'
import { tabMemory } from '../parts/memory.ts'

/**
 * The answer that was bought last for a path, until it is downloaded: a page that is loaded again shows it again. What
 * only its buyer is told, the token that manages an event, stands nowhere else.
 */

const nameFor = (path: string): string => `claros-answer ${path}`

/** Bytes and facts; what the bytes say is found again. */
interface KeptAnswer {
  readonly body: string
  readonly receipt: Receipt | null
  readonly paid: Paid | null
}

export const keepAnswer = (path: string, { body, receipt, paid }: Bought): void =>
  void tabMemory.set(nameFor(path), JSON.stringify({ body, receipt, paid } satisfies KeptAnswer))

export const forgetAnswer = (path: string): void => tabMemory.remove(nameFor(path))

const read = (path: string): KeptAnswer | null => {
  const kept = membersIn(tabMemory.get(nameFor(path)) ?? '') as KeptAnswer | null
  return typeof kept?.body === 'string' ? kept : null
}

export const hasKeptAnswer = (path: string): boolean => read(path) !== null

/** The answer, verified again; `null` where there is none. */
export const keptAnswer = async (path: string): Promise<Bought | null> => {
  const kept = read(path)
  const answer = kept && (membersIn(kept.body) as Body | null)
  return kept && answer ? { ...kept, answer, verification: await verifyBody(answer) } : null
}
