import { type Bought, bought } from './bought.ts'
import { Refused } from './errors.ts'
import { reach } from './reach.ts'
import { refusal } from './refusals.ts'
import { type Fetch, isGood, membersIn, requestFor } from './request.ts'
import type { PinnedKeys } from './verify.ts'

/** `/receipts/{id}`: what became of a payment of which the id alone is known. */

/** The text of a member, as it came: what was signed must not pass through a parser and back. */
const answerIn = (text: string): string | null => {
  const head = membersIn(text)
  if (typeof head?.['answer'] !== 'object' || head['answer'] === null) return null
  // The service appends the answer as the last member.
  const start = text.indexOf(',"answer":')
  return start < 0 ? JSON.stringify(head['answer']) : text.slice(start + ',"answer":'.length, text.lastIndexOf('}'))
}

/** @throws Refused with `not_kept` or `not_charged`, or with the code of the service */
export const resumeById = async (fetch: Fetch, origin: string, id: string, pinned: PinnedKeys): Promise<Bought> => {
  const reply = await reach(fetch, requestFor(origin, '/receipts/{id}', { path: { id } }))
  if (!isGood(reply)) throw refusal(reply)
  const answer = answerIn(reply.text)
  if (answer !== null) return bought({ text: answer, headers: reply.headers }, null, pinned, null)
  const state = String(membersIn(reply.text)?.['state'])
  if (state === 'released') throw new Refused('not_charged', 'that payment bought nothing and was not charged')
  if (state === 'spent') throw new Refused('not_kept', 'that answer is not handed out any more')
  throw new Refused('payment_in_progress', 'that payment is still being settled; ask again')
}
