import { Refused } from './errors.ts'
import { ask, type Fetch, type Reply, type SentRequest } from './request.ts'

/** Asks before anything is paid. */
export const reach = async (fetch: Fetch, request: SentRequest): Promise<Reply> => {
  try {
    return await ask(fetch, request)
  } catch (cause) {
    throw new Refused('not_reached', `${request.url} cannot be reached; nothing was paid`, { cause })
  }
}
