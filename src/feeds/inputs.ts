import type { Permission, RefusedSource } from '../sources/permission.ts'
import type { Source } from '../sources/query.ts'
import type { Kept } from './board.ts'

/** A state that a role has written from a file of the operator. */
export interface OperatorFile<State = unknown> extends Kept<State> {
  /** The setting that names the file, if nothing stands in for one that is not given. */
  readonly setting?: string
}

type AskedSource = Pick<Source, 'name' | 'rights' | 'keyed'>

/** A board or a stream, with everybody that it asks. */
export interface AskedInput {
  readonly source: AskedSource
  readonly besides?: readonly AskedSource[]
}

/** The last answer of another feed, by the id of its actor. */
export interface ReadItem {
  readonly actor: string
}

/** What a feed reads and an operator may have to allow. */
export type FeedInput = AskedInput | OperatorFile | ReadItem

/** The first source of a board or stream that may not be asked; `null` if all may. */
export const refusedInput = ({ source, besides = [] }: AskedInput, allows: Permission): RefusedSource | null => {
  for (const each of [source, ...besides]) {
    const refusal = allows(each)
    if (refusal !== null) return refusal
  }
  return null
}
