import type { Json } from '../../src/canonical/jcs.ts'
import { type Verification, verifyAnswer } from '../../src/canonical/verify.ts'
import { layoutsFor } from '../../src/feeds/layouts.ts'

export type Body = Readonly<Record<string, Json>>

/** The key that the answer must be signed with: its own, if that is one of these. */
const expected = (keys: readonly string[], { pubkey }: Body): string | undefined =>
  keys.find((key) => key === pubkey) ?? keys[0]

/**
 * Every check of `claros verify`, without the network.
 *
 * @param keys public keys in hex, one of which must have signed; any may if there are none
 */
export const verifyBody = async (body: Body, keys: readonly string[] = []): Promise<Verification> => {
  const layouts = await layoutsFor(String(body['canonical']))
  const publicKey = expected(keys, body)
  return verifyAnswer(body, { layouts, ...(publicKey !== undefined && { publicKey }) })
}

/** The verdict on what is no JSON object. */
export const UNREADABLE: Verification = { ok: false, checks: [{ what: 'the body is a JSON object', ok: false }] }
