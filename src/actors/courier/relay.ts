import { publishWords, readVerdict } from '../../nostr/relay-words.ts'
import type { Clock, ProviderAccess, Sockets } from '../../ports.ts'
import type { SignedPost } from '../../store/events/posts.ts'

/** One visit to a relay: a socket, some events, and its verdict on each. */

export type PostOutcome =
  | { readonly kind: 'accepted' }
  /** It answered no, with its own words. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** It said nothing about this one. */
  | { readonly kind: 'unreached'; readonly reason: string }

/** From opening the socket to the last verdict. */
export const VISIT_MS = 20_000

/** A relay that goes on talking without a verdict is not listened to for ever. */
const MOST_FRAMES = 1_000
const MAX_BYTES = 65_536

const providerOf = ({ protocol, host }: URL): ProviderAccess => ({
  name: host,
  origin: `${protocol}//${host}`,
  rate: { requests: 1, perSeconds: 1 },
  timeoutMs: VISIT_MS,
  maxBytes: MAX_BYTES,
})

/** Never throws: a dead relay is an everyday event. By Nostr id; one entry for each post. */
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
  const isOver = signal ? AbortSignal.any([signal, over.signal]) : over.signal
  let reason = `no verdict within ${VISIT_MS / 1000} s`
  let frames = 0
  const end = (why: string): void => {
    reason = why
    over.abort()
  }
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
  await clock.sleep(VISIT_MS, isOver)
  socket.close()
  for (const id of open) outcomes.set(id, { kind: 'unreached', reason })
  return outcomes
}
