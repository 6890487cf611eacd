import type { AgreedKeys } from '../../src/canonical/key-agreement.ts'
import type { Json } from '../../src/canonical/jcs.ts'
import type { PinnedVerification, Unread } from '../../src/canonical/pinned-answer.ts'
import { type Verification, verifyAnswer } from '../../src/canonical/verify.ts'
import { written } from '../../src/canonical/written.ts'
import { layoutsFor } from '../../src/feeds/layouts.ts'

export type Body = Readonly<Record<string, Json>>

/** Keys that the buyer knew before, and the documents that lead from one that was replaced to the one of today. */
export interface PinnedKeys {
  /** Public keys in hex; any may have signed if there are none. */
  readonly keys: readonly string[]
  /** Documents that were kept from before, if any: then each answer is held against them. */
  readonly known: Body | null
  /** `/.well-known/claros-keys.json`, which need not be believed: it is bound to a key that was known. */
  readonly documents: (answer: Body) => Promise<AgreedKeys | Unread>
}

/** Every check of `claros verify`, with key documents or without. */
export const verifyBody = async (
  body: Body,
  keys: readonly string[] = [],
  documents: PinnedKeys['documents'] | null = null,
): Promise<PinnedVerification> => {
  const layouts = await layoutsFor(written(body['canonical']))
  if (documents) {
    const { verifyPinned } = await import('../../src/canonical/pinned-answer.ts')
    const whole = verifyAnswer(body, { layouts })
    return whole.ok ? verifyPinned(body, layouts, keys, await documents(body)) : whole
  }
  const own = keys.find((key) => key === body['pubkey']) ?? keys[0]
  return verifyAnswer(body, { layouts, ...(own !== undefined && { publicKey: own }) })
}

/**
 * The same of an answer that was bought: documents are read where another key than those that were known has signed, or where
 * some were kept.
 */
export const verifyBought = (body: Body, { keys, known, documents }: PinnedKeys): Promise<PinnedVerification> => {
  const isStrange = keys.length > 0 && !keys.includes(written(body['pubkey']))
  return verifyBody(body, keys, isStrange || known ? documents : null)
}

/** The verdict on what is no JSON object. */
export const UNREADABLE: Verification = { ok: false, checks: [{ what: 'the body is a JSON object', ok: false }] }
