/**
 * Payments are spread over shards. All keys that change together in one step (claim, deliverable, ledger, lists) carry
 * the tag of their shard in braces. So they are in one slot of a cluster. A single Redis has one shard: all sales of
 * one turn of the event loop can then be sent as one script.
 */
export const SHARDS: readonly string[] = ['p0']
