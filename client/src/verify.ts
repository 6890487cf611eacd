import type { Json } from '../../src/canonical/jcs.ts'
import { type Verification, verifyAnswer } from '../../src/canonical/verify.ts'
import { layoutsFor } from '../../src/feeds/layouts.ts'

export type Body = Readonly<Record<string, Json>>

/** Keys that the buyer knew before, and the documents that lead from one that was replaced to the one of today. */
export interface PinnedKeys {
  /** Public keys in hex; any may have signed if there are none. */
  readonly keys: readonly string[]
  /**
   * `/.well-known/claros-keys.json`, which need not be believed: it is bound to a key that was known.
   *
   * @param publicKey what is looked for in it
   * @returns `null` where there are none to be had
   */
  readonly documents: (publicKey: string) => Promise<Body | 'unread' | null>
}

/**
 * Every check of `claros verify`, without the network unless another key than those that were known has signed: then the
 * documents of the service must lead from one of them to it.
 */
export const verifyBody = async (body: Body, pinned: PinnedKeys | null = null): Promise<Verification> => {
  const layouts = await layoutsFor(String(body['canonical']))
  if (!pinned?.keys.length) return verifyAnswer(body, { layouts })
  const publicKey = String(body['pubkey'])
  if (pinned.keys.includes(publicKey)) return verifyAnswer(body, { layouts, publicKey })
  return (await import('./follow-keys.ts')).followed(body, layouts, pinned)
}

/** The verdict on what is no JSON object. */
export const UNREADABLE: Verification = { ok: false, checks: [{ what: 'the body is a JSON object', ok: false }] }
