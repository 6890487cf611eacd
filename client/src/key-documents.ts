import { type AgreedKeys, agreedKeys } from '../../src/canonical/key-agreement.ts'
import { readChains } from '../../src/canonical/key-chain.ts'
import { KEYS_PATH } from '../../src/canonical/key-document.ts'
import { verifiersFor } from '../../src/canonical/key-validity.ts'
import type { Unread } from '../../src/canonical/pinned-answer.ts'
import { readAnswerBody } from '../../src/canonical/read-body.ts'
import { ask, type Fetch, isGood, requestFor } from './request.ts'
import type { Body, PinnedKeys } from './verify.ts'

/** As long as the service lets it be kept. */
const KEPT_MS = 60_000

/** Four hundred keys that followed one another are shorter. Whoever sends more wants to keep a buyer busy. */
const MOST_LETTERS = 1_000_000

/** The answer is paid for, and can be fetched again for two minutes: one lost request must not spoil it. */
const PATIENCE_MS = 10_000
const TRY_MS = 5_000
const PAUSE_MS = 500

/** Where documents are read. */
export interface KeyPlace {
  readonly send: Fetch
  /** `https://host` */
  readonly origin: string
  /** How long it is tried, at most; milliseconds. */
  readonly patienceMs: number
}

const isOf = (body: Body, answer: Body): boolean => {
  const { checks, chains } = readChains(body, verifiersFor(answer))
  const names = chains.flatMap(({ documents }) => documents.map(({ publicKey }) => publicKey))
  return checks.every(({ ok }) => ok) && names.some((key) => key === answer['pubkey'])
}

/**
 * `/.well-known/claros-keys.json`, read when an answer has a key that is not known. What held once is kept: for a minute it
 * is not asked for again, later documents must go on from it, and where none can be read it is as good as it was.
 *
 * @param known documents that the buyer kept from before
 */
export const keyDocuments = ({ send, origin, patienceMs }: KeyPlace, known: Body | null): PinnedKeys['documents'] => {
  let kept: { readonly body: Body; readonly since: number } | null = known && { body: known, since: 0 }
  let underWay: Promise<Body | null> | null = null

  const readOnce = async (): Promise<Body | null> => {
    try {
      const reply = await ask(send, requestFor(origin, KEYS_PATH, {}), {}, TRY_MS)
      return isGood(reply) && reply.text.length <= MOST_LETTERS ? readAnswerBody(reply.text) : null
    } catch {
      return null
    }
  }
  const read = async (): Promise<Body | null> => {
    const until = Date.now() + Math.min(patienceMs, PATIENCE_MS)
    for (;;) {
      const body = await readOnce()
      if (body || Date.now() + PAUSE_MS > until) return body
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
  return async (answer): Promise<AgreedKeys | Unread> => {
    if (kept && Date.now() - kept.since < KEPT_MS && isOf(kept.body, answer)) return { checks: [], body: kept.body }
    const body = await (underWay ??= read().finally(() => {
      underWay = null
    }))
    if (!body) return kept ? { checks: [], body: kept.body } : 'unread'
    const agreed = agreedKeys(kept ? [kept.body, body] : [body])
    if (agreed.checks.every(({ ok }) => ok) && isOf(agreed.body, answer))
      kept = { body: agreed.body, since: Date.now() }
    return agreed
  }
}
