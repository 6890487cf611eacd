import type { AnyBoard } from '../feeds/board.ts'
import type { Clock, Net, SourceFailure } from '../ports.ts'
import type { Permission, RefusedSource } from '../sources/permission.ts'
import type { Query, Source } from '../sources/query.ts'

/** One question to each provider, and what its reader made of the reply. */

/** What became of one provider, or of one board of it. */
export type SourceFinding =
  | {
      readonly kind: 'read'
      readonly source: string
      readonly board: string
      readonly question: string
      readonly bytes: number
      readonly tookMs: number
      /** What the reader returned, in one line. */
      readonly found: string
    }
  | {
      readonly kind: 'failed'
      readonly source: string
      readonly board: string
      readonly question: string
      readonly failure: SourceFailure
    }
  | ({ readonly kind: 'not_asked' } & RefusedSource)
  /** It asks nothing now: it rests, or waits for what another board or a socket tells. */
  | { readonly kind: 'no_question'; readonly source: string; readonly board: string }

export interface SourceAsking {
  readonly net: Net
  readonly clock: Clock
  readonly allows: Permission
}

/** At a time, so that slow connections do not run into the time limits of providers. */
const AT_ONCE = 8
const LONGEST_LINE = 100

/** On one line and without characters that a terminal would obey: it is text of strangers. */
const oneLine = (text: string): string => {
  const plain = text.replace(/\p{C}/gu, '?')
  return plain.length > LONGEST_LINE ? `${plain.slice(0, LONGEST_LINE)}…` : plain
}

const shownValue = (value: unknown): string => oneLine(JSON.stringify(value) ?? String(value))

/** How many rows or members there are, and how they begin. */
export const describeFound = (value: unknown): string => {
  if (Array.isArray(value)) return `${value.length} rows ${shownValue(value)}`
  if (value instanceof Map) return `${value.size} rows ${shownValue([...value])}`
  if (typeof value === 'object' && value !== null) return `${Object.keys(value).length} members ${shownValue(value)}`
  return shownValue(value)
}

/** A question of a board, which may ask other providers than its own; `null`: it has none for this one now. */
interface Chance {
  readonly source: Source
  readonly board: AnyBoard
  readonly query: Query<unknown> | null
}

/** The questions of a board that knows nothing yet. */
const chancesOf = (board: AnyBoard, now: number): readonly Chance[] => {
  const asks = board.asks({ now, state: board.empty, listed: null, pushed: null })
  const chances = asks.map(({ query }) => ({ source: query.provider, board, query }))
  const isOwn = chances.some(({ source }) => source.name === board.source.name)
  return isOwn ? chances : [...chances, { source: board.source, board, query: null }]
}

const ask = async (board: AnyBoard, query: Query<unknown>, { net }: SourceAsking): Promise<SourceFinding> => {
  const asked = {
    source: query.provider.name,
    board: board.id,
    question: oneLine(`${query.method ?? 'GET'} ${query.path}`),
  }
  const reply = await net.ask(query)
  if (!reply.ok) return { kind: 'failed', ...asked, failure: reply.failure }
  try {
    const found = describeFound(query.read(reply.body))
    return { kind: 'read', ...asked, bytes: Buffer.byteLength(reply.body), tookMs: reply.tookMs, found }
  } catch (problem) {
    const reason = oneLine(problem instanceof Error ? problem.message : String(problem))
    return { kind: 'failed', ...asked, failure: { kind: 'unreadable', reason } }
  }
}

/** One of these is enough: the first that is a question. */
const turnOf = (chances: readonly Chance[], asking: SourceAsking) => async (): Promise<SourceFinding> => {
  const { source, board } = chances[0]!
  const refused = asking.allows(source)
  if (refused) return { kind: 'not_asked', ...refused }
  const found = chances.find(({ query }) => query !== null)
  return found?.query
    ? ask(found.board, found.query, asking)
    : { kind: 'no_question', source: source.name, board: board.id }
}

/**
 * Asks every provider of these boards one question, or the named one a question for each board.
 *
 * @returns in the order of the providers' names; empty if none has this name
 */
export const askSources = async (
  boards: readonly AnyBoard[],
  name: string | null,
  asking: SourceAsking,
): Promise<readonly SourceFinding[]> => {
  const chances = boards.flatMap((board) => chancesOf(board, asking.clock.now()))
  const wanted = chances.filter(({ source }) => name === null || source.name === name)
  const together = Map.groupBy(wanted, ({ source, board }) => (name === null ? source.name : board.id))
  const turns = [...together].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, theirs]) => turnOf(theirs, asking))
  const found: SourceFinding[] = []
  let next = 0
  const inTurn = async (): Promise<void> => {
    while (next < turns.length) {
      const at = next++
      found[at] = await turns[at]!()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, inTurn))
  return found
}
