import type { Json } from '../../canonical/jcs.ts'
import { KEYS_PATH } from '../../canonical/key-document.ts'
import type { AgreedKeys } from '../../canonical/key-agreement.ts'
import { readChains } from '../../canonical/key-chain.ts'
import { nameKey, verifiersFor } from '../../canonical/key-validity.ts'
import { type PinnedVerification, type Unread, verifyPinned } from '../../canonical/pinned-answer.ts'
import { verifyAnswer } from '../../canonical/verify.ts'
import { everyLayout } from '../../feeds/layouts.ts'
import { getJson } from '../wire/get-json.ts'

/** The body of an answer. */
export type AnswerBody = Readonly<Record<string, Json>>

/** Why a pasted text is no answer, or the answer. */
export type PastedAnswer = { readonly body: AnswerBody } | { readonly fault: string }

/** No answer is nearly as long. A browser that judges more than that stands still for a while. */
export const MOST_LETTERS = 4_000_000
export const TOO_LONG = 'That is longer than any answer.'

/** JSON as it was delivered, with or without blanks around it. */
export const readPasted = (text: string): PastedAnswer => {
  if (text.length > MOST_LETTERS) return { fault: TOO_LONG }
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { fault: 'That is JSON, but no object. Paste the whole body of a paid answer.' }
    const body = value as AnswerBody
    if (typeof body['canonical'] !== 'string')
      return { fault: 'There is no canonical string in it. Paste the whole body of a paid answer, as it came.' }
    return { body }
  } catch {
    return { fault: 'That is no JSON. Paste the whole body of a paid answer, as it came.' }
  }
}

/** What the service says of its keys. */
export type ServiceKeys = AgreedKeys | Unread

/** A page that waits for them would verify nothing meanwhile. */
const KEYS_MS = 5_000

export const readServiceKeys = (): Promise<ServiceKeys> =>
  getJson<AnswerBody>(KEYS_PATH, { cache: 'no-cache', signal: AbortSignal.timeout(KEYS_MS) }).then(
    (body) => ({ checks: [], body }),
    () => 'unread',
  )

const names = (keys: ServiceKeys, key: string, body: AnswerBody): boolean =>
  keys !== 'unread' && nameKey(readChains(keys.body, verifiersFor(body)).chains, key)

export type Verifier = (body: AnswerBody, pinned: string | null, keys: ServiceKeys) => PinnedVerification

/** Every layout is loaded before: so a check needs no network, and a body under another's string is found. */
export const verifierOf = async (): Promise<Verifier> => {
  const layouts = await everyLayout()
  return (body, pinned, keys) => {
    if (pinned === null) return verifyAnswer(body, { layouts })
    // The key itself, of this service or of another one. Of this one it may have ended since.
    if (body['pubkey'] === pinned && !names(keys, pinned, body))
      return verifyAnswer(body, { layouts, publicKey: pinned })
    return verifyPinned(body, layouts, [pinned], keys)
  }
}
