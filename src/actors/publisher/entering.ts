import type { Ask } from '../../feeds/board.ts'
import type { ReadingThread } from './reading-thread.ts'

/** Longer replies are read in the thread: one of this length holds up a worker for 20 ms (decision 0113). */
export const APART_CHARS = 1_000_000

/** Enters one reply into the state of a board. Throws `Unreadable`. */
export type Entering = (receivedAt: number, state: unknown) => unknown

/** Reads a reply where its length says, and returns how it enters a state. A fault is thrown by what is returned. */
export const enteringOf = async (
  { query: { apart }, enter, take }: Ask<unknown>,
  body: string,
  thread: Pick<ReadingThread, 'read'> | undefined,
): Promise<Entering> => {
  if (!thread || apart === undefined || body.length <= APART_CHARS)
    return (receivedAt, state) => enter(body, receivedAt, state)
  try {
    const value = await thread.read(apart, body)
    return (receivedAt, state) => take(value, receivedAt, state)
  } catch (problem) {
    return () => {
      throw problem
    }
  }
}
