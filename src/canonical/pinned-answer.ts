import type { AgreedKeys } from './key-agreement.ts'
import { readChains } from './key-chain.ts'
import { successorOf, verifiersFor, withKeys } from './key-validity.ts'
import type { Json } from './jcs.ts'
import type { Layout } from './layout.ts'
import { type Verification, verifyAnswer } from './verify.ts'

/** An answer, for whoever knew keys of the service before, and what the service says of its keys. */

type Members = Readonly<Record<string, Json>>

export interface PinnedVerification extends Verification {
  /** The newest key, where a key that was known was replaced: know that one from now on, in place of the old one. */
  readonly successor?: string
  /** Nothing speaks against the answer, but whether its key is one of the service is not known. */
  readonly unread?: true
}

/** Key documents that could not be had. */
export type Unread = 'unread'

/**
 * @param pinned public keys that were known before; none: the documents alone say which are the service's
 * @param keys key documents, from one place or several
 */
export const verifyPinned = (
  body: Members,
  layouts: readonly Layout[],
  pinned: readonly string[],
  keys: AgreedKeys | Unread,
): PinnedVerification => {
  const whole = verifyAnswer(body, { layouts })
  if (keys === 'unread') {
    const checks = [...whole.checks, { what: 'key documents that lead to its key can be read', ok: false }]
    return { ok: false, checks, ...(whole.ok && { unread: true }) }
  }
  const read = readChains(keys.body, verifiersFor(body))
  const { checks } = withKeys(whole, body, read, layouts, pinned)
  const all = [...checks, ...keys.checks]
  const ok = all.every((check) => check.ok)
  const successors = ok ? pinned.map((key) => successorOf(key, body['signingScheme'], read.chains)) : []
  const successor = successors.find((key) => key !== null)
  return { ok, checks: all, ...(successor !== undefined && !pinned.includes(successor) && { successor }) }
}
