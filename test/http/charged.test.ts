import { expect, test } from 'bun:test'
import { mintToken } from '../../src/http/rails/l402-token.ts'
import { REQUEST } from '../../src/http/wire/header-names.ts'
import { systemRandom } from '../../src/system/random.ts'
import { postingsIn } from '../support/ledger.ts'
import { narrowed } from '../support/macaroon.ts'
import { SPOT, fileShop } from '../support/shop.ts'

/** The books say what was charged, which the price list of today may not know any more. */

const shop = await fileShop()
await shop.publish('btc/usd')

/** What a server whose price was another one sold this invoice and this token for. */
const paidAt = async (sats: number): Promise<{ readonly macaroon: string; readonly preimage: string }> => {
  const { invoices, secrets } = shop.paywall.rails.l402!
  const invoice = await invoices.take(sats)
  if (invoice.kind !== 'invoice') throw new Error('the node makes no invoice')
  const asked = await shop.request(SPOT)
  const macaroon = mintToken(secrets, {
    paymentHash: invoice.paymentHash,
    tokenId: systemRandom.bytes(32),
    request: asked.headers.get(REQUEST)!,
    sats,
    validUntil: Math.floor(shop.clock.now() / 1000) + 600,
    askedAt: null,
  })
  return { macaroon, preimage: await shop.money.pay(invoice.bolt11) }
}

test('an invoice of an earlier price is in the books with what it was for, whatever its holder adds to the token', async () => {
  const [plain, attenuated] = [await paidAt(13), await paidAt(14)]
  const shown = [plain, { ...attenuated, macaroon: narrowed(attenuated.macaroon, 'sats=1') }]
  for (const { macaroon, preimage } of shown) {
    const response = await shop.request(SPOT, { headers: { authorization: `L402 ${macaroon}:${preimage}` } })
    expect(response.status).toBe(200)
  }
  const posted = (await postingsIn(shop.redis.redis)).map(({ what, amount }) => [what, amount])
  expect(posted).toEqual([
    ['sold', '13'],
    ['sold', '14'],
  ])
})
