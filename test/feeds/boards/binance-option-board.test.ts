import { describe, expect, test } from 'bun:test'
import { OPTION_BOARDS } from '../../../src/feeds/boards/option-boards.ts'
import type { OptionState } from '../../../src/feeds/boards/option-state.ts'
import { binanceChain } from '../../../src/feeds/boards/binance-chain.ts'
import { black76 } from '../../../src/feeds/math/black76.ts'
import { keptOptions } from '../../../src/feeds/options/kept/kept-option.ts'
import { polledBoards } from '../../support/polled-world.ts'
import { type Stage, stage } from '../../support/sandbox/world/still-world.ts'

/** Binance's board over the simulated world: its chain is told in pieces. */

const BOARD = OPTION_BOARDS.find(({ venue }) => venue === 'binance')!

const opened = (on: Stage) => {
  const world = polledBoards(on)
  const poll = async () => {
    on.clock.move(30_000)
    const from = world.asked.length
    expect(await world.poll(BOARD)).toEqual({ kind: 'published' })
    return world.asked.slice(from)
  }
  return { ...world, poll, state: () => world.states.get('options/binance') as OptionState }
}

const expiriesOf = ({ chains }: OptionState, coin: string) => (chains[coin]?.kept ?? []).map(({ expiry }) => expiry)

describe('the board of Binance', () => {
  test('asks for the open interest of twelve expiries a poll, the unknown and the nearest first', async () => {
    const on = stage()
    const { poll, state } = opened(on)
    const first = await poll()
    expect(first).toEqual([
      '/eapi/v1/ticker',
      ...['BTC', 'ETH', 'SOL'].map((coin) => `/eapi/v1/index?underlying=${coin}USDT`),
      '/eapi/v1/mark',
    ])
    // Nobody knows yet which expiries there are, so no chain does either.
    expect(state().chains).toEqual({})
    const rounds = [await poll(), await poll(), await poll()].map((asked) =>
      asked.filter((path) => path.includes('openInterest')),
    )
    expect(rounds[0]).toHaveLength(12)
    // Four days of three coins come before everything later.
    expect(rounds[0]!.slice(0, 3)).toEqual(
      ['BTC', 'ETH', 'SOL'].map((coin) => `/eapi/v1/openInterest?underlyingAsset=${coin}&expiration=261119`),
    )
    // Eleven expiries of each coin.
    expect(new Set(rounds.flat()).size).toBe(33)
    expect(expiriesOf(state(), 'BTC')).toHaveLength(11)
  })

  test('a chain has the expiries whose open interest is known, with forwards near the spot price', async () => {
    const on = stage()
    const { poll, state } = opened(on)
    await poll()
    await poll()
    expect(expiriesOf(state(), 'BTC')).toHaveLength(4)
    for (let round = 0; round < 4; round++) await poll()
    const { chains, ...rest } = state()
    expect(Object.keys(chains)).toEqual(['BTC', 'ETH', 'SOL'])
    expect(Object.keys(rest)).toEqual(['interest', 'expiries'])
    for (const coin of ['BTC', 'ETH', 'SOL']) {
      const { at, slices, kept } = chains[coin]!
      expect(at).toBe(on.clock.now())
      const spot = on.world.market.levels()[`spot.${coin}`]!
      for (const { expiry, forward, atmIv, listed, quoted } of slices) {
        const years = (expiry - on.clock.now()) / 31_536_000_000
        expect(forward / spot).toBeWithin(Math.exp(0.06 * years) - 0.002, Math.exp(0.06 * years) + 0.002)
        expect([atmIv !== null, quoted / listed > 0.9]).toEqual([true, true])
      }
      const options = keptOptions(kept!, on.clock.now())
      expect(options.length).toBeGreaterThan(200)
      expect(options.some(({ bid, ask, bidIv, askIv }) => bid !== null && ask !== null && bidIv! < askIv!)).toBe(true)
      expect(options.every(({ volumeUsd }) => volumeUsd !== null)).toBe(true)
    }
  })

  test('without a coin’s index its chain stays what it was, and ages', async () => {
    const on = stage()
    const { poll, refuse, state } = opened(on)
    for (let round = 0; round < 3; round++) await poll()
    const before = state().chains
    refuse(/underlying=ETHUSDT/)
    await poll()
    expect(state().chains['ETH']).toEqual(before['ETH']!)
    expect(state().chains['BTC']!.at).toBe(on.clock.now())
  })

  test('without marks, or with none, everything stays', async () => {
    const on = stage()
    const { poll, refuse, state } = opened(on)
    for (let round = 0; round < 3; round++) await poll()
    const before = state()
    refuse(/mark$/)
    await poll()
    expect(state().chains).toEqual(before.chains)
    const marks = BOARD.asks({ now: on.clock.now(), state: before, listed: null }).at(-1)!
    expect(marks.enter('[]', on.clock.now(), before)).toEqual(before)
  })

  test('open interest that is half an hour old is not known, and its expiry is left out', async () => {
    const on = stage()
    const { poll, refuse, state } = opened(on)
    for (let round = 0; round < 5; round++) await poll()
    const whole = expiriesOf(state(), 'BTC').length
    refuse(/openInterest/)
    on.clock.move(25 * 60_000)
    await poll()
    expect(expiriesOf(state(), 'BTC')).toHaveLength(whole)
    on.clock.move(6 * 60_000)
    await poll()
    // The chain is not replaced by an empty one; it ages.
    const { at } = state().chains['BTC']!
    expect(at).toBe(on.clock.now() - 6 * 60_000 - 30_000)
  })

  test('marks have no time: a chain is as old as the index of its coin', async () => {
    const on = stage()
    const { poll, state } = opened(on)
    for (let round = 0; round < 3; round++) await poll()
    const { at } = state().chains['BTC']!
    expect((await on.post({ freeze: ['binanceoptions'] })).status).toBe(200)
    await poll()
    await poll()
    expect(state().chains['BTC']!.at).toBeWithin(at, at + 1)
  })

  test('an expiry that is over is forgotten', async () => {
    const on = stage()
    const { poll, state } = opened(on)
    for (let round = 0; round < 4; round++) await poll()
    const [nearest] = expiriesOf(state(), 'BTC')
    on.clock.move(nearest! - on.clock.now())
    const asked = await poll()
    const date = new Date(nearest!).toISOString().slice(2, 10).replaceAll('-', '')
    expect(asked.some((path) => path.includes(date))).toBe(false)
    expect(JSON.stringify(state())).not.toContain(`"${nearest}"`)
  })
})

describe('the chain of Binance', () => {
  const NOW = Date.parse('2026-11-18T08:00:00Z')
  const EXPIRY = Date.parse('2026-12-18T08:00:00Z')
  const marks = (unit: number) =>
    [80, 85, 90, 95, 100].flatMap((strike) =>
      (['call', 'put'] as const).map((kind) => {
        const { price } = black76({ kind, strike, forward: 90.5, years: 30 / 365, sigma: 0.8, rate: 0 })
        const symbol = `SOL-261218-${strike}-${kind === 'call' ? 'C' : 'P'}`
        const volatilities = { markIv: '80', bidIv: '79', askIv: '81' }
        return { symbol, expiry: EXPIRY, strike: String(strike), kind, mark: String(price * unit), ...volatilities }
      }),
    )

  test('has the forward that parity gives, and the quotes of its books', () => {
    const books = { 'SOL-261218-90-C': { bid: '8', ask: '9', volume: '3' } }
    const chain = binanceChain(marks(1), books, 90, NOW)!
    expect(chain).toHaveLength(10)
    for (const { forward } of chain) expect(Number(forward)).toBeCloseTo(90.5, 9)
    expect(chain.find(({ symbol }) => symbol === 'SOL-261218-90-C')).toMatchObject({ bid: '8', ask: '9', volume: '3' })
    expect(chain.find(({ symbol }) => symbol === 'SOL-261218-90-P')).toMatchObject({ bid: null, volume: null })
  })

  test('of contracts that are not one coin is none, and so is one without volatilities', () => {
    expect(binanceChain(marks(10), {}, 90, NOW)).toBeNull()
    expect(binanceChain(marks(0.1), {}, 90, NOW)).toBeNull()
    expect(binanceChain(marks(1.2), {}, 90, NOW)).not.toBeNull()
    const silent = marks(1).map((mark) => ({ ...mark, markIv: null }))
    expect(binanceChain(silent, {}, 90, NOW)).toBeNull()
  })

  test('a side without a quote has no second side', () => {
    const oneSided = marks(1).map((mark) => ({ ...mark, bidIv: null }))
    expect(binanceChain(oneSided, {}, 90, NOW)!.every(({ twoSided }) => !twoSided)).toBe(true)
    expect(binanceChain(marks(1), {}, 90, NOW)!.every(({ twoSided }) => twoSided)).toBe(true)
  })
})
