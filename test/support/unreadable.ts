import { UnreadableReply } from '../../src/sources/query.ts'

/** What a reader says about a reply that it refuses. Fails when it reads it, or trips over it in any other way. */
export const unreadable = (read: () => unknown): string => {
  let value: unknown
  try {
    value = read()
  } catch (error) {
    if (error instanceof UnreadableReply) return error.message
    throw error
  }
  throw new Error(`read although it should not be: ${JSON.stringify(value)}`)
}
