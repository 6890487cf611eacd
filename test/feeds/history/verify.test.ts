import { describe, expect, test } from 'bun:test'
import { contentHash } from '../../../src/canonical/content.ts'
import { digest } from '../../../src/canonical/digest.ts'
import type { Json } from '../../../src/canonical/jcs.ts'
import { ed25519Signer } from '../../../src/canonical/signature.ts'
import { verifyAnswer } from '../../../src/canonical/verify.ts'
import { LAYOUTS } from '../../../src/cli/verify.ts'
import type { PastReader } from '../../../src/feeds/history/archive.ts'
import type { ComputedFeed, Content } from '../../../src/feeds/history/computed.ts'
import { computedFeed } from '../../../src/feeds/history/computed-feeds.ts'
import { FUNDING_PAID_BOARDS } from '../../../src/feeds/boards/funding-paid-boards.ts'
import { registry } from '../../../src/feeds/registry.ts'

/** What a buyer of the past learns from an answer that was signed and is not what it says. */

const SIGNER = ed25519Signer(new Uint8Array(32).fill(5))
const HOUR = 3_600
const FROM = 1_794_996_000
const TO = FROM + 3 * HOUR - 1

/** A past of three hours: candles, two venues' rates, and an index by the hour. */
const rowOf = (actor: string, t: number, change: (canonical: string) => string = (same) => same) => {
  const { feed } = registry.item(actor)!
  const written = feed.sale.canonical.write(feed.sale.tokens(feed.example), { timestamp: t, nonce: 482_910 })
  const canonical = change(written)
  return { t, canonical, signature: SIGNER.sign(digest(canonical)), pubkey: SIGNER.publicKey }
}
const past: PastReader = {
  candles: async () =>
    [0, 1, 2].map((at) => ({
      t: FROM + at * HOUR,
      o: '10',
      h: '12',
      l: '9',
      c: '11',
      n: 60,
      filled: 0,
      v: at === 0 ? null : '3.50',
    })),
  hasCandles: async () => true,
  rows: async (actor) => [0, 1, 2].map((at) => rowOf(actor, FROM + at * HOUR + 3_540)),
  hasRows: async () => true,
  board: async <State>({ id }: { readonly id: string }) => {
    const told = [FUNDING_PAID_BOARDS.get('okx')!.id, FUNDING_PAID_BOARDS.get('bybit')!.id].includes(id)
    const paid = [-1, 0, 1].map((at) => ({ at: (FROM + at * HOUR) * 1_000, rate: '0.0001' }))
    return (told ? { paid: { BTC: paid } } : null) as State | null
  },
}

const made = async (id: string, wish: object = {}): Promise<readonly [ComputedFeed, Content]> => {
  const feed = computedFeed(id)!
  const asked = { kind: 'wish', from: FROM, to: TO, interval: '1h', ...wish } as const
  return [feed, (await feed.conclude(feed.subjects[0]!, asked, past))!]
}
/** Signs whatever it is given, as a broken service would. `head` is what the canonical string is written from. */
const failed = (feed: ComputedFeed, body: Content, head: Content = body): readonly string[] => {
  const content = { ...body, timestamp: TO + 60 }
  const hash = contentHash(content)
  const canonical = feed.canonical.write(feed.tokens(head, hash), { timestamp: TO + 60, nonce: 482_910 })
  const signed = { canonical, signature: SIGNER.sign(digest(canonical)), signingScheme: SIGNER.scheme }
  const answer = { ...content, ...signed, pubkey: SIGNER.publicKey, contentHash: hash }
  return verifyAnswer(answer, { layouts: LAYOUTS }).checks.flatMap(({ ok, what }) => (ok ? [] : [what]))
}

type Rows = readonly Content[]
const withRows = (body: Content, change: (rows: Rows) => Rows): Content => {
  const rows = change(body['rows'] as Rows) as Json
  return { ...body, rows, count: (rows as Json[]).length }
}
const changed = (at: number, change: Content) => (rows: Rows) =>
  rows.map((row, place) => (place === at ? { ...row, ...change } : row))

const ORDER = 'rows are in order, within the range and valid'
const COUNT = 'count is the number of rows'
const NAMES = 'series and pair are those of the canonical string'
const SIGNED = 'every row has its original signature and states what was signed'

describe.each(['history/spot', 'history/funding', 'history/mssi', 'history/msvi'])('%s', (id) => {
  test('is found whole', async () => {
    const [feed, body] = await made(id)
    expect((body['rows'] as Json[]).length).toBeGreaterThan(2)
    expect(failed(feed, body)).toEqual([])
  })

  test('with rows in another order, twice, or from outside of the range', async () => {
    const [feed, body] = await made(id)
    expect(
      failed(
        feed,
        withRows(body, (rows) => rows.toReversed()),
      ),
    ).toContain(ORDER)
    expect(
      failed(
        feed,
        withRows(body, (rows) => [...rows, rows.at(-1)!]),
      ),
    ).toContain(ORDER)
    expect(failed(feed, { ...body, from: FROM + HOUR })).toContain(ORDER)
    expect(failed(feed, { ...body, to: FROM + HOUR - 1 })).toContain(ORDER)
  })

  test('with another count, without rows, or with none', async () => {
    const [feed, body] = await made(id)
    expect(failed(feed, { ...body, count: 99 })).toEqual([COUNT])
    const { rows: _, ...rest } = body
    expect(failed(feed, rest)).toContain(COUNT)
    expect(
      failed(
        feed,
        withRows(body, () => []),
      ),
    ).toContain(COUNT)
  })

  test('of another series, or of another subject than its string', async () => {
    const [feed, body] = await made(id)
    expect(failed(feed, { ...body, series: 'other' })).toEqual([NAMES])
    if ('pair' in body) expect(failed(feed, { ...body, pair: 'ETH/USD' })).toEqual([NAMES])
    // What the body repeats of the string is held against it anyway.
    expect(failed(feed, { ...body, domain: 'ETHUSD' }, body)).toContain('domain agrees with the canonical string')
  })
})

describe('a candle', () => {
  test('that begins between, whose high lies below its close, or of which less than nothing was traded', async () => {
    const [feed, body] = await made('history/spot')
    expect(failed(feed, withRows(body, changed(1, { t: FROM + HOUR + 60 })))).toEqual([ORDER])
    for (const wrong of [{ h: '10.5' }, { l: '10.5' }, { v: '-1' }, { v: '1e3' }, { v: 3.5 }])
      expect(failed(feed, withRows(body, changed(1, wrong)))).toEqual([ORDER])
  })
})

describe('a rate', () => {
  test('of another exchange than the one that was asked for', async () => {
    const [feed, body] = await made('history/funding', { exchange: 'okx' })
    expect(failed(feed, body)).toEqual([])
    expect(failed(feed, withRows(body, changed(0, { exchange: 'bybit' })))).toEqual([ORDER])
  })
})

test.each([
  ['history/mssi', 'index/contagion/MARKET'],
  ['history/msti', 'index/stress/MARKET'],
])('of %s no row is one of %s, which speaks of the same market', async (id, other) => {
  const [feed, body] = await made(id)
  expect(failed(feed, body)).toEqual([])
  const { t, canonical, signature, pubkey } = rowOf(other, FROM + 3_540)
  const row = { t, canonical, signature, signingScheme: SIGNER.scheme, pubkey }
  const told = withRows(body, (rows) => [row, ...rows.slice(1)])
  expect(failed(feed, told)).toEqual([SIGNED])
})

describe('a signed row', () => {
  test('of ether in an answer about bitcoin, though it was signed', async () => {
    const [feed, body] = await made('history/msvi')
    const ether = rowOf('index/volatility/ETH-USD', FROM + 3_540, (text) => text.replace('BTCUSD', 'ETHUSD'))
    expect(failed(feed, withRows(body, changed(0, ether)))).toEqual([SIGNED])
  })

  test('of another index', async () => {
    const [feed, body] = await made('history/mssi')
    expect(failed(feed, withRows(body, changed(0, rowOf('index/volatility/BTC-USD', FROM + 3_540))))).toEqual([SIGNED])
  })

  test('twice within one interval', async () => {
    const [feed, body] = await made('history/mssi')
    const more = rowOf('index/stress/MARKET', FROM + 3_480)
    expect(
      failed(
        feed,
        withRows(body, (rows) => [{ ...rows[0]!, ...more }, ...rows]),
      ),
    ).toEqual([ORDER])
  })
})

test('a row of an older method is handed out as it was signed, and says nothing that cannot be read', async () => {
  const feed = computedFeed('history/mssi')!
  const old = rowOf('index/stress/MARKET', FROM + 3_540, (text) => text.replace('METHOD:v1', 'METHOD:v0'))
  const rows: PastReader['rows'] = async (actor) => [old, rowOf(actor, FROM + 2 * HOUR)]
  const wish = { kind: 'wish', from: FROM, to: TO, interval: '1m' } as const
  const body = (await feed.conclude(feed.subjects[0]!, wish, { ...past, rows }))!
  const [first, second] = body['rows'] as Rows
  expect(first).toEqual({ ...old, signingScheme: 'ed25519' })
  expect(second).toHaveProperty('regime')
  expect(failed(feed, body)).toEqual([])
  expect(failed(feed, withRows(body, changed(0, { value: 1 })))).toEqual([SIGNED])
})
