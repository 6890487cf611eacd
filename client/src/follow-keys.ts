import type { Check } from '../../src/canonical/check.ts'
import { ANSWER_KEYS, readChains } from '../../src/canonical/key-chain.ts'
import { withKeys } from '../../src/canonical/key-validity.ts'
import type { Layout } from '../../src/canonical/layout.ts'
import { type Verification, verifyAnswer } from '../../src/canonical/verify.ts'
import type { Body, PinnedKeys } from './verify.ts'

/** It may be of a key that followed: nobody knows until its payment is gone on with. */
const UNREAD: Check = { what: 'the key documents of the service can be read', ok: false }

/** An answer of another key than those that were known: it is whole if the documents lead from one of them to it. */
export const followed = async (
  body: Body,
  layouts: readonly Layout[],
  { keys, documents }: PinnedKeys,
): Promise<Verification> => {
  const found = await documents(String(body['pubkey']))
  if (found !== null && found !== 'unread')
    return withKeys(verifyAnswer(body, { layouts }), body, readChains(found, ANSWER_KEYS), layouts, keys)
  const { checks } = verifyAnswer(body, { layouts, publicKey: keys[0]! })
  return { ok: false, checks: found === null ? checks : [...checks, UNREAD] }
}
