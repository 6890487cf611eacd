import { EXTENSION_RESPONSES } from './extension-responses.ts'
import type { CallHeaders } from './facilitator-credentials.ts'
import { boundedText } from './bounded-text.ts'

/** What came of one request to a facilitator. */
export type FacilitatorReply =
  | {
      readonly kind: 'reply'
      readonly status: number
      readonly body: unknown
      /** The header `EXTENSION-RESPONSES` as it came; `null` without one. */
      readonly extensionResponses: string | null
    }
  /** Surely never sent: there was no connection to send it over. */
  | { readonly kind: 'unreached' }
  /** Sent or not, and no answer that is one. */
  | { readonly kind: 'silent' }

/** Settling can take a block and a bad minute; after this the chain is asked, not the payer. */
export const TIME_LIMIT_MS = 20_000
/** An answer has less than 1 kB. */
const MAX_BYTES = 65_536

/** There was no address, or nobody at it. What fails later may have been read. */
const NO_CONNECTION: readonly unknown[] = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']

/**
 * The official client follows redirects, which would show a payment and a credential to somebody else, and reads as much
 * as it is sent; neither can be told otherwise. Never throws.
 */
export const postToFacilitator = async (
  url: string,
  headers: CallHeaders,
  body: object,
  limitMs = TIME_LIMIT_MS,
): Promise<FacilitatorReply> => {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers('POST', url) },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(limitMs),
    })
    const text = await boundedText(response, MAX_BYTES)
    if (text === null) return { kind: 'silent' }
    const extensionResponses = response.headers.get(EXTENSION_RESPONSES)
    return { kind: 'reply', status: response.status, body: JSON.parse(text), extensionResponses }
  } catch (problem) {
    const { code } = (problem ?? {}) as { readonly code?: unknown }
    return { kind: NO_CONNECTION.includes(code) ? 'unreached' : 'silent' }
  }
}
