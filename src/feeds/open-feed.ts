import type { Static, TObject } from '@sinclair/typebox'
import type { Tokens } from '../canonical/layout.ts'
import type { AnyFeed, Conclusion, Declined, Feed, TickContext } from './feed.ts'
import type { OnDemand } from './on-demand.ts'
import type { Subject } from './subject.ts'

/**
 * A feed whose subjects are not listed: they are read from the path that asks for them, and live as long as somebody
 * does. In everything else it is a feed.
 */
export interface OpenFeed<S extends TObject, T extends Tokens, U extends Subject>
  extends
    Omit<Feed<S, T>, 'subjects' | 'example' | 'exampleOf' | 'boards' | 'after' | 'conclude' | 'onDemand'>,
    Pick<OnDemand<U>, 'ask' | 'subjectOf'> {
  /** What the example is about, and what documents and probes ask for. */
  readonly exampleSubject: U
  exampleOf(subject: U): Static<S>
  boards(subject: U): ReturnType<Feed<S, T>['boards']>
  after(subject: U): readonly string[]
  conclude(subject: U, look: TickContext): Conclusion<Static<S>> | Declined
}

/** An open feed whatever it speaks about. */
export type AnyOpenFeed = OpenFeed<TObject, Tokens, Subject>

/** Checks a definition's types and hands it on in the form that the rest of the house reads. */
export const defineOpenFeed = <S extends TObject, const T extends Tokens, U extends Subject>(
  feed: OpenFeed<S, T, U>,
): AnyOpenFeed => Object.freeze(feed)

/** An open feed as the feed of one of its subjects, for those who print, sell and document feeds. */
export const boundTo = (open: AnyOpenFeed, subject: Subject): AnyFeed => ({
  ...open,
  subjects: [subject],
  example: open.exampleOf(subject),
})

/**
 * One feed over several providers, given once over each, the preferred first and the usual one last: whoever concludes
 * speaks. Grid, documents and example are those of the usual one. Providers that may not be asked say nothing.
 */
export const preferring = (feeds: readonly AnyOpenFeed[]): AnyOpenFeed => {
  const usual = feeds.at(-1)!
  return {
    ...usual,
    boards: (subject) => feeds.flatMap((feed) => feed.boards(subject)),
    conclude: (subject, look) => {
      const tried = feeds.map((feed) => () => feed.conclude(subject, look))
      let declined: ReturnType<AnyOpenFeed['conclude']> | null = null
      for (const attempt of tried) {
        const outcome = attempt()
        if (outcome.kind === 'concluded') return outcome
        // Who knows something and declines says more than who was not there.
        if (declined === null || declined.kind === 'input_missing') declined = outcome
      }
      return declined!
    },
  }
}

/** An open feed as the registry holds it: subjects are born when somebody asks. */
export const onDemandFeeds = (open: AnyOpenFeed, limits: Pick<OnDemand, 'most' | 'idleSeconds'>): AnyFeed => ({
  ...boundTo(open, open.exampleSubject),
  onDemand: { ...limits, ask: (segments) => open.ask(segments), subjectOf: (key) => open.subjectOf(key) },
})
