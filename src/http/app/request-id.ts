import type { Random } from '../../ports.ts'
import { REQUEST_ID } from '../wire/header-names.ts'

/**
 * An id for each request: in its answer, and in every line of the log about it. A plain token of the client is taken
 * for it, so that a line is found by the id that a proxy or a buyer's own log has. The longest that is taken is a UUID:
 * no preimage, address, signature or token of ours is so short, so none gets into the log this way.
 */

const PLAIN = /^[A-Za-z0-9._-]{8,36}$/

const ID_BYTES = 10
/** Drawn at once, since each draw asks the operating system. */
const DRAWN = 400

export const createRequestIds = (random: Random): ((request: Request) => string) => {
  let pool = Buffer.alloc(0)
  let at = 0
  const own = (): string => {
    if (at >= pool.length) {
      pool = Buffer.from(random.bytes(ID_BYTES * DRAWN))
      at = 0
    }
    return pool.toString('hex', at, (at += ID_BYTES))
  }
  return (request) => {
    const asked = request.headers.get(REQUEST_ID)
    return asked !== null && PLAIN.test(asked) ? asked : own()
  }
}

/** The answer with the id of its request. One that several requests share is copied: it has somebody else's id. */
export const withRequestId = (response: Response, id: string): Response => {
  const own = response.headers.has(REQUEST_ID) ? new Response(response.clone().body, response) : response
  own.headers.set(REQUEST_ID, id)
  return own
}
