import { beforeAll, describe, expect, test } from 'bun:test'
import type { Json } from '../../../src/canonical/jcs.ts'
import { GreeksAnswer } from '../../../src/feeds/options/greeks/greeks-answer.ts'
import { InstrumentsAnswer } from '../../../src/feeds/options/listed/instruments-answer.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { contentOf, travelled } from '../../support/feeds/content-of.ts'
import { type Fed, fed } from '../../support/feeds/fed-feeds.ts'
import { someOf } from '../../support/draws.ts'
import { type Wrong, WRONGS } from '../law-tables.ts'

/** Greeks and lists of options, from the simulated world's replies to what is sold, while a venue goes wrong. */

const ALL_WRONG = Object.keys(WRONGS) as readonly Wrong[]
/** Of these nothing new is read, and what was read before expires. */
const SILENT: readonly Wrong[] = ['garbage', 'silence', 'frozen']

const opened = async (actor: string, fault: object | null = null): Promise<Fed> => {
  const one = await fed(registry.item(actor)!)
  if (fault) expect((await one.on.post(fault)).status).toBe(200)
  await one.minute()
  return one
}

/** Half an hour later: chains that nobody renewed are gone. */
const expired = async (one: Fed): Promise<Fed> => {
  one.on.clock.move(1_800_000)
  await one.minute()
  return one
}

/** What is concluded, after a check that it follows from what it prints. */
const sold = (actor: string, one: Fed) => {
  const { feed } = registry.item(actor)!
  const found = one.conclude()
  if (found.kind !== 'concluded') throw new Error(JSON.stringify(found))
  const { canonical, tokens } = feed.sale
  const written = canonical.write(tokens(found.content), { timestamp: 1_795_003_200, nonce: 482_910 })
  const body = travelled(found.content) as Readonly<Record<string, Json>>
  const checks = canonical.recompute!(canonical.read(written).values, body)
  expect([checks.length > 0, checks.filter(({ ok }) => !ok)]).toEqual([true, []])
  return found
}

describe.each([
  ['BTC', 43, 400],
  ['ETH', 61, 400],
  ['SOL', 78, 300],
] as const)('greeks of %s, from the world', (coin, level, least) => {
  const actor = `greeks/${coin}-USD`
  const of = (one: Fed): GreeksAnswer => contentOf(GreeksAnswer, sold(actor, one))
  let honest: GreeksAnswer
  beforeAll(async () => {
    honest = of(await opened(actor))
  })

  test('are of every option that is held, at the level of the world', () => {
    expect(honest).toMatchObject({ sources: ['deribit'], missing: [], confidence: 1, degraded: false, omitted: 0 })
    expect(honest.option_count).toBeGreaterThan(least)
    expect(Math.abs(honest.summary.atm_iv - level)).toBeLessThan(1.5)
    expect(honest.summary.skew_25d!).toBeLessThan(0)
    for (const { kind, delta, gamma, vega, theta } of honest.options) {
      expect(kind === 'call' ? delta >= 0 && delta <= 1 : delta <= 0 && delta >= -1).toBe(true)
      expect(gamma >= 0 && vega >= 0 && theta <= 0).toBe(true)
    }
  })

  const cases = ['deribit', 'bybit'].flatMap((venue) => ALL_WRONG.map((what) => [what, venue] as const))
  test.each(someOf(cases, level, 2))('under %s of %s', async (what, venue) => {
    const one = await opened(actor, WRONGS[what](venue))
    const found = of(SILENT.includes(what) ? await expired(one) : one)
    expect(Math.abs(found.summary.atm_iv - honest.summary.atm_iv)).toBeLessThan(0.8)
    // A lie of a twentieth is within reach of our own spot price, and who tells it lists other strikes than the rest.
    const sources = what === 'a lie of 5 %' ? ['bybit', 'deribit'] : [venue === 'deribit' ? 'bybit' : 'deribit']
    const missing = what === 'a lie of 5 %' ? [] : [venue]
    expect([found.sources, found.missing]).toEqual([sources, missing])
    expect(found.degraded).toBe(!sources.includes('deribit'))
  })

  test('without Deribit and Bybit there are none', async () => {
    const one = await expired(await opened(actor, { halt: ['deribit', 'bybit'] }))
    expect(one.conclude().kind).toBe('quorum_missed')
  })
})

describe('listed options of BTC, from the world', () => {
  const actor = 'instruments/BTC-USD'
  const of = (one: Fed): InstrumentsAnswer => contentOf(InstrumentsAnswer, sold(actor, one))

  test('are those of three venues, nearly all quoted', async () => {
    const honest = of(await opened(actor))
    expect(honest).toMatchObject({ sources: ['bybit', 'deribit', 'okx'], missing: [], confidence: 1, degraded: false })
    expect(honest.expiry_count).toBeGreaterThan(9)
    for (const { coverage, two_sided_share } of honest.expiries.flatMap(({ venues }) => venues))
      expect([coverage! > 0.9, two_sided_share > 0.7]).toEqual([true, true])
  })

  const cases = ['deribit', 'okx', 'bybit'].flatMap((venue) => ALL_WRONG.map((what) => [what, venue] as const))
  test.each(someOf(cases, 5, 3))('under %s of %s', async (what, venue) => {
    const one = await opened(actor, WRONGS[what](venue))
    const found = of(SILENT.includes(what) ? await expired(one) : one)
    expect(found.missing).toEqual(what === 'a lie of 5 %' ? [] : [venue])
    expect(found.degraded).toBe(what !== 'a lie of 5 %')
    for (const { k_min, k_max } of found.expiries.flatMap(({ venues }) => venues))
      expect([k_min! > -3, k_max! < 3]).toEqual([true, true])
  })

  test('half of a chain without quotes lowers its coverage alone', async () => {
    const found = of(await opened(actor, { thin: { okx: 0.5 } }))
    const mean = (venue: string): number => {
      const own = found.expiries.flatMap(({ venues }) => venues.filter(({ exchange }) => exchange === venue))
      return own.reduce((sum, { two_sided_share }) => sum + two_sided_share, 0) / own.length
    }
    expect(mean('okx')).toBeWithin(0.3, 0.65)
    expect(mean('deribit')).toBeGreaterThan(0.85)
  })
})
