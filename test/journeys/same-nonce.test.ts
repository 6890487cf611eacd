import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type ChainShop, MODES, startChainShop } from '../support/chain-shop.ts'
import { problemOf, SPOT } from '../support/shop.ts'

/**
 * A payer signs two transfers to us under one nonce, shows us the one over our price, and submits the other one, which is
 * cheap, himself. The token takes one of the two: nothing is handed out for a millionth of a dollar, nothing is charged
 * twice, and the claim ends.
 */

const CENT = 10_000

describe.each(MODES)('settled by %s', (settling) => {
  const own = settling === 'own'
  let shop: ChainShop

  beforeAll(async () => {
    shop = await startChainShop(settling, { patienceMs: 700 })
  })
  afterAll(() => shop.stop())
  beforeEach(async () => {
    await shop.pass(own ? 2 : 61)
    await shop.publish('btc/usd')
  })

  const show = (headers: Readonly<Record<string, string>>, from?: string) =>
    shop.request(SPOT, { headers, ...(from !== undefined && { from }) })
  const receiptOf = async (response: Response) =>
    (await (await shop.request(`/receipts/${response.headers.get('payment-receipt')!}`)).json()) as object

  test.each([
    ['before we have seen either', (act: () => Promise<unknown>) => act()],
    [
      'between check and settlement',
      async (act: () => Promise<unknown>) =>
        own ? shop.node.before('eth_sendRawTransaction', act) : shop.facilitator.before('POST /settle', act),
    ],
    [
      'while our transaction is on its way',
      async (act: () => Promise<unknown>) => shop.node.before('eth_sendRawTransaction', act),
    ],
  ])('submitted %s', async (_when, before) => {
    const buyer = await shop.buyer(3 * CENT)
    const [sales, earned] = [await shop.sales(), await shop.earned()]
    const shown = await buyer.pay()
    const cheap = await buyer.pay({ value: '1', nonce: shown.authorization.nonce })
    let submitted = ''
    await before(async () => (submitted = await shop.submit(cheap)))
    const first = await show(shown.v2)
    expect(submitted).not.toBe('')
    expect([402, 503]).toContain(first.status)
    const again = [shown.v2, shown.v1, cheap.v2, cheap.v1]
    for (const headers of again) expect((await show(headers)).status).not.toBe(200)
    await shop.pass(120)
    await shop.sweep()
    await shop.publish('btc/usd')
    expect(await receiptOf(first)).toMatchObject({ state: 'released', charged: false })
    for (const headers of again) expect((await show(headers)).status).toBe(402)
    expect([await buyer.balance(), (await shop.earned()) - earned]).toEqual([3 * CENT - 1, 1])
    expect(await shop.sales()).toBe(sales)
  })

  test('submitted while the outcome of ours is open: neither header brings the answer', async () => {
    const buyer = await shop.buyer(3 * CENT)
    const sales = await shop.sales()
    const shown = await buyer.pay()
    const cheap = await buyer.pay({ value: '1', nonce: shown.authorization.nonce })
    const isSubmitted = Promise.withResolvers<void>()
    // Nothing was sent, and nobody knows that: no worker answers, or the facilitator is gone before it has broadcast.
    shop.asking.away = own
    if (!own)
      shop.facilitator.before('POST /settle', async () => {
        void shop.facilitator.shut()
        await isSubmitted.promise
      })
    const first = await show(shown.v2)
    shop.asking.away = false
    if (!own) shop.facilitator.open()
    expect([first.status, (await problemOf(first.clone())).error]).toEqual([503, 'payment_in_progress'])
    expect(await receiptOf(first)).toMatchObject({ state: 'sent' })
    await shop.submit(cheap)
    isSubmitted.resolve()
    for (const headers of [cheap.v2, shown.v2, cheap.v1, shown.v1]) {
      const answer = await show(headers)
      expect([402, 503]).toContain(answer.status)
      // Until the claim has ended nobody is told to pay again.
      if (answer.status === 402) expect(await receiptOf(first)).toMatchObject({ state: 'released' })
    }
    await shop.pass(120)
    await shop.sweep()
    expect(await receiptOf(first)).toMatchObject({ state: 'released', charged: false })
    expect([await buyer.balance(), await shop.sales()]).toEqual([3 * CENT - 1, sales])
  })
})
