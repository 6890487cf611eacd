import type { Rail } from '../../canonical/snapshot.ts'
import type { PastReader } from '../../feeds/history/archive.ts'
import type { SpanRequest } from '../../feeds/history/computed.ts'
import { computedFeed } from '../../feeds/history/computed-feeds.ts'
import type { AnswerStore } from '../../store/claims/answers.ts'
import { countedRows } from '../../store/published/counted-archive.ts'
import type { KeyWatch } from './key-watch.ts'
import { signAnswer, type AnswerSigner } from './sign-answer.ts'

/** Rows keep the signature of this rail (`recorder.ts`). */
const KEPT_RAIL: Rail = 'x402'

/** The request of a server. Feed and subject are in the actor's id. */
export interface ComputeRequest {
  readonly rail: Rail
  readonly wish: SpanRequest
  /** The id under which the answer is stored. */
  readonly id: string
}

export interface ComputeParts {
  readonly archive: PastReader
  readonly made: Pick<AnswerStore, 'keep'>
  /** Rows by keys that do not count at their time are left out: no buyer could verify them. */
  readonly counts: KeyWatch['counts']
}

/**
 * Makes and signs one answer from stored rows, and stores it for the server. It is not the result of the job, since
 * queues keep results longer than needed. False when there are no rows.
 */
export const computeAnswer = async (
  { archive, made, counts }: ComputeParts,
  sealer: AnswerSigner,
  actor: string,
  { rail, wish, id }: ComputeRequest,
): Promise<boolean> => {
  const cut = actor.lastIndexOf('/')
  const feed = computedFeed(actor.slice(0, cut))
  const subject = feed?.subjects.find(({ key }) => key === actor.slice(cut + 1))
  if (!feed || !subject) throw new Error(`${actor} is not a feed that answers questions`)
  const rows = countedRows(archive.rows, (publicKey, seconds) => counts(KEPT_RAIL, publicKey, seconds))
  const content = await feed.conclude(subject, wish, { ...archive, rows })
  if (content === null) return false
  const body = signAnswer(sealer, rail, content, (hash, envelope) =>
    feed.canonical.write(feed.tokens(content, hash), envelope),
  )
  await made.keep(id, body)
  return true
}
