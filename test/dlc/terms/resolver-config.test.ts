import { expect, test } from 'bun:test'
import { noNotes, type Notes } from '../../../src/dlc/terms/checks.ts'
import {
  type PriceSource,
  type Webhook,
  metadata,
  priceSource,
  published,
  webhook,
} from '../../../src/dlc/terms/resolver-config.ts'
import { around } from '../../support/dlc/bodies.ts'

const read = (given: unknown): { readonly value: unknown; readonly notes: Notes } => {
  const notes = noNotes()
  const field = metadata<PriceSource | Webhook>({ price_source: priceSource(around, null), webhook: webhook(around) })
  return { value: field(notes, 'metadata', given), notes }
}

test('fields of another kind are listed as ignored', () => {
  const config = { kind: 'webhook', url: 'https://a.example/', source: 'BTCUSD', boundaries: [1] }
  const { value, notes } = read({ resolverConfig: config, note: 1 })
  expect(value).toEqual({ resolver: { kind: 'webhook', url: 'https://a.example/' } })
  expect([...notes.ignored].sort()).toEqual([
    'metadata.note',
    'metadata.resolverConfig.boundaries',
    'metadata.resolverConfig.source',
  ])
})

test.each([
  [5, 'metadata wrong_type'],
  [{ resolverConfig: [] }, 'metadata.resolverConfig wrong_type'],
  [{ resolverConfig: {} }, 'metadata.resolverConfig.kind missing'],
  [{ resolverConfig: { kind: 'price_buckets' } }, 'metadata.resolverConfig.kind unknown_value'],
  [{ resolverConfig: { kind: 'webhook' } }, 'metadata.resolverConfig.url missing'],
])('refused: %p', (given, note) => {
  const { value, notes } = read(given)
  expect(value).toBeUndefined()
  expect(notes.broken.map(({ path, rule }) => `${path} ${rule}`)).toEqual([note])
})

test('what is published is what was given, and the pair that settles it', () => {
  const source = { kind: 'feed', given: '/oracle/price/btc/usd', pair: 'BTCUSD' } as const
  expect(published({ kind: 'price_source', source, scaleFactor: 100 })).toEqual({
    kind: 'price_source',
    source: '/oracle/price/btc/usd',
    scaleFactor: 100,
    settledBy: 'BTCUSD',
  })
  const foreign = { kind: 'url', given: 'https://a.example/p' } as const
  expect(published({ kind: 'price_buckets', source: foreign, boundaries: [1, 2] })).toEqual({
    kind: 'price_buckets',
    source: 'https://a.example/p',
    boundaries: [1, 2],
  })
  expect(published({ kind: 'webhook', url: 'https://a.example/' })).toEqual({
    kind: 'webhook',
    url: 'https://a.example/',
  })
})
