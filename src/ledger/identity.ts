/**
 * Identifies a posting: `<shard>/<stream id>/<n>`, with n its index in the entry of the stream, from 0. Identities of
 * one shard are in the order in which the payments changed.
 */
export interface Identity {
  readonly shard: string
  /** Unix milliseconds of the Redis that wrote the entry, and a number within them. */
  readonly ms: number
  readonly sequence: number
  readonly n: number
}

const SHAPE = /^([^/]+)\/(\d+)-(\d+)\/(\d+)$/

/** @param entry the id of the stream's entry, `<ms>-<sequence>` */
export const identityOf = (shard: string, entry: string, n: number): Identity => readIdentity(`${shard}/${entry}/${n}`)

/** Throws on a text that is not an identity. */
export const readIdentity = (text: string): Identity => {
  const [, shard, ms, sequence, n] = SHAPE.exec(text) ?? []
  if (shard === undefined) throw new Error(`not an identity of a posting: ${text.slice(0, 80)}`)
  return { shard, ms: Number(ms), sequence: Number(sequence), n: Number(n) }
}

export const writeIdentity = ({ shard, ms, sequence, n }: Identity): string => `${shard}/${ms}-${sequence}/${n}`

/** The id of the stream's entry. */
export const entryOf = ({ ms, sequence }: Identity): string => `${ms}-${sequence}`

/** Below zero when `a` came first. Both must be of one shard; `null` comes before everything. */
export const compareIdentities = (a: Identity | null, b: Identity | null): number => {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null)
  return a.ms - b.ms || a.sequence - b.sequence || a.n - b.n
}
