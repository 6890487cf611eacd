import { Type } from '@sinclair/typebox'
import { describe, expect, test } from 'bun:test'
import { type Repeatable, publishedAnswer, inputFrom, missingInputs } from '../../src/feeds/attested.ts'
import type { Earlier } from '../../src/feeds/feed.ts'
import { lookAt } from '../support/feeds/market.ts'

const AT = 1_795_000_000
const FROM = {
  id: 'index/some',
  published: Type.Object({ value: Type.Number() }),
  sellableSeconds: 300,
} satisfies Repeatable
const ACTOR = 'index/some/MARKET'
const SAID: Earlier = { timestamp: AT, content: { value: 4, more: 1 }, carry: { hidden: 3.999 }, contentHash: 'ab' }

const at = (seconds: number, said: Earlier = SAID) =>
  publishedAnswer(lookAt(new Map(), seconds * 1_000, { earlier: { [ACTOR]: said } }), FROM, 'MARKET')

describe('an attestation', () => {
  test('is read as it was published, with who published it, when, and its hash', () => {
    expect(at(AT + 10)).toMatchObject({ values: { value: 4 }, timestamp: AT, actor: ACTOR, contentHash: 'ab' })
  })

  test('counts until it is twice as old as it may be to be sold, and not a second longer', () => {
    expect(at(AT + 600)).not.toBeNull()
    expect(at(AT + 601)).toBeNull()
  })

  test('counts as missing without what is published now, and where nobody could buy it', () => {
    expect(at(AT, { ...SAID, content: { value: '4' } })).toBeNull()
    const { contentHash: _unsold, ...unsold } = SAID
    expect(at(AT, unsold)).toBeNull()
    expect(publishedAnswer(lookAt(new Map(), AT * 1_000), FROM, 'MARKET')).toBeNull()
  })
})

test('an input names where it is from, also while it is missing', () => {
  const inputs = {
    there: inputFrom(at(AT), ACTOR, ({ value }) => value),
    lost: inputFrom<{ value: number }, number>(null, ACTOR, ({ value }) => value),
  }
  expect(inputs.there).toEqual({ value: 4, timestamp: AT, actor: ACTOR, contentHash: 'ab' })
  expect(inputs.lost).toEqual({ value: null, timestamp: null, actor: ACTOR, contentHash: null })
  expect(missingInputs(inputs)).toEqual(['lost'])
})
