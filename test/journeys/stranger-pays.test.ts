import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type ChainShop, MODES, startChainShop } from '../support/chain-shop.ts'
import { base64Json, payloadV2, type WireAuthorization } from '../support/payer.ts'
import { problemOf, SPOT } from '../support/shop.ts'
import { contractWallet, FACTORY, placeFactories } from '../support/wallets.ts'

/** Somebody else submits our buyer's payment, and at the same moment nothing is left to be sold. */

const CENT = 10_000
const BTC = 'price/spot/BTC-USD'

describe.each(MODES)('settled by %s', (settling) => {
  let shop: ChainShop

  beforeAll(async () => {
    shop = await startChainShop(settling, { patienceMs: 700, walletFactories: [FACTORY] })
    await placeFactories(shop.anvil)
  })
  afterAll(() => shop.stop())
  beforeEach(async () => {
    await shop.pass(2)
    await shop.publish('btc/usd')
  })

  const sellOut = async (): Promise<void> => {
    const { snapshots } = shop.store
    const version = (await snapshots.version(BTC))!
    const left = await snapshots.editions(BTC, version, 'x402', (await snapshots.sold(BTC, version)).x402)
    await snapshots.take(BTC, version, 'x402', left.length)
    shop.asker.mode = 'throws'
  }

  /** An ordinary account, and a contract wallet: that one is asked about before the deliverable is taken. */
  const payers = {
    key: async () => {
      const buyer = await shop.buyer(3 * CENT)
      const { authorization, signature } = await buyer.pay()
      return { authorization, signature, balance: buyer.balance }
    },
    contract: async () => {
      const wallet = await contractWallet(shop.anvil)
      await shop.anvil.fundUsdc(wallet.address, 3 * CENT)
      await wallet.deploy()
      const { authorization, signature } = await wallet.sign({}, shop.clock.now())
      const balance = () => shop.anvil.balanceOf(wallet.address)
      return { authorization: authorization as WireAuthorization, signature, balance }
    },
  }

  test.each(['key', 'contract'] as const)(
    'a payer with a %s is told to wait, and has the answer for the same payment later, charged once',
    async (kind) => {
      const { balance, ...paid } = await payers[kind]()
      const headers = { 'payment-signature': base64Json(payloadV2(paid.authorization, paid.signature)) }
      const sales = await shop.sales()
      await sellOut()
      await shop.submit(paid)
      for (let tries = 0; tries < 2; tries++) {
        const response = await shop.request(SPOT, { headers })
        expect(response.status).toBe(503)
        expect(response.headers.get('payment-required')).toBeNull()
        const { error, message } = await problemOf(response)
        if (kind === 'contract') {
          // Seen to be paid: nobody may say that nothing was charged.
          expect(error).toBe('payment_in_progress')
          expect(message).not.toContain('charged')
        } else expect(error).toBe('data_unavailable')
      }
      shop.asker.mode = 'prints'
      const response = await shop.request(SPOT, { headers })
      expect(response.status).toBe(200)
      expect(await balance()).toBe(2 * CENT)
      expect(await shop.sales()).toBe(sales + 1)
      expect(await (await shop.request(SPOT, { headers })).json()).toEqual(await response.json())
      expect(await balance()).toBe(2 * CENT)
    },
  )
})
