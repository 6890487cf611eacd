import { beforeAll, describe, expect, test } from 'bun:test'
import type { Json } from '../../src/canonical/jcs.ts'
import { verifyAnswer } from '../../src/canonical/verify.ts'
import { LAYOUTS } from '../../src/cli/verify.ts'
import { FUNDING_PAID_BOARDS, type FundingPaidState } from '../../src/feeds/boards/funding-paid-boards.ts'
import { payment, PAYER } from '../support/payer.ts'
import { problemOf, fileShop } from '../support/shop.ts'

/** Rates that were paid, venue by venue. */

const PATH = '/oracle/history/funding/btc/usd'
const HOUR = 3_600

const shop = await fileShop()
let hour: number
beforeAll(async () => {
  await shop.money.fund(PAYER.address)
  hour = Math.floor(shop.clock.now() / 1_000 / HOUR) * HOUR
  const paid = (every: number, rate: string, count: number) =>
    Array.from({ length: count }, (_, at) => ({ at: (hour - (count - 1 - at) * every * HOUR) * 1_000 + 48, rate }))
  const states: Readonly<Record<string, FundingPaidState>> = {
    binance: { paid: { BTC: paid(8, '0.00010000', 56) } },
    dydx: { paid: { BTC: paid(1, '0.0000125', 100), ETH: paid(1, '-0.01', 3) } },
  }
  for (const [name, state] of Object.entries(states))
    await shop.store.boards.write(FUNDING_PAID_BOARDS.get(name)!.id, shop.clock.now(), state)
})

const buy = async (path: string) => {
  const paid = await payment(shop.clock.now(), { value: '50000' })
  const response = await shop.request(path, { headers: paid.v2 })
  return (await response.json()) as Record<string, Json> & { rows: Record<string, Json>[] }
}

describe('the history of funding', () => {
  test('is what each exchange paid, in its own words and per eight hours, signed', async () => {
    const body = await buy(`${PATH}?from=${hour - 8 * HOUR}`)
    expect(body).toMatchObject({ series: 'funding', domain: 'BTCUSD', exchange: 'ALL', count: 11 })
    expect(body.rows[0]).toEqual({
      t: hour - 8 * HOUR,
      exchange: 'binance',
      rate: '0.00010000',
      interval_hours: 8,
      rate_8h: '0.00010000',
    })
    expect(body.rows.at(-1)).toEqual({
      t: hour,
      exchange: 'dydx',
      rate: '0.0000125',
      interval_hours: 1,
      rate_8h: '0.00010000',
    })
    expect(verifyAnswer(body, { layouts: LAYOUTS }).checks.filter(({ ok }) => !ok)).toEqual([])
  })

  test('of one exchange is its own', async () => {
    const body = await buy(`${PATH}?exchange=binance&from=${hour - 30 * 86_400}`)
    expect(body).toMatchObject({ exchange: 'binance', count: 54 })
    expect(new Set(body.rows.map(({ exchange }) => exchange))).toEqual(new Set(['binance']))
    expect(String(body['canonical'])).toContain('|HISTORY|FUNDING|BTCUSD|binance|')
  })

  test('does not know the interval of the first settlement there is, and clips what no market pays', async () => {
    const body = await buy('/oracle/history/funding/eth/usd')
    expect(body.rows.map((row) => [row['interval_hours'], row['rate_8h']])).toEqual([
      [null, null],
      [1, '-0.00300000'],
      [1, '-0.00300000'],
    ])
  })

  test.each([
    ['exchange=mtgox', 'unknown_value'],
    ['exchange=okx&from=2026-01-01', 'no_rows'],
    ['interval=1h', 'unknown_parameter'],
    ['from=yesterday', 'invalid_time'],
  ])('%s is refused before any money', async (query, rule) => {
    const refused = await shop.request(`${PATH}?${query}`)
    expect([refused.status, (await problemOf(refused)).details[0]?.rule]).toEqual([400, rule])
  })

  test('names every rule that is broken', async () => {
    const { details } = await problemOf(await shop.request(`${PATH}?from=x&to=y&exchange=z`))
    expect(details.map(({ path }: { path: string }) => path)).toEqual(['query.from', 'query.to', 'query.exchange'])
  })

  test('is shown free in five rows', async () => {
    const body = (await (await shop.request(`${PATH}/preview`)).json()) as Record<string, Json>
    expect(body).toMatchObject({ preview: true, signed: false, count: 5 })
  })
})
