import { describe, expect, test } from 'bun:test'
import { createInvoicePool } from '../../../../src/http/rails/lightning/pool.ts'
import { keptLog, seededRandom } from '../../../support/still.ts'
import { fakeNode, type Mood } from '../../../support/http/rails/lightning/node-fake.ts'

/** What holds in every life of a pool: buyers, pauses, upkeep or none, a node that comes and goes. */

const PRICES = [10, 20, 500]
const MOODS: readonly Mood[] = ['well', 'well', 'well', 'hanging', 'unreachable', 'refusing', 'broken']
const STEPS = 150

const life = async (seed: number) => {
  const random = seededRandom(seed)
  const world = fakeNode()
  const { node, clock, state, move, asked } = world
  const pool = createInvoicePool({ node, clock, log: keptLog(), prices: random.integer(0, 1) ? [10] : [] })
  const seen = new Set<string>()
  const broken: string[] = []
  let open = 0
  let sold = 0

  const take = (sats: number): void => {
    const startedAt = clock.now()
    open++
    void pool.take(sats).then((got) => {
      open--
      if (clock.now() - startedAt > 6_000) broken.push(`a buyer waited ${clock.now() - startedAt} ms`)
      if (got.kind !== 'invoice') return
      sold++
      if (seen.has(got.bolt11)) broken.push(`${got.bolt11} was handed out twice`)
      if (got.expiresAt - clock.now() < 120_000) broken.push(`${got.expiresAt - clock.now()} ms are left`)
      seen.add(got.bolt11)
    })
  }

  for (let step = 0; step < STEPS; step++) {
    const choice = random.integer(0, 99)
    if (choice < 50) {
      for (let buyers = random.integer(1, choice < 5 ? 100 : 4); buyers > 0; buyers--)
        take(PRICES[random.integer(0, 2)]!)
      // Time passes between buyers, or does not.
      if (choice % 2) await move(random.integer(0, 50))
    } else if (choice < 75) await move(random.integer(0, 5_000))
    else if (choice < 80) await move(random.integer(60_000, 400_000))
    else if (choice < 92) pool.maintain()
    else if (choice < 97) state.mood = MOODS[random.integer(0, MOODS.length - 1)]!
    else {
      state.tookMs = random.integer(1, 2_999)
      state.livesMs = random.integer(0, 4) ? 300_000 : random.integer(0, 900_000)
    }
  }

  // A dead node in the end. Once that is known, a minute of crowds costs it one question after each pause.
  const heal = (): void => void Object.assign(state, { mood: 'well', tookMs: 20, livesMs: 300_000 })
  heal()
  await world.live(70_000, pool)
  state.mood = 'hanging'
  for (const sats of PRICES) for (let buyers = 0; buyers < 40; buyers++) take(sats)
  await move(3_001)
  const from = asked.length
  for (let second = 0; second < 60; second++) {
    for (const sats of PRICES) take(sats)
    await move(1_000)
    pool.maintain()
  }
  const askedWhileAway = asked.length - from

  // And well again: after the longest pause everything can be bought.
  heal()
  await world.live(70_000, pool)
  const before = sold
  for (const sats of PRICES) {
    take(sats)
    await move(100)
  }
  const soldAfter = sold - before
  await move(20_000)
  return { broken, open, sold, soldAfter, askedWhileAway, mostInFlight: world.mostInFlight }
}

describe('an invoice pool', () => {
  test('keeps its promises in 150 lives', async () => {
    let sold = 0
    for (let seed = 1; seed <= 150; seed++) {
      const ended = await life(seed)
      expect({ seed, ...ended }).toMatchObject({ seed, broken: [], open: 0, soldAfter: PRICES.length })
      expect(ended.mostInFlight).toBeLessThanOrEqual(4)
      expect(ended.askedWhileAway).toBeLessThanOrEqual(6)
      sold += ended.sold
    }
    expect(sold).toBeGreaterThan(5_000)
  }, 120_000)
})
