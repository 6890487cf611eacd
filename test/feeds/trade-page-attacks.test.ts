import { describe, expect, test } from 'bun:test'
import { TRADE_BOARDS, type TradeState } from '../../src/feeds/boards/trade-boards.ts'
import { PRICE_CLIP } from '../../src/feeds/math/vwap-agreement.ts'
import { USDT_RATE_VENUES } from '../../src/feeds/prices/usdt.ts'
import { vwap } from '../../src/feeds/prices/vwap.feed.ts'
import type { WindowAnswer } from '../../src/feeds/prices/vwap-answer.ts'
import { NOON, type Stage, stage } from '../support/sandbox/world/still-world.ts'
import { someOf } from '../support/draws.ts'
import { choose } from '../support/feeds/liars.ts'
import { both, lookAt, tickers } from '../support/feeds/market.ts'

/**
 * Three of seven venues send pages of trades that are none, while Bitcoin runs away. In their own wire formats, polled as
 * boards are. Who repeats itself is out of the mean as soon as its window no longer reaches far enough, and back in it when
 * it speaks again.
 */

const VENUES = [...TRADE_BOARDS.keys()].filter((key) => key.includes('|BTC/')).map((key) => key.split('|')[0]!)
const BOARDS = [...TRADE_BOARDS].filter(([key]) => key.includes('|BTC/'))
const SUBJECT = vwap.subjects.find(({ key }) => key === 'BTC-USD')!
const POLL_MS = 15_000

type Fault = (honest: string, said: readonly string[], other: () => Promise<string>) => Promise<string>

const emptied = (body: string): string => {
  const reply = JSON.parse(body) as unknown
  if (Array.isArray(reply)) return '[]'
  const { data, result } = reply as { data?: unknown; result?: Record<string, unknown> }
  if (data) return JSON.stringify({ ...(reply as object), data: [] })
  return JSON.stringify({ error: [], result: { XXBTZUSD: [], last: result!['last'] } })
}

/** The newest two trades alone. */
const shortened = (body: string): string => {
  const reply = JSON.parse(body) as unknown
  // Bitfinex, asked so, writes the newest last, and so does Kraken.
  if (Array.isArray(reply)) return JSON.stringify(Array.isArray(reply[0]) ? reply.slice(-2) : reply.slice(0, 2))
  const { data, result } = reply as { data?: unknown[]; result?: { XXBTZUSD: unknown[]; last: string } }
  if (data) return JSON.stringify({ ...(reply as object), data: data.slice(0, 2) })
  return JSON.stringify({ error: [], result: { ...result!, XXBTZUSD: result!.XXBTZUSD.slice(-2) } })
}

const FAULTS: Readonly<Record<string, Fault>> = {
  'repeat a page': async (honest, said) => said[0] ?? honest,
  'send pages of yesterday': (_honest, _said, other) => other(),
  'send pages of tomorrow': (_honest, _said, other) => other(),
  'send empty pages': async (honest) => emptied(honest),
  'leave out all but two trades': async (honest) => shortened(honest),
}

interface Told {
  readonly now: number
  readonly value: number | null
  readonly rows: readonly WindowAnswer[]
}

const WARM = 24
const FAULTY = 10
const MENDED = 26

const RATES = Object.fromEntries(USDT_RATE_VENUES.map((venue) => [venue, { 'USDT/USD': 1 }]))

const conclude = (states: ReadonlyMap<string, TradeState>, now: number): Told => {
  const found = vwap.conclude(SUBJECT, lookAt(both(tickers(RATES, now), new Map(states)), now))
  if (found.kind !== 'concluded') return { now, value: null, rows: [] }
  return {
    now,
    value: Number(found.carry['value']),
    rows: found.content['quotes'] as readonly WindowAnswer[],
  }
}

const pollOf = async (
  on: Stage,
  fault: (venue: string, path: string, honest: string) => Promise<string>,
  states: Map<string, TradeState>,
) => {
  const now = on.clock.now()
  for (const [key, board] of BOARDS) {
    const before = states.get(board.id) ?? board.empty
    // A cold start by candles is another matter.
    const [ask] = board.asks({ now, state: before, listed: null })
    const path = `${new URL(ask!.query.provider.origin).host}${ask!.query.path}`
    try {
      const body = await fault(key.split('|')[0]!, path, await on.text(path))
      states.set(board.id, board.settle!(ask!.enter(body, now, before), before, now))
    } catch {
      // What cannot be read is no answer.
    }
  }
  return conclude(states, now)
}

/** Six minutes of peace, two and a half of faults, and six and a half of peace, Bitcoin falling by 0.4 % a minute all the while. */
const lived = async (name: string, faulty: readonly string[]): Promise<readonly Told[]> => {
  const on = stage()
  const away = stage({ start: NOON + (name.includes('tomorrow') ? 86_400_000 : -86_400_000) })
  const states = new Map<string, TradeState>()
  const said = new Map<string, string[]>()
  const told: Told[] = []
  for (let poll = 0; poll < WARM + FAULTY + MENDED; poll++) {
    const isFaulty = poll >= WARM && poll < WARM + FAULTY
    const fault = async (venue: string, path: string, honest: string): Promise<string> => {
      if (!isFaulty || !faulty.includes(venue)) return honest
      const body = await FAULTS[name]!(honest, said.get(venue) ?? [], () => away.text(path))
      said.set(venue, [...(said.get(venue) ?? []), body])
      return body
    }
    told.push(await pollOf(on, fault, states))
    const level = on.world.market.levels()['spot.BTC']!
    on.world.market.set('spot.BTC', level * 0.999)
    for (const each of [on, away]) each.clock.move(POLL_MS)
  }
  return told
}

/** Within a thousandth of the means of those who are honest. */
const isRight = ({ value, rows }: Told, faulty: readonly string[]): boolean => {
  const honest = rows.filter(({ source }) => !faulty.includes(source)).map(({ price }) => Number(price))
  const [low, high] = [Math.min(...honest) * (1 - PRICE_CLIP), Math.max(...honest) * (1 + PRICE_CLIP)]
  return value !== null && value >= low && value <= high
}

const TRIPLES = choose(VENUES, 3).filter((_, at) => at % 9 === 0)

describe.each(Object.keys(FAULTS))('three of seven %s', (name) => {
  test.each(someOf(TRIPLES, name.length, 1).map((triple) => [triple.join(', '), triple] as const))(
    '%s: the mean is right throughout, without them and with them',
    async (_names, faulty) => {
      const told = await lived(name, faulty)
      const used = ({ rows }: Told) => rows.filter((row) => row.used).map(({ source }) => source)
      const sold = told.slice(WARM)
      expect(sold.filter((each) => !isRight(each, faulty))).toEqual([])
      expect(used(told[WARM - 1]!)).toEqual(expect.arrayContaining([...faulty]))
      // Five polls are 75 s of 300.
      for (const each of told.slice(WARM + 5, WARM + FAULTY))
        expect(used(each).filter((source) => faulty.includes(source))).toEqual([])
      expect(used(told.at(-1)!)).toEqual(expect.arrayContaining([...faulty]))
    },
    120_000,
  )
})
