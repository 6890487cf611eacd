import { type Static, type TSchema, Type } from '@sinclair/typebox'
import type { Item, Registry } from '../../feeds/registry.ts'
import type { Clock } from '../../ports.ts'
import type { ShortfallStore } from '../../store/published/shortfalls.ts'
import type { SnapshotStore } from '../../store/published/snapshots.ts'
import type { Instance } from '../discovery/instance.ts'
import type { ClosedFeedView } from '../paywall/closed-feeds.ts'
import { type Document, jsonDocument } from '../wire/document.ts'
import { type Call, type Endpoint, FREE } from '../wire/endpoint.ts'
import { problemResponse } from '../wire/respond.ts'
import { shared } from '../wire/shared.ts'
import { FEEDS_PATH, itemFinder, pageOfItem } from './find-item.ts'
import { factsReader } from './item-facts.ts'
import { ItemSeries, itemSeries } from './item-series.ts'
import { ListedItem, listedItem, type ItemReading } from './listed-item.ts'
import { readSaleability } from './sellable.ts'

/** `GET /feeds` and `GET /feeds/{path below /oracle}`: what is sold, how fresh it is, and the past day of one item. */

export interface FeedListDeps {
  readonly registry: Registry
  readonly mode: Instance['mode']
  readonly clock: Clock
  readonly docs: string
  readonly closed: Pick<ClosedFeedView, 'of'>
  readonly snapshots: Pick<SnapshotStore, 'versionsOf' | 'latestOf' | 'previewsOf' | 'series'>
  readonly shortfalls: Pick<ShortfallStore, 'readAll'>
}

const Said = {
  mode: Type.Union([Type.Literal('live'), Type.Literal('demo')]),
  read_at: Type.Integer({ description: 'Unix seconds' }),
}

const Feeds = Type.Object(
  { ...Said, total: Type.Integer(), sellable: Type.Integer(), items: Type.Array(ListedItem) },
  { title: 'Feeds' },
)

const FeedItem = Type.Object(
  {
    ...ListedItem.properties,
    ...Said,
    summary: Type.String(),
    methodology: Type.Object({}, { additionalProperties: true }),
    series: Type.Union([ItemSeries, Type.Null()]),
  },
  { title: 'FeedItem' },
)

/** Anybody may ask as often as they like, so one read serves all requests within a second. */
const READ_MS = 1_000

const HEADERS = { 'cache-control': 'public, max-age=1' } as const

/** What an example reads. */
const EXAMPLE_READ: ItemReading = {
  ageSeconds: 2,
  sellable: true,
  lacks: null,
  facts: { confidence: 0.98, sources: ['binance', 'coinbase', 'kraken'] },
  shortfall: null,
  copy: { price: '97012.30', currency: 'USD', timestamp: '1795000002' },
}
const EXAMPLE_TS = 1_795_001_312

/** The query parameters that tell items of one path apart. */
const queryWords = (items: readonly Item[]): Readonly<Record<string, TSchema>> => {
  const given = items.flatMap(({ query }) => [...new URLSearchParams(query)])
  return Object.fromEntries(
    [...Map.groupBy(given, ([name]) => name)].map(([name, each]) => [
      name,
      Type.String({
        description: `of items that it tells apart: ${[...new Set(each.map(([, word]) => word))].join(', ')}`,
      }),
    ]),
  )
}

const wordsOf = (item: Item): readonly string[] => pageOfItem({ path: item.path, query: '' }).split('/').slice(2)

const nameOfWord = (at: number): string => `part_${at + 1}`

export const feedListEndpoints = (deps: FeedListDeps): readonly Endpoint[] => {
  const { registry, mode, clock, docs, closed, snapshots, shortfalls } = deps
  const { items } = registry
  const actors = items.map(({ actor }) => actor)
  const readFacts = factsReader(snapshots)
  const find = itemFinder(registry)

  const readAll = shared(clock, READ_MS, async () => {
    const now = clock.now()
    const nowTs = Math.floor(now / 1000)
    const [saleability, copies, told] = await Promise.all([
      readSaleability(registry, snapshots, closed, now),
      snapshots.previewsOf(actors),
      shortfalls.readAll(actors),
    ])
    const versions = saleability.map(({ ageSeconds }) => (ageSeconds === null ? null : nowTs - ageSeconds))
    const facts = await readFacts(actors, versions)
    const listed = saleability.map(({ item, ...found }, at) =>
      listedItem(item, { ...found, facts: facts[at]!, copy: copies[at]!, shortfall: told[at]! }, nowTs),
    )
    return { nowTs, listed }
  })
  const said = (nowTs: number) => ({ mode, read_at: nowTs })
  const listOf = (listed: readonly ListedItem[], nowTs: number): Static<typeof Feeds> => ({
    ...said(nowTs),
    total: listed.length,
    sellable: listed.filter(({ sellable }) => sellable).length,
    items: [...listed],
  })
  const itemDocument = (
    item: Item,
    listed: ListedItem,
    series: Static<typeof ItemSeries> | null,
    nowTs: number,
  ): Static<typeof FeedItem> => ({
    ...listed,
    ...said(nowTs),
    summary: item.feed.summary,
    methodology: item.feed.methodology,
    series,
  })

  const list = shared(clock, READ_MS, async () => {
    const { nowTs, listed } = await readAll()
    return jsonDocument(listOf(listed, nowTs), HEADERS)
  })
  const readItem = (item: Item, at: number) =>
    shared(clock, READ_MS, async (): Promise<Document> => {
      const [{ nowTs, listed }, points] = await Promise.all([readAll(), snapshots.series(item.actor)])
      return jsonDocument(itemDocument(item, listed[at]!, itemSeries(item, points, nowTs), nowTs), HEADERS)
    })
  const single = new Map(items.map((item, at) => [item, readItem(item, at)]))
  const one = async (call: Call): Promise<Response> => {
    const { pathname, search } = new URL(call.request.url)
    const found = find(pathname, search.slice(1))
    return 'kind' in found ? problemResponse(found, docs) : (await single.get(found)!())(call)
  }

  const [shown] = items
  const example = shown ? listedItem(shown, EXAMPLE_READ, EXAMPLE_TS) : null
  const free = { method: 'GET', family: 'service', layer: 'Service', access: FREE, isTagged: true } as const
  const ofLength = (length: number, of: readonly Item[]): Endpoint => {
    const plain = of.find(({ query }) => query === '') ?? of[0]!
    return {
      ...free,
      path: [FEEDS_PATH, ...Array.from({ length }, (_, at) => `{${nameOfWord(at)}}`)].join('/'),
      filled: {
        params: Object.fromEntries(wordsOf(plain).map((word, at) => [nameOfWord(at), word])),
        query: Object.fromEntries(new URLSearchParams(plain.query)),
      },
      summary: `One item of /feeds with its past day: the path below /oracle that it is sold at, ${length} words long`,
      words: Object.fromEntries(
        Array.from({ length }, (_, at) => [
          nameOfWord(at),
          Type.String({ enum: [...new Set(of.map((item) => wordsOf(item)[at]!))].toSorted() }),
        ]),
      ),
      query: queryWords(of),
      problems: ['not_found'],
      contentType: 'application/json',
      answer: FeedItem,
      example: itemDocument(
        plain,
        listedItem(plain, EXAMPLE_READ, EXAMPLE_TS),
        itemSeries(plain, [{ t: 1_794_990_000, value: '96950.10' }], EXAMPLE_TS),
        EXAMPLE_TS,
      ),
      handle: one,
    }
  }
  return [
    {
      ...free,
      path: FEEDS_PATH,
      summary: 'Every item that is sold: whether it is for sale now, its age, confidence, sources and delayed value',
      query: {},
      contentType: 'application/json',
      answer: Feeds,
      example: listOf(example ? [example] : [], EXAMPLE_TS),
      handle: async (call) => (await list())(call),
    },
    ...[...Map.groupBy(items, (item) => wordsOf(item).length)]
      .toSorted(([a], [b]) => a - b)
      .map(([length, of]) => ofLength(length, of)),
  ]
}
