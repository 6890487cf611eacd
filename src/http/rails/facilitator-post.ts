import { EXTENSION_RESPONSES } from './extension-responses.ts'
import type { CallHeaders } from './facilitator-credentials.ts'
import { boundedText } from './bounded-text.ts'

/** The result of one request to a facilitator. */
export type FacilitatorReply =
  | {
      readonly kind: 'reply'
      readonly status: number
      readonly body: unknown
      /** The header `EXTENSION-RESPONSES` as it came; `null` without one. */
      readonly extensionResponses: string | null
    }
  /** Certainly not sent: there was no connection. */
  | { readonly kind: 'unreached' }
  /** It may have been sent, and there was no valid answer. */
  | { readonly kind: 'silent' }

/** Settling can take a block or longer. After this time the chain is asked for the result. */
export const TIME_LIMIT_MS = 20_000
/** An answer has less than 1 kB. */
const MAX_BYTES = 65_536

/** There was no address, or nothing listened there. A request that fails later may have been read. */
const NO_CONNECTION: readonly unknown[] = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']

/**
 * Posts to a facilitator. Never throws. The official client is not used here: it follows redirects, which would show
 * payment and credentials to another host, and it reads answers of any length. Neither can be turned off.
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
