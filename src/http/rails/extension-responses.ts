/**
 * `EXTENSION-RESPONSES`, a header of a facilitator's answers to `/verify` and `/settle`: base64 of a JSON object with
 * the result of each extension of the payment, `{"bazaar":{"status":"rejected","rejectedReason":"…"}}`. It never
 * changes the result of a payment. It tells an operator why a route is not in the catalogue.
 */

export const EXTENSION_RESPONSES = 'extension-responses'

/** The result of one extension. */
export interface ExtensionResponse {
  /** `bazaar` */
  readonly extension: string
  /** `unknown`: another word than the three of the x402 specification, or none. */
  readonly status: 'success' | 'processing' | 'rejected' | 'unknown'
  /** In the facilitator's words; may be empty. */
  readonly reason: string
}

const STATUSES = ['success', 'processing', 'rejected'] as const

const MAX_HEADER = 8_192
const MAX_EXTENSIONS = 16
const MAX_NAME = 64
const MAX_REASON = 200

/** The facilitator's text, shortened to one line for the log. */
const oneLine = (text: unknown, most: number): string =>
  typeof text === 'string'
    ? text
        .replace(/[\p{C}\s]+/gu, ' ')
        // The facilitator saw nonces and signatures, which must not be in a log.
        .replace(/[0-9a-f]{64,}/gi, '…')
        .trim()
        .slice(0, most)
    : ''

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const decoded = (header: string): unknown => {
  if (header.length > MAX_HEADER || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(header)) return null
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(header, 'base64')))
  } catch {
    return null
  }
}

/** The names under which facilitators give a reason; that of the x402 specification comes first. */
const REASONS = ['rejectedReason', 'reason', 'code'] as const

const responseOf = ([name, value]: readonly [string, unknown]): ExtensionResponse => {
  const said = isFields(value) ? value : {}
  return {
    extension: oneLine(name, MAX_NAME),
    status: STATUSES.find((status) => status === said['status']) ?? 'unknown',
    reason: REASONS.map((reason) => oneLine(said[reason], MAX_REASON)).find((reason) => reason !== '') ?? '',
  }
}

/** Reads the decoded header, which the official client passes on as `extensionResponses`. */
export const extensionResponsesOf = (value: unknown): readonly ExtensionResponse[] =>
  isFields(value) ? Object.entries(value).slice(0, MAX_EXTENSIONS).map(responseOf) : []

/** Whether it states the result of an extension: `extensions` of a body may also repeat the request. */
const isSaid = ({ status }: ExtensionResponse): boolean => status !== 'unknown'

/**
 * All extension results of one answer: from its header, or from the body of a facilitator that writes them there, as
 * `extensionResponses` or among the extensions.
 */
export const extensionResponsesIn = (header: string | null, body: unknown): readonly ExtensionResponse[] => {
  const said = readExtensionResponses(header)
  if (said.length > 0 || !isFields(body)) return said
  const named = extensionResponsesOf(body['extensionResponses'])
  return named.length > 0 ? named : extensionResponsesOf(body['extensions']).filter(isSaid)
}

/** Reads the header; empty if there is none or it cannot be read. */
export const readExtensionResponses = (header: string | null): readonly ExtensionResponse[] =>
  header === null ? [] : extensionResponsesOf(decoded(header.trim()))
