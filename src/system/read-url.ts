import { readBody } from './read-body.ts'

/** A document at an address that the person at the keyboard has named. */

const TIMEOUT_MS = 10_000
const MAX_BYTES = 1_000_000

/** Its text; `null` unless it answers with status 200, in time and within a megabyte. Redirects are followed. */
export const readUrl = async (url: string): Promise<string | null> => {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), headers: { accept: '*/*' } })
    if (response.status !== 200) {
      await response.body?.cancel()
      return null
    }
    const bytes = await readBody(response, MAX_BYTES)
    return bytes && new TextDecoder().decode(bytes)
  } catch {
    return null
  }
}
