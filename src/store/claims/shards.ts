/**
 * Payments are spread over shards: everything that moves together in one step (claim, goods, ledger, lists) carries the
 * tag of its shard in braces, and so lies in one slot of a cluster. One Redis has one slot for all it holds, and one shard:
 * sales of one turn of the event loop then travel as one script.
 */
export const SHARDS: readonly string[] = ['p0']
