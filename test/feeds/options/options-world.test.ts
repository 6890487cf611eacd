import { beforeAll, describe, expect, test } from 'bun:test'
import type { Json } from '../../../src/canonical/jcs.ts'
import { ExpiryAnswer } from '../../../src/feeds/options/expiry/expiry-answer.ts'
import { IvAnswer } from '../../../src/feeds/options/iv/iv-answer.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { contentOf, travelled } from '../../support/feeds/content-of.ts'
import { type Fed, fed } from '../../support/feeds/fed-feeds.ts'
import { someOf } from '../../support/draws.ts'
import { type Wrong, WRONGS } from '../law-tables.ts'

/** Answers made of option chains, from the simulated world's replies to what is sold, while an option venue goes wrong. */

const VENUES = ['deribit', 'okx', 'bybit', 'binanceoptions']

const opened = async (actor: string, fault: object | null = null): Promise<Fed> => {
  const one = await fed(registry.item(actor)!)
  if (fault) expect((await one.on.post(fault)).status).toBe(200)
  await one.minute()
  return one
}

/** What is concluded, after a check that it follows from what it prints. */
const sold = (actor: string, one: Fed) => {
  const { feed } = registry.item(actor)!
  const content = one.conclude()
  if (content.kind !== 'concluded') throw new Error(JSON.stringify(content))
  const written = feed.sale.canonical.write(feed.sale.tokens(content.content), {
    timestamp: 1_795_003_200,
    nonce: 482_910,
  })
  const body = travelled(content.content) as Readonly<Record<string, Json>>
  const checks = feed.sale.canonical.recompute!(feed.sale.canonical.read(written).values, body)
  expect([written, checks.filter(({ ok }) => !ok)]).toEqual([written, []])
  return content
}
const ivOf = (actor: string, one: Fed): IvAnswer => contentOf(IvAnswer, sold(actor, one))

describe.each([
  ['BTC', 43],
  ['ETH', 61],
])('implied volatility of %s, from the world', (coin, level) => {
  const actor = `iv/${coin}-USD`
  let honest: IvAnswer
  beforeAll(async () => {
    honest = ivOf(actor, await opened(actor))
  })

  test('is that of the world, puts dearer than calls, rising with time', () => {
    expect(honest).toMatchObject({ sources: ['deribit'], missing: [], confidence: 1, degraded: false })
    expect(Math.abs(honest.atm_iv - level)).toBeLessThan(0.8)
    expect(honest.put_25d_iv!).toBeGreaterThan(honest.call_25d_iv! + 0.5)
    expect(honest.risk_reversal_25d!).toBeLessThan(0)
    expect(honest.near_far_ratio!).toBeWithin(0.92, 0.97)
    expect(honest.option_count).toBeGreaterThan(400)
    expect(honest.smile.length).toBeGreaterThan(8)
  })

  const cases = VENUES.flatMap((venue) =>
    (Object.keys(WRONGS) as readonly Wrong[]).map((what) => [what, venue] as const),
  )
  test.each(someOf(cases, level, 4))('under %s of %s', async (what, venue) => {
    const one = await opened(actor, WRONGS[what](venue))
    // A chain is fresh for two minutes, and gone after half an hour.
    if (venue === 'deribit' && ['garbage', 'silence', 'frozen'].includes(what)) {
      one.on.clock.move(1_800_000)
      await one.minute()
    }
    const content = ivOf(actor, one)
    expect(Math.abs(content.atm_iv - honest.atm_iv)).toBeLessThan(0.6)
    expect(Math.abs(content.risk_reversal_25d! - honest.risk_reversal_25d!)).toBeLessThan(0.3)
    // Its prices lie, and its volatilities do not: a lie of a twentieth is within reach of our own spot price.
    const isRead = venue !== 'deribit' || what === 'a lie of 5 %'
    expect([content.sources, content.degraded]).toEqual([[isRead ? 'deribit' : 'okx'], !isRead])
  })

  test('follows the level, and says who is missing', async () => {
    const one = await opened(actor, { set: { [`vol.${coin}`]: 90 }, halt: ['okx'] })
    expect(Math.abs(ivOf(actor, one).atm_iv - 90)).toBeLessThan(1.4)
    one.on.clock.move(1_800_000)
    await one.minute()
    expect(ivOf(actor, one)).toMatchObject({ missing: ['okx'], sources: ['deribit'], degraded: false })
  })

  test('half of the first chain empty: the next stands in; without any there is nothing', async () => {
    expect(ivOf(actor, await opened(actor, { thin: { deribit: 0.5 } }))).toMatchObject({
      sources: ['okx'],
      degraded: true,
      confidence: 0.7,
    })
    const one = await opened(actor, { halt: VENUES })
    one.on.clock.move(1_800_000)
    await one.minute()
    expect(one.conclude().kind).toBe('input_missing')
  })
})

describe('expiries of BTC, from the world', () => {
  const actor = 'econ/expiry/BTC'
  const datesOf = ({ next, upcoming }: ExpiryAnswer) => [next, ...upcoming].map(({ date }) => date)

  test('are the listed Fridays, and the same whoever tells them', async () => {
    const honest = contentOf(ExpiryAnswer, sold(actor, await opened(actor)))
    expect(honest).toMatchObject({ source: 'listed', sources: ['deribit'], degraded: false, confidence: 1 })
    expect(datesOf(honest)).toHaveLength(8)
    expect(honest.next.open_interest_coins!).toBeGreaterThan(100)
    expect(honest.next.put_call_ratio!).toBeWithin(0.5, 0.95)
    for (const what of Object.keys(WRONGS) as readonly Wrong[]) {
      const one = await opened(actor, WRONGS[what]('deribit'))
      expect([what, datesOf(contentOf(ExpiryAnswer, sold(actor, one)))]).toEqual([what, datesOf(honest)])
    }
  })

  test('without anybody they are every Friday', async () => {
    const one = await opened(actor, { halt: VENUES })
    one.on.clock.move(1_800_000)
    await one.minute()
    expect(contentOf(ExpiryAnswer, sold(actor, one))).toMatchObject({ source: 'rule', degraded: true })
  })
})
