import { gzip } from 'node:zlib'
import { digestHex } from '../../canonical/digest.ts'
import type { Call } from './endpoint.ts'
import { takesGzip } from './gzip.ts'
import { CORS, JSON_TYPE } from './headers.ts'
import type { Soon } from './soon.ts'

/** Free documents: in gzip for those who take it, with an ETag, and not sent again to who has them. */

/** Answers with the document, or with 304 to a client that has it. */
export type Document = (call: Pick<Call, 'request'>) => Soon<Response>

const DIGITS = 32

/** A shorter text fits into the first packet of an answer anyway. */
const LEAST_PACKED = 1_024

const packed = (text: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Promise((done, fail) => gzip(text, (problem, bytes) => (problem ? fail(problem) : done(new Uint8Array(bytes)))))

/** Whether the client has one of these: `*`, or a tag of a list; weak tags compare like strong ones (RFC 9110 13.1.2). */
const isKnown = (tags: readonly string[], header: string | null): boolean =>
  (header ?? '')
    .split(',')
    .map((each) => each.trim().replace(/^W\//, ''))
    .some((each) => tags.includes(each) || each === '*')

/**
 * A document in text. Its tags and its packed form are made once, so a document that is asked for often should be kept.
 *
 * @param more further headers, `cache-control` among them, and the type of the content if it is not JSON
 */
export const textDocument = (text: string, { vary, ...more }: Readonly<Record<string, string>>): Document => {
  const hash = digestHex(text).slice(0, DIGITS)
  // The two forms differ in their bytes, so each has a strong tag of its own (RFC 9110 8.8.3.3).
  const [plainTag, packedTag] = [`"${hash}"`, `"${hash}-gzip"`]
  const headers = {
    ...CORS,
    'content-type': JSON_TYPE,
    vary: vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`,
    ...more,
  }
  let gzipped: Promise<Uint8Array<ArrayBuffer>> | null = null
  const inGzip = async (): Promise<Response> =>
    new Response(await (gzipped ??= packed(text)), {
      headers: { ...headers, etag: packedTag, 'content-encoding': 'gzip' },
    })
  return ({ request }) => {
    const isPacked = text.length >= LEAST_PACKED && takesGzip(request)
    if (isKnown([plainTag, packedTag], request.headers.get('if-none-match'))) {
      const { 'content-type': _none, ...kept } = headers
      return new Response(null, { status: 304, headers: { ...kept, etag: isPacked ? packedTag : plainTag } })
    }
    return isPacked ? inGzip() : new Response(text, { headers: { ...headers, etag: plainTag } })
  }
}

/** The same in JSON. */
export const jsonDocument = (body: unknown, more: Readonly<Record<string, string>>): Document =>
  textDocument(JSON.stringify(body), more)
