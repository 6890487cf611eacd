import { describe, expect, test } from 'bun:test'
import { INTEREST_BOARDS, type InterestState } from '../../../src/feeds/boards/interest-boards.ts'
import { PERPETUAL_VENUES } from '../../../src/sources/perpetuals/venues.ts'
import { polledBoards } from '../../support/polled-world.ts'
import { stage } from '../../support/sandbox/world/still-world.ts'

const binance = INTEREST_BOARDS.get('binance')!
const bybit = INTEREST_BOARDS.get('bybit')!

const polled = async (refused: RegExp | null = null) => {
  const on = stage({ volatility: 0 })
  const world = polledBoards(on)
  world.refuse(refused)
  const poll = async (board: typeof binance) => {
    await world.poll(board)
    return world.states.get(board.id) as InterestState
  }
  return { on, world, poll }
}

describe('boards of past open interest', () => {
  test('are of the venues that tell it, every ten minutes', () => {
    expect([...INTEREST_BOARDS.keys()]).toEqual(['binance', 'bybit'])
    for (const [name, board] of INTEREST_BOARDS) {
      const { source } = PERPETUAL_VENUES.find((venue) => venue.name === name)!
      expect([board.id, board.source, board.everySeconds]).toEqual([`interest/${name}`, source, 600])
    }
  })

  test('hold 27 hours of every coin after one poll, oldest first', async () => {
    const { on, poll } = await polled()
    const last = Math.floor(on.clock.now() / 300_000) * 300
    for (const board of [binance, bybit]) {
      const { told } = await poll(board)
      for (const rows of [told.BTC!, told.ETH!, told.SOL!])
        expect(rows.map(([at]) => at)).toEqual(Array.from({ length: 324 }, (_, at) => last - (323 - at) * 300))
    }
  })

  test('hold dollars where the venue tells them, and coins alone where it does not', async () => {
    const { poll } = await polled()
    const [ofBinance, ofBybit] = [await poll(binance), await poll(bybit)]
    expect(
      ofBinance.told.BTC!.every(([, coins, usd]) => usd !== null && Math.abs(usd / coins / 97_000 - 1) < 0.01),
    ).toBe(true)
    expect(ofBybit.told.BTC!.every(([, coins, usd]) => usd === null && coins > 0)).toBe(true)
  })

  test('drop what is older, and keep what a reply left out', async () => {
    const { on, poll } = await polled()
    const first = (await poll(binance)).told.BTC!
    on.clock.move(3_600_000)
    const later = (await poll(binance)).told.BTC!
    expect([later.length, later[0]![0] - first[0]![0], later.at(-1)![0] - first.at(-1)![0]]).toEqual([
      325, 3_300, 3_600,
    ])
  })

  test('are whole again once a page that failed is there', async () => {
    const { on, world, poll } = await polled(/symbol=ETHUSDT.*endTime=17950\d+&|symbol=SOLUSDT/)
    const { told } = await poll(bybit)
    expect([told.BTC!.length, told.SOL]).toEqual([324, undefined])
    world.refuse(null)
    on.clock.move(600_000)
    const again = (await poll(bybit)).told
    expect([again.BTC!.length, again.ETH!.length, again.SOL!.length]).toEqual([325, 325, 324])
  })
})
