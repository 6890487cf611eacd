import { KEYS_PATH } from '../../src/canonical/key-document.ts'
import { readAnswerBody } from '../../src/canonical/read-body.ts'
import { ask, type Fetch, isGood, requestFor } from './request.ts'
import type { PinnedKeys } from './verify.ts'

/** As long as the service lets it be kept. */
const KEPT_MS = 60_000

/** A thousand keys that followed one another are shorter. Whoever sends more wants to keep a buyer busy. */
const MOST_LETTERS = 1_000_000

/** `/.well-known/claros-keys.json`, read when an answer has a key that is not known, and kept for a minute. */
export const keyDocuments = (send: Fetch, origin: string): PinnedKeys['documents'] => {
  let kept: { readonly text: string; readonly since: number } | null = null
  const read = async (): Promise<string | null> => {
    try {
      const reply = await ask(send, requestFor(origin, KEYS_PATH, {}))
      return isGood(reply) && reply.text.length <= MOST_LETTERS ? reply.text : null
    } catch {
      return null
    }
  }
  return async (publicKey) => {
    const now = Date.now()
    if (!kept || now - kept.since > KEPT_MS || !kept.text.includes(publicKey)) {
      const text = await read()
      kept = text === null ? null : { text, since: now }
    }
    return (kept && readAnswerBody(kept.text)) ?? 'unread'
  }
}
