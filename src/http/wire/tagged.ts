import { digestHex } from '../../canonical/digest.ts'
import type { Json } from '../../canonical/jcs.ts'
import type { Call } from './endpoint.ts'
import { CORS, JSON_TYPE } from './headers.ts'

/** A document that changes with the release alone. */

const DIGITS = 32

/** Whether the client has this version: `*`, or one tag of a list; weak tags compare like strong ones (RFC 9110 13.1.2). */
const isKnown = (tag: string, header: string | null): boolean =>
  (header ?? '')
    .split(',')
    .map((each) => each.trim().replace(/^W\//, ''))
    .some((each) => each === tag || each === '*')

/** Answers 304 to a client that has it. */
export const taggedDocument = (document: Json, maxAgeSeconds: number): ((call: Call) => Response) => {
  const text = JSON.stringify(document)
  const tag = `"${digestHex(text).slice(0, DIGITS)}"`
  const headers = { ...CORS, etag: tag, 'cache-control': `public, max-age=${maxAgeSeconds}` }
  return ({ request }) =>
    isKnown(tag, request.headers.get('if-none-match'))
      ? new Response(null, { status: 304, headers })
      : new Response(text, { headers: { ...headers, 'content-type': JSON_TYPE } })
}
