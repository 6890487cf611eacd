import { describe, expect, test } from 'bun:test'
import { streamWriter } from '../../src/actors/publisher/stream-parts.ts'
import { registry } from '../../src/feeds/registry.ts'
import { asAnyStream } from '../../src/feeds/stream.ts'
import { LIQUIDATION_STREAMS } from '../../src/feeds/streams/liquidation-streams.ts'
import { boardLease } from '../../src/store/redis/names.ts'
import { heard, VENUES } from '../support/feeds/derivatives/liquidation-streams.ts'
import { tickInShop } from '../support/tick-in-shop.ts'
import { fileShop } from '../support/shop.ts'

/** What a buyer is told of a window that too little was heard of, and of a past too short, from the tick to the answer. */

const ITEM = registry.item('liq-flow/BTC-24h')!
const PATHS = ['/oracle/liq-flow/btc?window=24h', '/oracle/liq-flow/btc/preview?window=24h'] as const
const HOURS = 3_600_000

const shop = await fileShop()

/** One tick after listening for so long, at every venue. */
const tickAfter = async (listenedMs: number) => {
  const now = shop.clock.now()
  const state = { ...heard(), since: now - listenedMs, heardAt: now, spokeAt: now }
  for (const name of VENUES) {
    const stream = asAnyStream(LIQUIDATION_STREAMS.get(name)!)
    await shop.store.leases.hold(boardLease(stream.id), 'one', HOURS)
    await streamWriter(stream, shop.store.boards, 'one', 0)(state, now)
  }
  return tickInShop(shop, ITEM)
}

const told = async (path: string) => {
  const response = await shop.request(path)
  return { status: response.status, body: (await response.json()) as Record<string, unknown>, response }
}

describe('a window of which little was heard', () => {
  test('is refused before any money, with the share that was heard, and has no free copy', async () => {
    expect(await tickAfter(1.2 * HOURS)).toMatchObject({ kind: 'declined', cause: 'little_heard' })
    const invoices = shop.money.calledOf('POST /lnd/v1/invoices')
    for (const path of PATHS) {
      const { status, body, response } = await told(path)
      expect([path, status]).toEqual([path, 503])
      expect(body).toMatchObject({
        error: 'data_unavailable',
        reason: 'little_heard',
        listened: expect.closeTo(0.05, 2),
        least_listened: 0.1,
        message: expect.stringMatching(
          /^BTC 24h: 5(\.\d+)? % of the window was heard, and less than 10 % is not sold\./,
        ),
      })
      expect(response.headers.get('retry-after')).toBe('30')
      expect(response.headers.has('www-authenticate')).toBe(false)
    }
    expect(shop.money.calledOf('POST /lnd/v1/invoices')).toBe(invoices)
  })

  test('is sold once enough was heard, until that answer is too old', async () => {
    shop.clock.move(30_000)
    expect(await tickAfter(12 * HOURS)).toEqual({ kind: 'published' })
    for (const [path, status] of [[PATHS[0], 402] as const, [PATHS[1], 200] as const])
      expect([path, (await told(path)).status]).toEqual([path, status])
    shop.clock.move(60_000)
    expect(await tickAfter(1.2 * HOURS)).toMatchObject({ kind: 'declined' })
    expect((await told(PATHS[0])).status).toBe(402)
    shop.clock.move(60_000)
    expect((await told(PATHS[0])).body).toMatchObject({ reason: 'little_heard' })
  })

  test('that was heard since is not refused with what was wanting before', async () => {
    expect(await tickAfter(12 * HOURS)).toEqual({ kind: 'published' })
    shop.clock.move(200_000)
    const { status, body } = await told(PATHS[0])
    expect(status).toBe(503)
    expect(body).not.toHaveProperty('reason')
    expect(body).not.toHaveProperty('listened')
  })
})

describe('what compares with a past', () => {
  const CHANGE = registry.item('intel/regime-change/MARKET')!

  test('is refused before any money while our record is too short, with its length', async () => {
    expect(await tickInShop(shop, CHANGE)).toMatchObject({ kind: 'declined', cause: 'needs_past' })
    const { status, body, response } = await told(CHANGE.path)
    expect({ status, body }).toMatchObject({
      status: 503,
      body: { error: 'data_unavailable', reason: 'needs_past', recorded_seconds: 0, needed_seconds: 7_200 },
    })
    expect(response.headers.has('www-authenticate')).toBe(false)
  })
})
