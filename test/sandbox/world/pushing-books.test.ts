import { describe, expect, test } from 'bun:test'
import { openStreamConnection as listenTo } from '../../../src/actors/publisher/listening.ts'
import { asAnyStream } from '../../../src/feeds/stream.ts'
import { BOOK_STREAMS, type BookState } from '../../../src/feeds/streams/book-streams.ts'
import { BOOK_SOCKETS } from '../../../src/sources/books/sockets.ts'
import type { Socket, Sockets } from '../../../src/ports.ts'
import { createSockets } from '../../../src/system/sockets.ts'
import { keptLog } from '../../support/still.ts'
import { until } from '../../support/until.ts'
import { servedWorlds } from '../../support/sandbox/world/served-world.ts'

/** The world's best prices over real sockets, heard by the streams of real venues. */

const { served, closeLater } = servedWorlds()

const hear = (name: string) => {
  const on = served()
  const stream = asAnyStream(BOOK_STREAMS.get(name)!)
  const log = keptLog()
  const real = createSockets({ upstreamOrigin: on.origin })
  let wire: Socket | null = null
  let hasEnded = false
  /** Is called when the pong that was asked for is there, or none will come. */
  let heard: (() => void) | null = null
  const tellHeard = () => {
    heard?.()
    heard = null
  }
  const sockets: Sockets = {
    open: (provider, path, handlers) => {
      const closed = (reason: string) => {
        hasEnded = true
        tellHeard()
        handlers.closed(reason)
      }
      // The stream hears no pong that it did not ask for.
      const pong = () => (heard ? tellHeard() : handlers.pong())
      wire = real.open(provider, path, { ...handlers, pong, closed })
      return wire
    },
  }
  /** A pong comes after all that was sent before it. */
  const arrived = () =>
    new Promise<void>((resolve) => {
      heard = resolve
      if (hasEnded || !wire) return tellHeard()
      wire.ping()
    })
  const listening = listenTo({ stream, sockets, log, now: () => on.clock.now() }, stream.empty)
  closeLater(() => listening.close())
  const state = () => listening.gather(on.clock.now()).gathered as BookState
  return { ...on, listening, log, state, arrived }
}

/** Lives through so many seconds, one at a time, and lets the frames arrive. */
const live = async ({ clock, world, arrived }: ReturnType<typeof hear>, seconds: number): Promise<void> => {
  for (let n = 0; n < seconds; n++) {
    clock.move(1_000)
    world.pushing.tick()
    await arrived()
  }
}

const price = ({ quotes }: BookState, pair: string): number => {
  const { bid, ask } = quotes[pair]!
  return (Number(bid) + Number(ask)) / 2
}

const BITCOIN: Readonly<Record<string, string>> = { binance: 'BTC/USDT', okx: 'BTC/USDT', gateio: 'BTC/USDT' }

describe.each(BOOK_SOCKETS.map(({ venue, symbols }) => [venue.source.name, Object.keys(symbols)] as const))(
  '%s',
  (name, pairs) => {
    const bitcoin = BITCOIN[name] ?? 'BTC/USD'

    test('tells of every pair each second, near the market and of this moment, and refuses none', async () => {
      const on = hear(name)
      await until('heard', () => on.listening.isHeard)
      await live(on, 3)
      const { quotes } = on.state()
      expect(Object.keys(quotes).toSorted()).toEqual(pairs.toSorted())
      for (const { bookAt, aliveAt } of Object.values(quotes))
        expect(on.clock.now() - (bookAt ?? aliveAt ?? 0)).toBeWithin(0, 1_001)
      expect(price(on.state(), bitcoin)).toBeWithin(97_000 * 0.995, 97_000 * 1.005)
      expect(on.log.lines.filter(({ event }) => event !== 'stream.taken')).toEqual([])
    })

    test('lies on its socket as it lies in its replies', async () => {
      const on = hear(name)
      await until('heard', () => on.listening.isHeard)
      await live(on, 2)
      const honest = price(on.state(), bitcoin)
      await on.post({ lie: { [name]: 1.019 } })
      await live(on, 2)
      expect(price(on.state(), bitcoin) / honest).toBeWithin(1.017, 1.021)
    })

    test('says again what it said yesterday, with the times of yesterday, or of so late', async () => {
      const on = hear(name)
      await until('heard', () => on.listening.isHeard)
      const behind = () => {
        const { bookAt, aliveAt } = on.state().quotes[bitcoin]!
        return on.clock.now() - (bookAt ?? aliveAt!)
      }
      await on.post({ stale: { [name]: 86_400_000 } })
      await live(on, 2)
      expect(behind()).toBeWithin(86_400_000, 86_401_001)
      await on.post({ resume: [name], delay: { [name]: 15_000 } })
      await live(on, 2)
      expect(behind()).toBeWithin(15_000, 16_001)
    })

    test('falls silent: frozen, failing or without end its books stand no longer than they were told', async () => {
      for (const fault of [{ freezeSocket: [name] }, { endless: [name] }, { status: { [name]: 500 } }]) {
        const on = hear(name)
        await until('heard', () => on.listening.isHeard)
        await live(on, 2)
        const at = on.clock.now()
        await on.post(fault)
        await live(on, 5)
        expect([fault, on.state().quotes[bitcoin]?.receivedAt]).toEqual([fault, at])
      }
    })

    test('is given up when it talks garbage, and when it hangs up', async () => {
      const on = hear(name)
      await until('heard', () => on.listening.isHeard)
      await on.post({ garbage: [name] })
      await live(on, 52)
      expect(on.listening.judge(on.clock.now())).toMatch(/unreadable frames/)
      const other = hear(name)
      await until('heard', () => other.listening.isHeard)
      await other.post({ halt: [name] })
      await live(other, 1)
      await until('hung up', () => other.listening.judge(other.clock.now()) === 'closed with 1012')
    })
  },
)
