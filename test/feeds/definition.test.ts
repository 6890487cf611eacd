import { expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { layout } from '../../src/canonical/layout.ts'
import { text } from '../../src/canonical/token.ts'
import { previewOf } from '../../src/feeds/bound-sale.ts'
import { type Definition, defineFeed, exampleOf } from '../../src/feeds/feed.ts'
import { TARIFF } from '../../src/feeds/tariff.ts'

const SUBJECTS = ['A', 'B'].map((key) => ({ key, domain: key, name: key, path: { base: key.toLowerCase() } }))
const ANSWER = Type.Object({ domain: Type.String() })
const LAYOUT = layout('TEST', { domain: text })
const BARE: Definition<typeof ANSWER, typeof LAYOUT.tokens> = {
  id: 'test/bare',
  family: 'test',
  layer: 'Oracle Data',
  summary: 'bare',
  noun: 'value',
  subjects: SUBJECTS,
  answer: ANSWER,
  methodology: {},
  everySeconds: 5,
  conclude: () => ({ kind: 'input_missing', input: 'everything' }),
  sale: {
    path: '/oracle/test/{base}',
    price: TARIFF.spot,
    canonical: LAYOUT,
    tokens: ({ domain }) => ({ domain }),
    sellableSeconds: 10,
    preview: previewOf({ staleMinutes: 60, main: null, note: '', fields: ['domain'] }),
  },
}

test('what a definition leaves out is nothing, and its example that of its first subject', () => {
  const feed = defineFeed({ ...BARE, exampleOf: ({ domain }) => ({ domain }) })
  expect([feed.boards(SUBJECTS[0]!), feed.after(SUBJECTS[0]!)]).toEqual([[], []])
  expect([feed.example, exampleOf(feed, SUBJECTS[1]!)]).toEqual([{ domain: 'A' }, { domain: 'B' }])
  expect(defineFeed({ ...BARE, example: { domain: 'C' } }).example).toEqual({ domain: 'C' })
})

test('what it says stands', () => {
  const feed = defineFeed({ ...BARE, example: { domain: 'A' }, after: () => ['test/bare/A'] })
  expect(feed.after(SUBJECTS[0]!)).toEqual(['test/bare/A'])
})

test('without an example it is refused', () => {
  expect(() => defineFeed(BARE)).toThrow('feed test/bare: there is no example')
})
