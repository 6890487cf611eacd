import { describe, expect, test } from 'bun:test'
import { OrderbookAnswer } from '../../../src/feeds/books/orderbook-answer.ts'
import { orderbook } from '../../../src/feeds/books/orderbook.feed.ts'
import { DEPTH_BOARDS } from '../../../src/feeds/boards/depth-boards.ts'
import { contentOf } from '../../support/feeds/content-of.ts'
import { type Fed, fed } from '../../support/feeds/fed-feeds.ts'

/** Order books from the simulated exchanges to the answer, through the real readers. */

const [BTC] = orderbook.subjects

const bodyOf = (one: Fed) => contentOf(OrderbookAnswer, one.conclude())

const drainAll = (share: number, but: readonly string[] = []) => ({
  drain: Object.fromEntries(
    [...DEPTH_BOARDS.keys()].filter((name) => !but.includes(name)).map((name) => [name, share]),
  ),
})

describe('in the simulated world', () => {
  test('every venue has a book at once, and nothing is missing but the past', async () => {
    const body = bodyOf(await fed({ feed: orderbook, subject: BTC! }))
    expect(body.sources).toEqual(['binance', 'bitstamp', 'coinbase', 'kraken', 'okx'])
    expect(body.mid).toBeWithin(96_000, 98_000)
    expect(body.spread_bps).toBeWithin(0.5, 1.5)
    expect(body.depth_collapse).toMatchObject({ state: null, minutes: 0 })
    expect(body.sweep_cost_bps.buy['1m']).toBeWithin(0, 10)
    expect(body.capped).toEqual([])
    expect(Object.keys(body.exchanges[0]!.depth_usd)).toHaveLength(10)
    expect(body.truncated['25bps']).toEqual([])
  })

  test('half an hour later its depth has a state, which a drain changes and a silence does not', async () => {
    const one = await fed({ feed: orderbook, subject: BTC! })
    for (let minute = 0; minute < 31; minute++) await one.minute()
    expect(bodyOf(one).depth_collapse).toMatchObject({ state: 'NORMAL', minutes: 31 })

    await one.on.post({ halt: ['binance', 'coinbase'] })
    await one.minute()
    await one.minute()
    const silent = bodyOf(one)
    expect(silent.missing).toEqual(['binance', 'coinbase'])
    expect([silent.depth_collapse.state, silent.collapsed]).toEqual(['NORMAL', false])

    await one.on.post({ clear: true })
    await one.on.post(drainAll(0.5))
    await one.minute()
    const thin = bodyOf(one)
    expect([thin.depth_collapse.state, thin.collapsed]).toEqual(['THINNING', false])
    expect(thin.depth_collapse.ratio).toBeWithin(0.45, 0.55)

    await one.on.post(drainAll(0.7))
    await one.minute()
    const gone = bodyOf(one)
    expect([gone.depth_collapse.state, gone.collapsed]).toEqual(['COLLAPSE', true])
    expect(gone.missing).toEqual([])
  })
})
