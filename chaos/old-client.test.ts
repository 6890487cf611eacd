import { afterAll, describe, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { verifyAnswer } from '../src/canonical/verify.ts'
import { LAYOUTS } from '../src/cli/verify.ts'
import { MODES, startChainShop } from '../test/support/chain-shop.ts'
import { needs } from '../test/support/needs.ts'
import { buyWith, installOldClient } from '../test/support/old-client.ts'
import { SPOT } from '../test/support/shop.ts'

/** The predecessor of `@x402/fetch`, with both ways of settling. It is too large to be one of our packages. */

const CENT = 10_000
const oldClient = await installOldClient()
const canBuy = needs('folder' in oldClient, `x402-fetch 1.2.0${'why' in oldClient ? `: ${oldClient.why}` : ''}`)
afterAll(() => {
  if ('folder' in oldClient) rmSync(oldClient.folder, { recursive: true, force: true })
})

describe.skipIf(!canBuy)('x402-fetch 1.2.0, unmodified', () => {
  test.each(MODES)(
    'buys a signed answer and pays its price, once, settled by %s',
    async (settling) => {
      if (!('folder' in oldClient)) return
      const shop = await startChainShop(settling)
      try {
        await shop.publish('btc/usd')
        const buyer = await shop.buyer(2 * CENT)
        const { status, settled, body } = await buyWith(oldClient.folder, shop.url + SPOT, buyer.key)
        expect(status).toBe(200)
        expect(settled).toMatchObject({ success: true, network: 'base', payer: buyer.address })
        expect(verifyAnswer(body, { publicKey: shop.keys.x402.publicKey, layouts: LAYOUTS }).ok).toBe(true)
        expect([await buyer.balance(), await shop.earned()]).toEqual([CENT, CENT])
      } finally {
        await shop.stop()
      }
    },
    120_000,
  )
})
