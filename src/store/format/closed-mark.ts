/**
 * The text under the key of the format at both ends of a store that goes to another Redis. No release reads a format in it,
 * so that no process uses either end meanwhile, nor the end that was left.
 */
export interface ClosedMark {
  /**
   * `leaving`: it is being copied. `copied`: the copy may be whole by now, and be opened if this end is taken for lost.
   * `left`: the copy is whole. `filling`: this is the copy, and it was not opened.
   */
  readonly end: 'leaving' | 'copied' | 'left' | 'filling'
  /** Names the move, the same at both ends. */
  readonly move: string
  /** At the end that is filled: the run of the command that does it. One that was held up does not open what another fills. */
  readonly run?: string
  /** The mark that the store had, and that its copy gets. */
  readonly mark: string
}

const CLOSED = /^(leaving|copied|left|filling) ([0-9a-f]{16})(?:\/([0-9a-f]{16}))? ([\x20-\x7e]{1,220})$/

/** `null` for a text that says nothing of this. */
export const readClosed = (text: string): ClosedMark | null => {
  const [, end, move, run, mark] = CLOSED.exec(text) ?? []
  if (end === undefined) return null
  return { end: end as ClosedMark['end'], move: move!, ...(run !== undefined && { run }), mark: mark! }
}

export const writeClosed = ({ end, move, run, mark }: ClosedMark): string =>
  `${end} ${move}${run === undefined ? '' : `/${run}`} ${mark}`

const PAGE = 'docs/moving.md'

const ON_ITS_WAY = `The store in this Redis is on its way to another one. Run "claros store move" again, which goes on with it, or with --undo to stay here (${PAGE}).`

const WORDS: Readonly<Record<ClosedMark['end'], string>> = {
  leaving: ON_ITS_WAY,
  copied: ON_ITS_WAY,
  left: `The store has gone from this Redis to another one. Set REDIS_URL to that one: what was paid for since is known there alone (${PAGE}).`,
  filling: `A store is on its way into this Redis, and is not open yet. Run "claros store move" again, which goes on with it (${PAGE}).`,
}

/** Why a process must not use a store that says this; `null` when it says nothing of a move. */
export const closedWords = (text: string): string | null => {
  const closed = readClosed(text)
  return closed && WORDS[closed.end]
}
