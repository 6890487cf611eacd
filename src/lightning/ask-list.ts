import { type Static, type TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

/** Reads one page of a node's list of invoices. */

/** The address of a node, and the credentials for it. */
export interface InvoiceListAccess {
  /** No slash at the end. */
  readonly url: string
  readonly secret: string
  /** PEM of a node with a self-signed certificate. */
  readonly tlsCa?: string
}

/** A node's list could not be read. The message is a sentence for operators and contains no secret. */
export class CannotList extends Error {
  override readonly name = 'CannotList'
}

export interface InvoiceListQuestion {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** When it is set, the request is a POST. */
  readonly json?: unknown
}

const LIMIT_MS = 30_000
/** A page of five hundred invoices, each with one or two kilobytes. */
const MAX_BYTES = 8 << 20

const asked = async (
  { url, tlsCa }: InvoiceListAccess,
  { path, headers, json }: InvoiceListQuestion,
): Promise<Response> => {
  try {
    return await fetch(url + path, {
      method: json === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      signal: AbortSignal.timeout(LIMIT_MS),
      // A node does not change its address: to follow a redirect would show the credential to another server.
      redirect: 'manual',
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(tlsCa !== undefined && { tls: { ca: tlsCa } }),
    })
  } catch {
    throw new CannotList('the Lightning node does not answer. Check LIGHTNING_URL and LIGHTNING_TLS_CERT.')
  }
}

/** A body above the limit is refused as a whole. Leaving the loop closes the connection. */
const bytesOf = async (response: Response): Promise<Buffer> => {
  const pieces: Uint8Array[] = []
  let size = 0
  try {
    for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      size += piece.byteLength
      if (size > MAX_BYTES) break
      pieces.push(piece)
    }
  } catch {
    return Buffer.alloc(0)
  }
  if (size > MAX_BYTES) throw new CannotList('the Lightning node sent more than a page of invoices.')
  return Buffer.concat(pieces)
}

const bodyOf = async (response: Response): Promise<unknown> => {
  const text = (await bytesOf(response)).toString('utf8')
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The page, checked against the documented schema. Throws `CannotList`. */
export const askList = async <Shape extends TSchema>(
  access: InvoiceListAccess,
  question: InvoiceListQuestion,
  shape: Shape,
): Promise<Static<Shape>> => {
  const response = await asked(access, question)
  const body = await bodyOf(response)
  const { status } = response
  // LND and Core Lightning report this with 500 too, in texts of their own.
  if (
    status === 401 ||
    status === 403 ||
    (/permission|not permitted|macaroon|rune/i.test(JSON.stringify(body)) && status >= 400)
  )
    throw new CannotList(
      'LIGHTNING_SECRET may not list invoices. Give a credential that may read them, for this command.',
    )
  if (status !== 200 && status !== 201) throw new CannotList(`the Lightning node answered with status ${status}.`)
  if (!Value.Check(shape, body)) throw new CannotList('the answer of the Lightning node lacks a documented field.')
  return body
}
