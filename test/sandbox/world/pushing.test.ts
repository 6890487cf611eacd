import { describe, expect, test } from 'bun:test'
import type { Socket } from '../../../src/ports.ts'
import { forcedIn } from '../../../src/sandbox/world/forced.ts'
import type { Liquidation, LiquidationVenue } from '../../../src/sources/liquidations/liquidation.ts'
import { LIQUIDATION_VENUES } from '../../../src/sources/liquidations/venues.ts'
import { createSockets } from '../../../src/system/sockets.ts'
import { until } from '../../support/until.ts'
import { stage } from '../../support/sandbox/world/still-world.ts'
import { live, servedWorlds } from '../../support/sandbox/world/served-world.ts'

/** The world's sockets, listened to by the readers of real ones over real connections. */

const { served, closeLater } = servedWorlds()

const listen = async (origin: string, venue: LiquidationVenue, path = venue.path) => {
  const frames: string[] = []
  const ends: string[] = []
  let isOpen = false
  const socket: Socket = createSockets({ upstreamOrigin: origin }).open(venue.source, path, {
    opened: () => {
      isOpen = true
      for (const frame of venue.subscribe) socket.send(frame)
      if (venue.heartbeat !== undefined) socket.send(venue.heartbeat)
      else socket.ping()
    },
    frame: (text) => void frames.push(text),
    pong: () => void frames.push('(pong)'),
    closed: (reason) => void ends.push(reason),
  })
  closeLater(() => socket.close())
  await until('open or closed', () => isOpen || ends.length > 0)
  const liquidations = (): readonly Liquidation[] =>
    frames
      .filter((frame) => frame !== '(pong)')
      .map(venue.read)
      .flatMap((read) => (read.kind === 'liquidations' ? read.liquidations : []))
  return { frames, ends, socket, liquidations }
}

describe.each(LIQUIDATION_VENUES.map((venue) => [venue.name, venue] as const))('%s', (name, venue) => {
  test('takes the subscription, answers for a sign of life, and refuses nothing', async () => {
    const on = served()
    const { frames } = await listen(on.origin, venue)
    await until('answered', () => frames.length >= venue.subscribe.length + 1)
    const read = frames.filter((frame) => frame !== '(pong)').map((frame) => venue.read(frame).kind)
    expect(read).toEqual(read.map(() => 'other'))
  })

  test('tells of longs when the market crashes, near the market and at a time that has passed', async () => {
    const on = served()
    const { frames, liquidations } = await listen(on.origin, venue)
    await until('subscribed', () => frames.length >= venue.subscribe.length)
    expect((await on.post({ cascade: { 'spot.BTC': 0.06 } })).status).toBe(200)
    await live(on, 20)
    await until('liquidations', () => liquidations().length > 5)
    const bitcoin = liquidations().filter(({ symbol }) => venue.contracts[symbol]?.asset === 'BTC')
    expect(bitcoin.length).toBeGreaterThan(5)
    expect(bitcoin.filter(({ side }) => side === 'long').length / bitcoin.length).toBeGreaterThan(0.8)
    for (const { price, at } of bitcoin) {
      expect(Number(price)).toBeWithin(97_000 * 0.93, 97_000 * 1.01)
      expect(at).toBeLessThanOrEqual(on.clock.now())
    }
  })

  test('frozen, stays open and tells nothing; halted, hangs up and takes nobody', async () => {
    const on = served()
    const { frames, ends, socket } = await listen(on.origin, venue)
    await until('answered', () => frames.length >= venue.subscribe.length + 1)
    await on.post({ freezeSocket: [name], shock: { 'spot.BTC': 0.95 } })
    const told = frames.length
    if (venue.heartbeat !== undefined) socket.send(venue.heartbeat)
    await live(on, 10)
    expect([frames.length, ends]).toEqual([told, []])
    await on.post({ resume: [name] })
    await live(on, 10)
    await until('told again', () => frames.length > told)
    await on.post({ halt: [name] })
    await live(on, 1)
    await until('hung up', () => ends.length > 0)
    expect((await listen(on.origin, venue)).ends).toHaveLength(1)
  })
})

describe('liquidations of the world', () => {
  test('are the same for everybody, whoever listens and however often', () => {
    const [left, right] = [stage(), stage()]
    left.clock.move(30_000)
    for (let n = 0; n < 30; n++) {
      right.clock.move(1_000)
      right.world.pushing.tick()
    }
    left.world.market.advance()
    const second = Math.floor(left.clock.now() / 1000) - 5
    for (const provider of ['binance', 'okx'])
      expect(forcedIn(left.world.market, provider, second)).toEqual(forcedIn(right.world.market, provider, second))
  })

  test('are few and on both sides while it is calm', () => {
    const { world, clock } = stage({ volatility: 0 })
    clock.move(600_000)
    world.market.advance()
    const first = Math.floor(clock.now() / 1000) - 600
    const all = Array.from({ length: 600 }, (_, n) => forcedIn(world.market, 'bybit', first + n)).flat()
    expect(all.length).toBeWithin(40, 180)
    expect(all.filter(({ side }) => side === 'long').length / all.length).toBeWithin(0.3, 0.7)
  })

  test('come over the route of force orders alone: another is taken and stays silent', async () => {
    const on = served()
    const binance = LIQUIDATION_VENUES.find(({ name }) => name === 'binance')!
    const { liquidations, ends } = await listen(on.origin, binance, '/ws/!forceOrder@arr')
    await on.post({ shock: { 'spot.BTC': 0.9 } })
    await live(on, 10)
    expect([liquidations().length, ends]).toEqual([0, []])
  })
})

describe('a cascade', () => {
  test('falls by its share in ten steps, whether the clock is looked at often or once', async () => {
    const levels = async (seconds: number, looks: number) => {
      const on = stage({ volatility: 0 })
      const start = on.world.market.levels()['spot.ETH']!
      await on.post({ cascade: { 'spot.ETH': 0.2 } })
      for (let n = 0; n < looks; n++) {
        on.clock.move((seconds * 1000) / looks)
        on.world.market.advance()
      }
      return on.world.market.levels()['spot.ETH']! / start
    }
    expect(await levels(20, 20)).toBeCloseTo(0.8, 9)
    expect(await levels(20, 1)).toBeCloseTo(0.8, 9)
    expect(await levels(4, 4)).toBeCloseTo(0.8 ** 0.5, 9)
  })

  test('of nothing that moves, or of more than half, is refused', async () => {
    const { post } = stage()
    expect((await post({ cascade: { 'spot.LUNA': 0.1 } })).status).toBe(400)
    expect((await post({ cascade: { 'spot.BTC': 0.9 } })).status).toBe(400)
  })
})
