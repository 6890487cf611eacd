import type { Json } from '../../canonical/jcs.ts'
import type { Layout } from '../../canonical/layout.ts'
import { type Verification, verifyAnswer } from '../../canonical/verify.ts'
import { everyLayout } from '../../feeds/layouts.ts'

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

/** Every layout is loaded before: so a check needs no network, and a body under another's string is found. */
export const verifierOf = async (): Promise<(body: AnswerBody, publicKey: string | null) => Verification> => {
  const layouts: readonly Layout[] = await everyLayout()
  return (body, publicKey) => verifyAnswer(body, { layouts, ...(publicKey !== null && { publicKey }) })
}
