import { Type } from '@sinclair/typebox'
import type { AnyFeed } from '../../../src/feeds/feed.ts'
import type { PathRefusal } from '../../../src/feeds/on-demand.ts'
import type { Subject } from '../../../src/feeds/subject.ts'
import { FEED } from '../places.ts'

/** Feeds on demand whose subjects are named by query parameters: beside the path, or alone. */

const NUMBER = /^0*(\d{1,6})$/
const numberOf = (word: string): string | null => NUMBER.exec(word)?.[1] ?? null
const refusalOf = (path: string): PathRefusal => ({ path, rule: 'whole_number', message: 'must be a whole number' })

/** Warmth of a place, at a height above it if one is named. */
const above = (x: string, up: string | null): Subject => ({
  key: up === null ? x : `${x}/${up}`,
  domain: `X${x}`,
  name: `place ${x}${up === null ? '' : ` at ${up} m`}`,
  path: { x },
  ...(up !== null && { query: { up } }),
})
export const ABOVE: AnyFeed = {
  ...FEED,
  id: 'test/above',
  subjects: [above('2', '10')],
  sale: { ...FEED.sale, path: '/oracle/test/above/{x}', catalogue: '/oracle/test/catalogue' },
  onDemand: {
    ...FEED.onDemand!,
    query: Type.Object({
      up: Type.Optional(Type.String({ description: 'metres above ground; the ground if left out' })),
    }),
    ask: ({ x = '', up }) => {
      const [place, height] = [numberOf(x), up === undefined ? null : numberOf(up)]
      const details = [
        ...(place === null ? [refusalOf('path.x')] : []),
        ...(up !== undefined && height === null ? [refusalOf('query.up')] : []),
      ]
      return details.length > 0 ? { kind: 'invalid', details } : { kind: 'subject', subject: above(place!, height) }
    },
    subjectOf: (key) => {
      const [, x, up] = /^(\d+)(?:\/(\d+))?$/.exec(key) ?? []
      return x === undefined ? null : above(x, up ?? null)
    },
  },
}

/** Warmth between two places: no word of the path names it. */
const between = (from: string, to: string): Subject => ({
  key: `${from}/${to}`,
  domain: `X${from}`,
  name: `from ${from} to ${to}`,
  path: {},
  query: { from, to },
})
const END = Type.String({ description: 'number of a place' })
export const BETWEEN: AnyFeed = {
  ...FEED,
  id: 'test/between',
  subjects: [between('2', '4')],
  sale: { ...FEED.sale, path: '/oracle/test/between', catalogue: '/oracle/test/catalogue' },
  onDemand: {
    ...FEED.onDemand!,
    query: Type.Object({ from: END, to: END }),
    ask: ({ from = '', to = '' }) => {
      const ends = [numberOf(from), numberOf(to)]
      const details = ['query.from', 'query.to'].filter((_, at) => ends[at] === null).map(refusalOf)
      return details.length > 0
        ? { kind: 'invalid', details }
        : { kind: 'subject', subject: between(ends[0]!, ends[1]!) }
    },
    subjectOf: (key) => {
      const [, from, to] = /^(\d+)\/(\d+)$/.exec(key) ?? []
      return from === undefined || to === undefined ? null : between(from, to)
    },
  },
}
