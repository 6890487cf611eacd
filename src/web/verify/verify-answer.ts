import type { Json } from '../../canonical/jcs.ts'
import { KEYS_PATH } from '../../canonical/key-document.ts'
import { ANSWER_KEYS, readChains } from '../../canonical/key-chain.ts'
import { successorOf, withKeys } from '../../canonical/key-validity.ts'
import { type Verification, verifyAnswer } from '../../canonical/verify.ts'
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

/** What was found, and by which key the pinned one was replaced. */
export interface Found extends Verification {
  readonly successor: string | null
}

/**
 * Every layout is loaded before, and what the service says of its keys: so a check needs no network, and a body under
 * another's string is found.
 */
export const verifierOf = async (): Promise<(body: AnswerBody, pinned: string | null) => Found> => {
  const [layouts, documents] = await Promise.all([everyLayout(), getJson<AnswerBody>(KEYS_PATH).catch(() => null)])
  const read = documents && readChains(documents, ANSWER_KEYS)
  return (body, pinned) => {
    if (pinned === null) return { ...verifyAnswer(body, { layouts }), successor: null }
    if (!read || body['pubkey'] === pinned)
      return { ...verifyAnswer(body, { layouts, publicKey: pinned }), successor: null }
    const found = withKeys(verifyAnswer(body, { layouts }), body, read, layouts, [pinned])
    return { ...found, successor: found.ok ? successorOf(pinned, body['signingScheme'], read.chains) : null }
  }
}
