import { problem, type Problem } from './problem.ts'

/** The body of a request as text and as JSON. */
export interface JsonBody {
  readonly kind: 'body'
  /** The text as it was received, to which a payment is bound. */
  readonly text: string
  readonly value: unknown
}

/** Larger than the largest body that any path could accept. */
const MAX_BYTES = 65_536

/** A refused body is read to its end up to this size: a client that is cut off while sending may lose the answer. */
const MAX_HEARD = 1_048_576

/** The length that the request states; 0 without one. */
const announced = ({ headers }: Request): number => Number(headers.get('content-length') ?? 0)

/** Whether the body is so long that it is not read to its end. */
export const isFarTooLong = (request: Request): boolean => announced(request) > MAX_HEARD

const tooLarge = (most = MAX_BYTES): Problem => problem('payload_too_large', `Bodies have at most ${most} bytes here.`)

const invalid = (rule: string, message: string): Problem =>
  problem('invalid_request', 'The body cannot be read.', { details: [{ path: 'body', rule, message }] })

const heardOut = async (request: Request): Promise<void> => {
  for await (const _ of request.body ?? []);
}

/** Stops reading when the body becomes too long: a stream does not state its length. */
const bytesOf = async (request: Request, most: number): Promise<Buffer | null> => {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of request.body ?? []) {
    size += piece.length
    if (size > most) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** Whether the stated length is too long for every path. */
export const isTooLong = (request: Request): boolean => announced(request) > MAX_BYTES

/** Refuses a body that is too long; nothing of it is kept. */
export const refuseLong = async (request: Request): Promise<Problem> => {
  if (!isFarTooLong(request)) await heardOut(request).catch(() => {})
  return tooLarge()
}

/** Reads a body that no path uses, up to the limit, since a payment is bound to it all the same. */
export const readAnyBody = async (request: Request): Promise<string | Problem> => {
  const bytes = await bytesOf(request, MAX_BYTES).catch(() => undefined)
  if (bytes === undefined) return invalid('complete', 'ended before it was complete')
  return bytes === null ? tooLarge() : bytes.toString('latin1')
}

/**
 * Reads a JSON body up to the limit; 413, 415 or 400 otherwise.
 *
 * @param most bytes, for a path that takes less than the others
 */
export const readJsonBody = async (request: Request, most: number = MAX_BYTES): Promise<JsonBody | Problem> => {
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  const bytes = await bytesOf(request, most).catch(() => undefined)
  if (bytes === undefined) return invalid('complete', 'ended before it was complete')
  if (bytes === null) return tooLarge(most)
  if (bytes.length === 0) return invalid('missing', 'a JSON object is required')
  if (type !== 'application/json')
    return problem('unsupported_media_type', 'Send the body as content-type: application/json.')
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return { kind: 'body', text, value: JSON.parse(text) as unknown }
  } catch {
    return invalid('json', 'is not JSON in UTF-8')
  }
}
