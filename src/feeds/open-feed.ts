import type { Static, TObject } from '@sinclair/typebox'
import type { Tokens } from '../canonical/layout.ts'
import type { AnyBoard } from './board.ts'
import type { AnyFeed, Conclusion, Declined, Feed, TickContext } from './feed.ts'
import type { OnDemand } from './on-demand.ts'
import type { Subject } from './subject.ts'

/**
 * A feed whose subjects are not listed. They are read from the request and exist while there are requests for
 * them. In all else it is a feed.
 */
export interface OpenFeed<S extends TObject, T extends Tokens, U extends Subject>
  extends
    Omit<Feed<S, T>, 'subjects' | 'example' | 'exampleOf' | 'boards' | 'after' | 'conclude' | 'onDemand'>,
    Pick<OnDemand<U>, 'query' | 'words' | 'mayBeUnknown' | 'ask' | 'subjectOf' | 'further' | 'furtherQuestions'> {
  /** The subject of the example, also used by documents and probes. */
  readonly exampleSubject: U
  exampleOf(subject: U): Static<S>
  boards(subject: U): ReturnType<Feed<S, T>['boards']>
  after(subject: U): readonly string[]
  conclude(subject: U, context: TickContext): Conclusion<Static<S>> | Declined
}

/** An open feed of any content. */
export type AnyOpenFeed = OpenFeed<TObject, Tokens, Subject>

/** Checks the types of a definition. */
export const defineOpenFeed = <S extends TObject, const T extends Tokens, U extends Subject>(
  feed: OpenFeed<S, T, U>,
): AnyOpenFeed => Object.freeze(feed)

/** An open feed as the feed of one of its subjects, for code that signs, sells and documents feeds. */
export const boundTo = (open: AnyOpenFeed, subject: Subject): AnyFeed => ({
  ...open,
  subjects: [subject],
  example: open.exampleOf(subject),
})

/** Several feeds may read one board. */
const eachOnce = (boards: readonly AnyBoard[]): readonly AnyBoard[] => [
  ...new Map(boards.map((board) => [board.id, board])).values(),
]

/**
 * One feed over several providers. `feeds` has one feed for each provider, the preferred one first and the usual one
 * last. The answer is that of the first that concludes. Grid, documents and example are those of the usual one. A
 * provider that may not be asked has no data, so its feed declines.
 */
export const preferring = (feeds: readonly AnyOpenFeed[]): AnyOpenFeed => {
  const usual = feeds.at(-1)!
  return {
    ...usual,
    boards: (subject) => feeds.flatMap((feed) => feed.boards(subject)),
    ...(feeds.some(({ further }) => further) && {
      further: (subject, look) => eachOnce(feeds.flatMap((feed) => feed.further?.(subject, look) ?? [])),
    }),
    conclude: (subject, context) => {
      const tried = feeds.map((feed) => () => feed.conclude(subject, context))
      let declined: ReturnType<AnyOpenFeed['conclude']> | null = null
      for (const attempt of tried) {
        const outcome = attempt()
        if (outcome.kind === 'concluded') return outcome
        // A reason from a provider that has data explains more than a missing input.
        if (declined === null || declined.kind === 'input_missing') declined = outcome
      }
      return declined!
    },
  }
}

/** An open feed in the form that the registry holds. Its subjects are created on request. */
export const onDemandFeeds = (open: AnyOpenFeed, limits: Pick<OnDemand, 'most' | 'idleSeconds'>): AnyFeed => ({
  ...boundTo(open, open.exampleSubject),
  onDemand: {
    ...limits,
    ...(open.query && { query: open.query }),
    ...(open.words && { words: open.words }),
    ...(open.mayBeUnknown && { mayBeUnknown: true }),
    ask: (words, now) => open.ask(words, now),
    subjectOf: (key) => open.subjectOf(key),
    ...(open.further && { further: (subject, look) => open.further!(subject, look) }),
    ...(open.furtherQuestions && { furtherQuestions: (subject) => open.furtherQuestions!(subject) }),
  },
})
