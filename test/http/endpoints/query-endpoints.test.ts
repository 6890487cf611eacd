import { beforeEach, describe, expect, test } from 'bun:test'
import { fixedKeys } from '../../../src/actors/publisher/keyring.ts'
import { createPublisher } from '../../../src/actors/publisher/publisher.ts'
import type { Json } from '../../../src/canonical/jcs.ts'
import { verifyAnswer } from '../../../src/canonical/verify.ts'
import { exampleOf } from '../../../src/feeds/feed.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { systemRandom } from '../../../src/system/random.ts'
import { PAYER, payment } from '../../support/payer.ts'
import { payL402, problemOf, reasonOf, fileShop } from '../../support/shop.ts'

/** One path, several things on sale: what the query says is part of what is bought. */

const PATH = '/oracle/liq-flow/btc'

const shop = await fileShop()
await shop.money.fund(PAYER.address)

beforeEach(async () => {
  shop.clock.move(2_000)
  const publisher = createPublisher(shop.store.snapshots, fixedKeys(shop.keys), systemRandom)
  for (const item of registry.items.filter(({ path }) => path === PATH))
    await publisher.publish(item, exampleOf(item.feed, item.subject), {}, shop.clock.now())
  shop.clock.move(1_000)
})

const windowOf = async (response: Response): Promise<unknown> =>
  ((await response.json()) as { readonly window: unknown }).window

describe('a route with a query', () => {
  test.each(['1h', '4h', '24h'])('sells %s to who pays for it, signed', async (window) => {
    const { authorization } = await payL402(shop, `${PATH}?window=${window}`)
    const response = await shop.request(`${PATH}?window=${window}`, { headers: { authorization } })
    expect(response.status).toBe(200)
    const body = (await response.json()) as Record<string, Json>
    expect(body['window']).toBe(window)
    const layouts = registry.feeds.map((feed) => feed.sale.canonical)
    expect(verifyAnswer(body, { publicKey: shop.keys.l402.publicKey, layouts })).toMatchObject({ ok: true })
    // The canonical string carries the whole body.
    expect(String(body['canonical'])).toContain(`|${window}|`)
    expect(String(body['canonical'])).toContain(`|SHA256:${String(body['contentHash'])}|`)
  })

  test('binds a Lightning payment to what it was made for: one window buys no other', async () => {
    const { authorization } = await payL402(shop, `${PATH}?window=1h`)
    const other = await shop.request(`${PATH}?window=24h`, { headers: { authorization } })
    expect([other.status, await reasonOf(other)]).toEqual([402, 'l402_other_request'])
    expect(await windowOf(await shop.request(`${PATH}?window=1h`, { headers: { authorization } }))).toBe('1h')
  })

  test('hands a spent payment in dollars the window that it bought, and no other', async () => {
    const { v2: headers } = await payment(shop.clock.now(), { value: '50000' })
    expect(await windowOf(await shop.request(`${PATH}?window=4h`, { headers }))).toBe('4h')
    const other = await shop.request(`${PATH}?window=24h`, { headers })
    expect([other.status, (await problemOf(other)).error]).toEqual([402, 'payment_already_used'])
  })

  test('reads its words in any case, and they are the same request to a payment', async () => {
    const { authorization } = await payL402(shop, `${PATH}?window=4H`)
    expect(await windowOf(await shop.request(`${PATH}?window=4h`, { headers: { authorization } }))).toBe('4h')
    expect((await shop.request(`${PATH}?window=4hh`)).status).toBe(400)
  })

  test('means the first window where none is named, whichever way it was paid for', async () => {
    const { authorization } = await payL402(shop, PATH)
    expect(await windowOf(await shop.request(PATH, { headers: { authorization } }))).toBe('1h')
    expect((await shop.request(`${PATH}?window=1h`, { headers: { authorization } })).status).toBe(200)
  })

  test('offers its full address', async () => {
    const { accepts } = (await (await shop.request(`${PATH}?window=24h`)).json()) as { accepts: { resource: string }[] }
    expect(accepts[0]!.resource).toEndWith(`${PATH}?window=24h`)
  })

  test.each(['window=2h', 'window=', 'windows=1h', 'window=1h&window=4h', 'window=1h&a=b'])(
    '%s is refused before any invoice',
    async (query) => {
      const before = shop.money.calledOf('POST /lnd/v1/invoices')
      const response = await shop.request(`${PATH}?${query}`)
      expect([response.status, (await problemOf(response)).error]).toEqual([400, 'invalid_request'])
      expect(shop.money.calledOf('POST /lnd/v1/invoices')).toBe(before)
    },
  )

  test('has a free preview of each window', async () => {
    for (const [query, window] of [
      ['', '1h'],
      ['?window=4h', '4h'],
    ])
      expect(await windowOf(await shop.request(`${PATH}/preview${query}`))).toBe(window)
  })

  test('is one path in the documents, with its parameter', async () => {
    const document = (await (await shop.request('/openapi.json')).json()) as {
      paths: Record<string, { get: { parameters: readonly { name: string; in: string; required: boolean }[] } }>
    }
    expect(document.paths[PATH]!.get.parameters).toMatchObject([
      { name: 'window', in: 'query', required: false },
      ...['min_confidence', 'max_age', 'Payment-Receipt', 'Payment-Proof'].map((name) => ({
        $ref: `#/components/parameters/${name}`,
      })),
    ])
    expect(Object.keys(document.paths).filter((path) => path.startsWith(PATH))).toEqual([PATH, `${PATH}/preview`])
  })
})
