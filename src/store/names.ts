import type { Rail } from '../canonical/snapshot.ts'

/** The only file that spells a Redis key. One prefix for everything, so that a shared Redis stays readable. */
const PREFIX = 'claros'

const name = (...parts: readonly (string | number)[]): string => [PREFIX, ...parts].join(':')

export const names = {
  /** What BullMQ puts before its own keys. Braces pin a lane to one slot. */
  queuePrefix: '{claros}',
  board: (id: string) => name('board', id),
  snapshot: (actor: string) => name('snapshot', actor),
  /** The same by version, kept as long as its editions: answers that are handed out again. */
  snapshotAt: (actor: string, version: number) => name('snapshot', actor, version),
  /** Unix seconds of the snapshot that lies there: the fence. */
  version: (actor: string) => name('version', actor),
  preview: (actor: string) => name('preview', actor),
  editions: (actor: string, version: number, rail: Rail) => name('editions', actor, version, rail),
  /** How many editions of a version were sold on a rail. */
  sold: (actor: string, version: number, rail: Rail) => name('sold', actor, version, rail),
  /** The nonces a version has used on both rails and in its archive copy. */
  nonces: (actor: string, version: number) => name('nonces', actor, version),
  /** Running totals of printed and sold editions of one actor. */
  printing: (actor: string) => name('printing', actor),
  /** One payment: `l402:<payment hash>` or `x402:<chain>:<token>:<payer>:<nonce>`. */
  claim: (payment: string) => name('claim', payment),
  /** Payments whose settlement was sent and not yet resolved, by the time of their next check. */
  unresolved: () => name('claims', 'sent'),
  publicKeys: () => name('public-keys'),
  healths: () => name('health'),
} as const
