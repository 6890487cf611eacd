import { beforeAll, describe, expect, test } from 'bun:test'
import type { Json } from '../../src/canonical/jcs.ts'
import { verifyAnswer } from '../../src/canonical/verify.ts'
import { LAYOUTS } from '../../src/cli/verify.ts'
import { COMPUTED_FEEDS } from '../../src/feeds/history/computed-feeds.ts'
import { fillPath } from '../../src/feeds/subject.ts'
import { payment, PAYER } from '../support/payer.ts'
import { payL402, problemOf, fileShop } from '../support/shop.ts'

/** Answers that are made for one question. */

const PATH = '/oracle/history/spot/btc/usd'
const PRICE = '50000'

const shop = await fileShop()
/** The last full hour before the clock. */
let hour: number
beforeAll(async () => {
  await shop.money.fund(PAYER.address)
  hour = Math.floor(shop.clock.now() / 3_600_000) * 3_600
  for (let minute = 0; minute < 180; minute++)
    await shop.store.candles.record(
      'price/spot/BTC-USD',
      (hour - 10_800 + minute * 60) * 1000,
      String(97_000 + minute),
      61 * 86_400,
    )
})

const pay = () => payment(shop.clock.now(), { value: PRICE })

describe('a question about the past', () => {
  test('is answered with signed candles, and again for the same payment', async () => {
    const path = `${PATH}?interval=1h&from=${hour - 10_800}&to=${hour - 1}`
    const paid = await pay()
    const response = await shop.request(path, { headers: paid.v2 })
    const body = (await response.json()) as Record<string, Json>
    expect(response.status).toBe(200)
    expect(body).toMatchObject({ series: 'spot', domain: 'BTCUSD', interval: '1h', count: 3 })
    expect(body['rows']).toEqual([
      { t: hour - 10_800, o: '97000', h: '97059', l: '97000', c: '97059', v: null, n: 60, origin: 'published' },
      { t: hour - 7_200, o: '97060', h: '97119', l: '97060', c: '97119', v: null, n: 60, origin: 'published' },
      { t: hour - 3_600, o: '97120', h: '97179', l: '97120', c: '97179', v: null, n: 60, origin: 'published' },
    ])
    expect(verifyAnswer(body, { layouts: LAYOUTS }).checks.filter(({ ok }) => !ok)).toEqual([])
    // The words of a query in another order are the same question; another bound is another.
    const turned = `${PATH}?to=${hour - 1}&from=${hour - 10_800}&interval=1h`
    expect(await (await shop.request(turned, { headers: paid.v2 })).json()).toEqual(body)
    expect((await shop.request(`${path.slice(0, -1)}0`, { headers: paid.v2 })).status).toBe(402)
  })

  test('ends with a whole candle wherever in it the range ends', async () => {
    const rowsOf = async (query: string) => {
      const paid = await pay()
      const body = (await (await shop.request(`${PATH}?${query}`, { headers: paid.v2 })).json()) as { rows: Json[] }
      return body.rows
    }
    for (const interval of ['5m', '15m']) {
      const whole = await rowsOf(`interval=${interval}&from=${hour - 10_800}&to=${hour - 1}`)
      for (const to of [hour - 7_200, hour - 7_201, hour - 7_141])
        expect(whole).toContainEqual((await rowsOf(`interval=${interval}&from=${hour - 10_800}&to=${to}`)).at(-1)!)
    }
  })

  test('leaves little behind in its claim, and its body for minutes', async () => {
    const paid = await pay()
    await shop.request(`${PATH}?interval=1m&from=${hour - 10_800}&to=${hour - 1}`, { headers: paid.v2 })
    const claims = await shop.redis.redis.keys('claros:claim:x402:*')
    const sizes = await Promise.all(claims.map((key) => shop.redis.redis.memory('USAGE', key)))
    expect(Math.max(...sizes.map(Number))).toBeLessThan(2_000)
    const answers = await shop.redis.redis.keys('claros:answer:*')
    expect(answers.length).toBeGreaterThan(0)
    for (const key of answers) expect(await shop.redis.redis.ttl(key)).toBeWithin(1, 181)
  })

  test('is there for a whole day from the moment when its money was found, however late that is', async () => {
    const path = `${PATH}?interval=1m&from=${hour - 10_800}&to=${hour - 1}`
    const before = new Set(await shop.redis.redis.keys('claros:answer:*'))
    shop.money.overrides.set('POST /facilitator/settle', () => new Response('gone', { status: 502 }))
    const paid = await pay()
    const cut = await shop.request(path, { headers: paid.v2 })
    shop.money.overrides.clear()
    expect(cut.status).toBe(503)
    const [kept] = (await shop.redis.redis.keys('claros:answer:*')).filter((key) => !before.has(key))
    // Settlements are looked for until they are found: half a day without a chain, say, and then a day for the buyer.
    const [late, day] = [43_200, 86_400]
    expect((await shop.redis.redis.ttl(kept!)) - late).toBeGreaterThan(day)
    const [sent] = await shop.store.settlements.listSent(shop.clock.now() + 1e9)
    expect(await shop.store.settlements.spend(sent!, `0x${'ab'.repeat(32)}`)).toBe(true)
    const receipt = { 'payment-receipt': cut.headers.get('payment-receipt')! }
    expect((await shop.request(path, { headers: { ...paid.v2, ...receipt } })).status).toBe(200)
    expect(await shop.redis.redis.ttl(kept!)).toBeWithin(1, 181)
  })

  test('over Lightning, with its own nonce', async () => {
    const path = `${PATH}?interval=15m`
    const { authorization } = await payL402(shop, path)
    const first = (await (await shop.request(path, { headers: { authorization } })).json()) as Record<string, Json>
    expect(first).toMatchObject({ signingScheme: 'secp256k1_ecdsa', count: 12 })
    expect(verifyAnswer(first, { layouts: LAYOUTS }).ok).toBeTrue()
    const again = await shop.request(path, { headers: { authorization } })
    expect(await again.json()).toEqual(first)
  })

  test('that breaks rules, or that nothing was kept of, is refused before any invoice', async () => {
    const invoices = shop.money.calledOf('POST /lnd/v1/invoices')
    for (const [query, rule] of [
      ['interval=2h', 'unknown_value'],
      ['from=tomorrow', 'invalid_time'],
      [`from=${hour - 86_400 * 20}&interval=1m`, 'too_many_rows'],
      [`from=${hour - 86_400 * 20}&to=${hour - 86_400 * 19}`, 'no_rows'],
      ['form=1', 'unknown_parameter'],
    ]) {
      const refused = await shop.request(`${PATH}?${query}`)
      expect([refused.status, (await problemOf(refused)).details[0]?.rule]).toEqual([400, rule!])
    }
    // Whoever names no time has broken no rule.
    const empty = await shop.request('/oracle/history/spot/eth/usd')
    expect([empty.status, empty.headers.get('retry-after')]).toEqual([503, '60'])
    expect(shop.money.calledOf('POST /lnd/v1/invoices')).toBe(invoices)
  })

  test('without a worker is not charged for', async () => {
    const paid = await pay()
    const before = (await shop.money.transfers()).length
    shop.asker.mode = 'times_out'
    expect((await shop.request(PATH, { headers: paid.v2 })).status).toBe(503)
    expect((await shop.money.transfers()).length).toBe(before)
    shop.asker.mode = 'prints'
    expect((await shop.request(PATH, { headers: paid.v2 })).status).toBe(200)
  })

  test('has a free copy and a listing', async () => {
    const preview = await shop.request(`${PATH}/preview`)
    expect(await preview.json()).toMatchObject({ preview: true, signed: false, count: 3 })
    const listing = (await (await shop.request('/oracle/history/catalogue')).json()) as { series: { path: string }[] }
    expect(listing.series.map(({ path }) => path)).toEqual(
      COMPUTED_FEEDS.flatMap((feed) => feed.subjects.map((subject) => fillPath(feed.path, subject))),
    )
    expect(listing.series.map(({ path }) => path)).toContain(PATH)
  })
})
