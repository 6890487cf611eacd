import { describe, expect, test } from 'bun:test'
import { pollBoard } from '../../../src/actors/publisher/polled.ts'
import type { Board } from '../../../src/feeds/board.ts'
import { PERPETUAL_BOARDS, type PerpetualState } from '../../../src/feeds/boards/perpetual-boards.ts'
import type { Net, Question } from '../../../src/ports.ts'
import { PERPETUAL_VENUES } from '../../../src/sources/perpetuals/venues.ts'
import type { BoardStore } from '../../../src/store/published/boards.ts'
import { OPEN } from '../../support/feeds/market.ts'

const HOUR = 3_600_000
const boardOf = (name: string): Board<PerpetualState> => PERPETUAL_BOARDS.get(name)!
const binance = boardOf('binance')
const dydx = boardOf('dydx')

/** What a board asks, by path, POSTs by body. */
const asked = (board: Board<PerpetualState>, state: PerpetualState, now: number): readonly string[] =>
  board.asks({ now, state, listed: null }).map(({ query }) => query.body ?? query.path)

/** A venue that answers some questions: words in the question to the body of the reply. */
const answering = (replies: Readonly<Record<string, unknown>>, now: () => number) => {
  const questions: Question[] = []
  const net: Net = {
    ask: async (question) => {
      questions.push(question)
      const found = Object.entries(replies).find(([words]) => question.path.includes(words))
      return found
        ? { ok: true, body: JSON.stringify(found[1]), receivedAt: now(), tookMs: 1 }
        : { ok: false, failure: { kind: 'status', status: 500 } }
    },
  }
  return { net, questions }
}

/** A store of one board, and polls of it. */
const polling = (board: Board<PerpetualState>) => {
  let kept: { at: number; state: unknown } | null = null
  const store: BoardStore = {
    read: async () => [kept],
    write: async (_id, at, state) => {
      // As the real store does it: through text.
      kept = { at, state: JSON.parse(JSON.stringify(state)) as unknown }
      return true
    },
  }
  return {
    poll: async (replies: Readonly<Record<string, unknown>>, now: number) => {
      const { net, questions } = answering(replies, () => now)
      const outcome = await pollBoard(board, net, store, now)
      return { outcome, questions, state: (kept?.state ?? null) as PerpetualState | null }
    },
  }
}

const market = (rate: string) => ({
  markets: { 'BTC-USD': { ticker: 'BTC-USD', nextFundingRate: rate, oraclePrice: '97000', openInterest: '100' } },
})
const BTC = { 'perpetualMarkets?ticker=BTC-USD': market('0.0000125') }

describe('a board of perpetuals', () => {
  test('is one per venue, asked every fifteen seconds, under the name it has in answers', () => {
    expect([...PERPETUAL_BOARDS.keys()]).toEqual(PERPETUAL_VENUES.map(({ name }) => name))
    expect([...PERPETUAL_BOARDS.values()].map(({ id, everySeconds }) => [id, everySeconds])).toEqual(
      PERPETUAL_VENUES.map(({ name }) => [`perp/${name}`, 15]),
    )
  })

  test('keeps what was last said, with its time, and the running hour', async () => {
    const { poll } = polling(dydx)
    const { outcome, state } = await poll(BTC, OPEN)
    expect(outcome).toEqual({ kind: 'published' })
    const { facts, rows } = state!.contracts.BTC!
    expect(facts.mark).toEqual({ value: '97000', at: OPEN })
    expect(facts.intervalHours).toEqual({ value: 1, at: OPEN })
    expect(rows).toEqual([{ hour: OPEN, rate8h: 0.0001, openInterestUsd: 9_700_000 }])
    expect([state!.changedAt, state!.contracts.ETH?.rows]).toEqual([OPEN, []])
  })

  test('notes the last of an hour, and begins another', async () => {
    const { poll } = polling(dydx)
    await poll(BTC, OPEN)
    await poll({ 'ticker=BTC-USD': market('0.000025') }, OPEN + 30_000)
    const { state } = await poll(BTC, OPEN + HOUR)
    expect(state!.contracts.BTC!.rows.map(({ hour, rate8h }) => [hour - OPEN, rate8h])).toEqual([
      [0, 0.0002],
      [HOUR, 0.0001],
    ])
  })

  test('keeps a fact that is no longer told, which ages, and notes when nothing changes', async () => {
    const { poll } = polling(dydx)
    await poll(BTC, OPEN)
    const same = await poll(BTC, OPEN + 15_000)
    expect([same.state!.changedAt, same.state!.contracts.BTC!.facts.mark!.at]).toEqual([OPEN, OPEN + 15_000])
    const other = await poll({ 'ticker=ETH-USD': { markets: {} } }, OPEN + 30_000)
    expect(other.outcome.kind).toBe('declined')
    expect(other.state!.contracts.BTC!.facts.mark!.at).toBe(OPEN + 15_000)
  })
})

describe('an hour that was not really watched stays a hole', () => {
  const rows = (state: PerpetualState | null) => state!.contracts.BTC!.rows.map(({ hour }) => (hour - OPEN) / HOUR)

  test('when the last fact in it is no longer fresh', async () => {
    const { poll } = polling(dydx)
    await poll(BTC, OPEN + 3_400_000)
    // Another coin answers, and the board is written with what is left of the first.
    const eth = {
      'ticker=ETH-USD': { markets: { 'ETH-USD': { ...market('0').markets['BTC-USD'], ticker: 'ETH-USD' } } },
    }
    expect(rows((await poll(eth, OPEN + 3_700_000)).state)).toEqual([0, 1])
    const { poll: other } = polling(dydx)
    await other(BTC, OPEN + 3_400_000)
    expect(rows((await other(eth, OPEN + 3_700_001)).state)).toEqual([0])
  })

  test('when the venue has repeated itself for ten minutes', async () => {
    const { poll } = polling(dydx)
    await poll(BTC, OPEN + HOUR - 600_000)
    expect(rows((await poll(BTC, OPEN + HOUR)).state)).toEqual([0, 1])
    const { poll: other } = polling(dydx)
    await other(BTC, OPEN + HOUR - 600_001)
    expect(rows((await other(BTC, OPEN + HOUR)).state)).toEqual([0])
  })
})

describe('rows of open interest', () => {
  const SECOND = OPEN / 1_000
  const rows = (state: PerpetualState | null) => state!.contracts.BTC!.interest

  test('hold the last observation of each five minutes, in coins and in dollars', async () => {
    const { poll } = polling(dydx)
    await poll(BTC, OPEN)
    await poll({ 'ticker=BTC-USD': market('0.00002') }, OPEN + 285_000)
    expect(rows((await poll(BTC, OPEN + 299_000)).state)).toEqual([[SECOND + 299, 100, 9_700_000]])
    expect(rows((await poll(BTC, OPEN + 300_000)).state)).toEqual([
      [SECOND + 299, 100, 9_700_000],
      [SECOND + 300, 100, 9_700_000],
    ])
  })

  test('go back 27 hours and no further', async () => {
    const { poll } = polling(dydx)
    await poll(BTC, OPEN)
    const told = (rate: string) => ({ 'ticker=BTC-USD': market(rate) })
    expect(rows((await poll(told('0.1'), OPEN + 27 * HOUR)).state)!.length).toBe(2)
    expect(rows((await poll(told('0.2'), OPEN + 27 * HOUR + 300_000)).state)).toEqual([
      [SECOND + 27 * 3_600, 100, 9_700_000],
      [SECOND + 27 * 3_600 + 300, 100, 9_700_000],
    ])
  })

  test('are not added by a venue that has repeated itself for ten minutes, nor from facts that are no longer fresh', async () => {
    const { poll } = polling(dydx)
    await poll(BTC, OPEN)
    expect(rows((await poll(BTC, OPEN + 600_000)).state)!.length).toBe(2)
    expect(rows((await poll(BTC, OPEN + 900_001)).state)!.length).toBe(2)
    const eth = {
      'ticker=ETH-USD': { markets: { 'ETH-USD': { ...market('0').markets['BTC-USD'], ticker: 'ETH-USD' } } },
    }
    const { poll: other } = polling(dydx)
    await other(BTC, OPEN)
    expect(rows((await other(eth, OPEN + 300_000)).state)!.length).toBe(2)
    expect(rows((await other(eth, OPEN + 600_001)).state)!.length).toBe(2)
  })

  test('need no funding: Binance without its terms has them', async () => {
    const symbol = 'BTCUSDT'
    const { state } = await polling(binance).poll(
      {
        'premiumIndex?symbol=BTCUSDT': {
          symbol,
          markPrice: '97010',
          indexPrice: '97000',
          lastFundingRate: '0.0001',
          nextFundingTime: OPEN + HOUR,
          time: OPEN,
        },
        'openInterest?symbol=BTCUSDT': { symbol, openInterest: '100.12345', time: OPEN },
      },
      OPEN,
    )
    expect(rows(state)).toEqual([[SECOND, 100.1235, 9_712_976]])
    expect(state!.contracts.BTC!.rows).toEqual([])
  })

  test('begin where an earlier release wrote none', async () => {
    const { poll } = polling(dydx)
    const { state } = await poll(BTC, OPEN)
    const { interest: _interest, index: _index, ...earlier } = state!.contracts.BTC!
    const settled = dydx.settle!({ ...state!, contracts: { BTC: earlier } }, state!, OPEN + 300_000)
    expect(settled.contracts.BTC!.interest).toEqual([[SECOND + 300, 100, 9_700_000]])
  })
})

describe('an index', () => {
  const deribit = boardOf('deribit')
  const ticker = (index_price: number, mark_price: number, timestamp: number) => ({
    'ticker?instrument_name=BTC-PERPETUAL': {
      jsonrpc: '2.0',
      result: {
        instrument_name: 'BTC-PERPETUAL',
        current_funding: 0.0001,
        mark_price,
        index_price,
        open_interest: 1_000,
        timestamp,
      },
    },
  })

  test('is watched: when it last moved, and when it last differed from the mark', async () => {
    const { poll } = polling(deribit)
    const watch = async (index: number, mark: number, at: number) =>
      (await poll(ticker(index, mark, at), at)).state!.contracts.BTC!.index
    expect(await watch(97_000, 97_000, OPEN)).toEqual({ movedAt: OPEN, apartAt: null })
    expect(await watch(97_000, 97_010, OPEN + 15_000)).toEqual({ movedAt: OPEN, apartAt: OPEN + 15_000 })
    expect(await watch(97_001, 97_001, OPEN + 30_000)).toEqual({ movedAt: OPEN + 30_000, apartAt: OPEN + 15_000 })
    expect(await watch(97_001, 97_020, OPEN + 45_000)).toEqual({ movedAt: OPEN + 30_000, apartAt: OPEN + 45_000 })
  })

  test('is watched while the venue stands still, and from the first poll after an earlier release', async () => {
    const { poll } = polling(deribit)
    const first = (await poll(ticker(97_000, 97_010, OPEN), OPEN)).state!
    const same = await poll(ticker(97_000, 97_010, OPEN + HOUR), OPEN + HOUR)
    expect(same.state!.contracts.BTC!.index).toEqual({ movedAt: OPEN, apartAt: OPEN + HOUR })
    const { index: _index, ...earlier } = first.contracts.BTC!
    const before = { ...first, contracts: { BTC: earlier } }
    expect(deribit.settle!(before, before, OPEN + 15_000).contracts.BTC!.index).toEqual({
      movedAt: OPEN + 15_000,
      apartAt: OPEN + 15_000,
    })
  })

  test('is not watched where there is none', async () => {
    expect((await polling(dydx).poll(BTC, OPEN)).state!.contracts.BTC).not.toHaveProperty('index')
  })
})

describe('terms', () => {
  test('are asked for hourly where a venue keeps them apart, and nowhere else', () => {
    const terms = (state: PerpetualState, now: number) =>
      asked(binance, state, now).filter((path) => path.includes('fundingInfo')).length
    expect(terms(binance.empty, OPEN)).toBe(1)
    expect(terms({ ...binance.empty, termsAt: OPEN }, OPEN + 3_599_999)).toBe(0)
    expect(terms({ ...binance.empty, termsAt: OPEN }, OPEN + 3_600_000)).toBe(1)
    expect(asked(dydx, dydx.empty, OPEN).length).toBe(3)
  })

  test('make a contract whole: without them Binance has a rate and no interval', async () => {
    const symbol = 'BTCUSDT'
    const replies = {
      'premiumIndex?symbol=BTCUSDT': {
        symbol,
        markPrice: '97010',
        indexPrice: '97000',
        lastFundingRate: '0.0001',
        nextFundingTime: OPEN + HOUR,
        time: OPEN - 700,
      },
      'openInterest?symbol=BTCUSDT': { symbol, openInterest: '100', time: OPEN },
    }
    const { poll } = polling(binance)
    const without = await poll(replies, OPEN)
    expect(without.state!.contracts.BTC!.rows).toEqual([])
    // By the venue's clock where it has one.
    expect(without.state!.contracts.BTC!.facts.funding!.at).toBe(OPEN - 700)
    expect(without.state!.contracts.BTC!.facts.openInterest!.at).toBe(OPEN)
    const whole = await poll({ ...replies, fundingInfo: [{ symbol, fundingIntervalHours: 4 }] }, OPEN + 15_000)
    expect(whole.state!.contracts.BTC!.rows).toEqual([{ hour: OPEN, rate8h: 0.0002, openInterestUsd: 9_701_000 }])
    expect(asked(binance, whole.state!, OPEN + 30_000).filter((path) => path.includes('fundingInfo'))).toEqual([])
    expect(whole.state!.contracts.BTC!.premium).toMatchObject({ count: 1, mean: 97_010 / 97_000 - 1 })
  })
})
