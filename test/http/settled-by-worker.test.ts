import { afterAll, beforeAll, expect, test } from 'bun:test'
import { ONE_SHARD } from '../../src/store/claims/shards.ts'
import { names } from '../../src/store/redis/names.ts'
import { postingsIn } from '../support/ledger.ts'
import { BASE_USDC, PAYER, payment } from '../support/payer.ts'
import { problemOf, type Shop, SPOT, startShop } from '../support/shop.ts'

/** A settling worker spends the claim itself: the server that waits for it still answers its buyer, and says so. */

const TRANSACTION = `0x${'5e'.repeat(32)}`
let shop: Shop
/** What the worker does with the claim before it says that the money has come. */
let turn: 'spend' | 'release' = 'spend'
beforeAll(async () => {
  shop = await startShop({
    ownSettler: ({ settlements }) => ({
      simulate: async () => ({ kind: 'would_settle' }),
      settle: async ({ authorization: { from } }, _wanted, name) => {
        await (turn === 'spend' ? settlements.spend(name, TRANSACTION) : settlements.release(name))
        return { kind: 'settled', settlement: { transaction: TRANSACTION, payer: from } }
      },
    }),
  })
  await shop.publish('btc/usd')
})
afterAll(() => shop.stop())

test('the answer of the request that made the hold is in the books, and nobody is owed one', async () => {
  const paid = await payment(shop.clock.now())
  const response = await shop.request(SPOT, { headers: paid.v2 })
  expect(response.status).toBe(200)
  const name = `x402:8453:${BASE_USDC}:${PAYER.address}:${paid.authorization.nonce}`.toLowerCase()
  const posted = (await postingsIn(shop.redis.redis)).filter((each) => each.payment === name)
  expect(posted.map(({ what, amount, transaction }) => [what, amount, transaction])).toEqual([
    ['settled', '10000', TRANSACTION],
    ['delivered', '10000', TRANSACTION],
  ])
  const owed = await Promise.all(ONE_SHARD.map((shard) => shop.redis.redis.zcard(names.owed(shard))))
  expect(owed.reduce((sum, each) => sum + each, 0)).toBe(0)
  // Its window runs from the answer, not from a day later.
  const { spent } = (await shop.store.claims.receipt(name))!
  expect(spent).toMatchObject({ told: true })
})

test('nothing is handed out for a payment whose claim the worker has let go: shown again, it buys once', async () => {
  const paid = await payment(shop.clock.now())
  turn = 'release'
  const response = await shop.request(SPOT, { headers: paid.v2 })
  turn = 'spend'
  expect([response.status, (await problemOf(response)).error]).toEqual([503, 'payment_in_progress'])
  expect(response.headers.has('payment-required')).toBe(false)
  const again = await shop.request(SPOT, { headers: paid.v2 })
  expect(again.status).toBe(200)
  const name = `x402:8453:${BASE_USDC}:${PAYER.address}:${paid.authorization.nonce}`.toLowerCase()
  const posted = (await postingsIn(shop.redis.redis)).filter((each) => each.payment === name)
  expect(posted.map(({ what }) => what)).toEqual(['settled', 'delivered'])
})
