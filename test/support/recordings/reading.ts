import type { Question } from '../../../src/ports.ts'
import { type Query, UnreadableReply } from '../../../src/sources/query.ts'
import { endpointOf } from './endpoint.ts'

/** A recorded reply before one reader of the product, and what that reader makes of it, in one line. */
export interface Reading {
  /** The source's name and the endpoint, as in `endpointOf`. */
  readonly reader: string
  /** Whether the reply is that of the reader's own endpoint, read as it came. */
  readonly isOwn: boolean
  /** @param body the reply as it was recorded */
  give(body: string): string
}

/** A recorded reply that no reader of the product is for. */
export interface Unread {
  readonly why: Reason
  /** What the file is: `candles of contracts`. */
  readonly what: string
}

/** Why a file is not read. */
export const REASONS = {
  unasked: 'an endpoint that no family asks',
  derived: 'made by somebody from replies, in a form of their own: input for formulas',
} as const
export type Reason = keyof typeof REASONS

/** The recordings of one provider, by file name without its ending. A file may have several readers. */
export type Recordings = Readonly<Record<string, Reading | Unread | readonly Reading[]>>

export const unread =
  (why: Reason) =>
  (what: string): Unread => ({ why, what })
export const unasked = unread('unasked')
export const derived = unread('derived')

/** A reply that is read, and said in words. */
export const gives = <T>(query: Query<T>, say: (read: T) => string): Reading => ({
  reader: endpointOf(query),
  isOwn: true,
  give: (body) => say(query.read(body)),
})

/** A reply of another form than the one that is asked for now. The reader must refuse it. */
export const refused = ({ read, ...query }: Question & { read(body: string): unknown }): Reading => ({
  reader: endpointOf(query),
  isOwn: false,
  give: (body) => {
    let found: unknown
    try {
      found = read(body)
    } catch (error) {
      // The words of a provider are its own.
      if (error instanceof UnreadableReply)
        return `refused: ${error.message.replace(/^(the provider answered): .*$/s, '$1 in words')}`
      throw error
    }
    throw new Error(`read although it should be refused: ${JSON.stringify(found).slice(0, 200)}`)
  },
})

/**
 * The same reading of a body that is changed before: put into the envelope of a call, or about another symbol.
 *
 * @param how what was changed: `its row in a list`
 */
export const changed = (reading: Reading, how: string, change: (body: string) => string): Reading => ({
  ...reading,
  isOwn: false,
  give: (body) => `${how}: ${reading.give(change(body))}`,
})

/**
 * The same reading of a reply that another call gives in the same form.
 *
 * @param where that call: `out of the list of all contracts`
 */
export const elsewhere = (reading: Reading, where: string): Reading => changed(reading, where, (body) => body)
