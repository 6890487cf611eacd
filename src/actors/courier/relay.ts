import { publishWords, readVerdict } from '../../nostr/relay-words.ts'
import type { Clock, ProviderAccess, Sockets } from '../../ports.ts'
import type { SignedPost } from '../../store/events/posts.ts'

/** One connection to a relay: sends some events and collects its answer to each. */

export type PostOutcome =
  | { readonly kind: 'accepted' }
  /** The relay refused the event; the reason is its own text. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The relay did not answer about this event. */
  | { readonly kind: 'unreached'; readonly reason: string }

/** Time limit from opening the socket to the last answer. */
export const VISIT_MS = 20_000

/** After this many frames without an answer the connection is closed. */
const MOST_FRAMES = 1_000
const MAX_BYTES = 65_536

const providerOf = ({ protocol, host }: URL): ProviderAccess => ({
  name: host,
  origin: `${protocol}//${host}`,
  rate: { requests: 1, perSeconds: 1 },
  timeoutMs: VISIT_MS,
  maxBytes: MAX_BYTES,
})

/** Returns the answers by Nostr id, one for each post. Never throws, since a relay that fails is a normal case. */
export const visitRelay = async (
  { sockets, clock }: { readonly sockets: Sockets; readonly clock: Clock },
  relay: string,
  posts: readonly SignedPost[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, PostOutcome>> => {
  const url = new URL(relay)
  const open = new Set(posts.map(({ id }) => id))
  const outcomes = new Map<string, PostOutcome>()
  const over = new AbortController()
  // Not `AbortSignal.any`: what it makes may stay at a signal that lives as long as the process.
  const leave = (): void => over.abort()
  if (signal?.aborted) leave()
  signal?.addEventListener('abort', leave)
  let reason = `no verdict within ${VISIT_MS / 1000} s`
  let frames = 0
  const end = (why: string): void => {
    reason = why
    over.abort()
  }
  try {
    const socket = sockets.open(providerOf(url), url.pathname + url.search, {
      opened: () => posts.forEach(({ text }) => socket.send(publishWords(text))),
      frame: (text) => {
        if (++frames > MOST_FRAMES) return end(`${MOST_FRAMES} frames and no end`)
        const verdict = readVerdict(text)
        if (!verdict || !open.delete(verdict.id)) return
        outcomes.set(verdict.id, verdict.accepted ? { kind: 'accepted' } : { kind: 'refused', reason: verdict.reason })
        if (open.size === 0) over.abort()
      },
      pong: () => {},
      closed: end,
    })
    await clock.sleep(VISIT_MS, over.signal)
    socket.close()
  } finally {
    signal?.removeEventListener('abort', leave)
  }
  for (const id of open) outcomes.set(id, { kind: 'unreached', reason })
  return outcomes
}
