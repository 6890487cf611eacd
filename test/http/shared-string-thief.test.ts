import { beforeEach, describe, expect, test } from 'bun:test'
import { fixedKeys } from '../../src/actors/publisher/keyring.ts'
import { createPublisher } from '../../src/actors/publisher/publisher.ts'
import type { Json } from '../../src/canonical/jcs.ts'
import { RAILS } from '../../src/canonical/snapshot.ts'
import { exampleOf } from '../../src/feeds/feed.ts'
import { registry } from '../../src/feeds/registry.ts'
import { createEditionCache } from '../../src/http/paywall/edition-cache.ts'
import { editionProduct } from '../../src/http/paywall/edition-product.ts'
import type { HeldClaim } from '../../src/http/paywall/product.ts'
import { NO_GUARDS } from '../../src/http/rails/guards.ts'
import { names } from '../../src/store/redis/names.ts'
import { systemRandom } from '../../src/system/random.ts'
import { authorize, base64Json, PAYER, payloadV2, signTransfer } from '../support/payer.ts'
import { partOf } from '../support/part-of.ts'
import { billOf, fileShop, payL402 } from '../support/shop.ts'

/** A thief wants a string that all its buyers share: he has read blocks and free pages, and has bought it once himself. */

const shop = await fileShop()
const GAS = registry.items.filter(({ feed }) => feed.id === 'gas/chain')
const ITEM = registry.item('gas/chain/ethereum')!
const PATH = '/oracle/gas/ethereum'
const ALIAS = '/oracle/gas/eth'
/** Another network than that of buyers without an address. */
const ELSEWHERE = '198.51.100.9'
const CONDITIONS = ['if-none-match', 'if-match', 'if-modified-since', 'if-unmodified-since', 'if-range', 'range']

type Body = Readonly<Record<string, Json>>

const publishAt = async (at: number, item = ITEM) =>
  createPublisher(shop.store.snapshots, fixedKeys(shop.keys), systemRandom).publish(
    item,
    exampleOf(item.feed, item.subject),
    {},
    at,
  )
const publish = async (item = ITEM): Promise<void> => {
  shop.clock.move(30_000)
  expect(await publishAt(shop.clock.now(), item)).not.toBeNull()
}
const payUsdc = async () => {
  const authorization = authorize(shop.clock.now())
  return { 'payment-signature': base64Json(payloadV2(authorization, await signTransfer(authorization))) }
}
/** Everything that is signed of the newest version of an item: what nobody may read without paying. */
const signedOf = async (actor: string): Promise<readonly string[]> => {
  const snapshot = (await shop.store.snapshots.latest(actor))!
  const sold = await Promise.all(RAILS.map((rail) => shop.store.snapshots.editions(actor, snapshot.timestamp, rail, 0)))
  return [
    ...sold.flat().map(({ signature }) => signature),
    ...RAILS.map((rail) => snapshot.seals[rail].contentSignature),
    snapshot.contentHash,
  ]
}
const shows = async (response: Response, secrets: readonly string[]): Promise<readonly string[]> => {
  const told = `${JSON.stringify([...response.headers])}${await response.text()}`
  return secrets.filter((each) => told.includes(each))
}

beforeEach(async () => {
  await publish()
  await shop.money.fund(PAYER.address)
})

describe('what is free', () => {
  test('holds nothing that is signed of any chain, in any document, list, preview or challenge', async () => {
    for (const item of GAS) await publish(item)
    const secrets = (await Promise.all(GAS.map(({ actor }) => signedOf(actor)))).flat()
    expect(secrets.length).toBe(5 * GAS.length)
    const free = shop.endpoints.filter(
      ({ method, access, path }) => method === 'GET' && access.kind === 'free' && !path.includes('{'),
    )
    const paths = [...new Set(free.flatMap(({ path, alsoAt = [] }) => [path, ...alsoAt]))].filter(
      (path) => !path.startsWith('/oracle/') || path.startsWith('/oracle/gas/'),
    )
    expect(paths).toContain('/oracle/gas/catalogue')
    expect(paths).toContain(`${ALIAS}/preview`)
    for (const path of [...paths, PATH, ALIAS])
      expect([path, await shows(await shop.request(path), secrets)]).toEqual([path, []])
  })

  test('is less than what is sold: a preview leaves out who said it', async () => {
    const { content } = (await shop.store.snapshots.latest(ITEM.actor))!
    const shown = Object.keys((await (await shop.request(`${ALIAS}/preview`)).json()) as Body)
    const left = Object.keys(content).filter((name) => !shown.includes(name))
    expect(left).toContain('sources')
    expect(left).toContain('observed_at')
  })

  test('is no newer than an hour: a preview stays while snapshots come and go', async () => {
    const shown = async () => Number(((await (await shop.request(`${PATH}/preview`)).json()) as Body)['timestamp'])
    const first = await shown()
    await publish()
    shop.clock.move(1_000)
    expect(await shown()).toBe(first)
    expect(await shop.store.snapshots.version(ITEM.actor)).toBeGreaterThan(first)
  })
})

describe('a look without paying', () => {
  test.each([PATH, ALIAS])('at %s under any condition is the offer, which nobody keeps', async (path) => {
    const secrets = await signedOf(ITEM.actor)
    const { body } = await bought()
    const sum = new Bun.CryptoHasher('sha256').update(body).digest('hex')
    for (const condition of CONDITIONS)
      for (const method of ['GET', 'HEAD']) {
        const value = condition.includes('since') ? new Date(shop.clock.now()).toUTCString() : `"${sum}"`
        const response = await shop.request(path, {
          method,
          headers: { [condition]: condition === 'range' ? 'bytes=0-9' : value },
        })
        expect([condition, response.status, response.headers.get('cache-control')]).toEqual([
          condition,
          402,
          'no-store',
        ])
        expect(await shows(response, secrets)).toEqual([])
      }
  })

  test('at the head makes no invoice, whatever it carries', async () => {
    const { authorization } = await payL402(shop, PATH)
    const made = shop.money.calledOf('POST /lnd/v1/invoices')
    expect(made).toBeGreaterThan(0)
    for (const headers of [{}, { authorization }, { authorization: 'L402 AAAA:00' }]) {
      const head = await shop.request(ALIAS, { method: 'HEAD', headers })
      expect([head.status, head.headers.has('www-authenticate'), await head.text()]).toEqual([402, false, ''])
    }
    expect(shop.money.calledOf('POST /lnd/v1/invoices')).toBe(made)
  })

  test('with two payments is refused, and both stay good', async () => {
    const sales = await shop.sales()
    const [{ authorization }, usdc] = [await payL402(shop, PATH), await payUsdc()]
    const both = await shop.request(ALIAS, { headers: { authorization, ...usdc } })
    expect([both.status, await shows(both, await signedOf(ITEM.actor)), await shop.sales()]).toEqual([400, [], sales])
    for (const headers of [{ authorization }, usdc]) expect((await shop.request(ALIAS, { headers })).status).toBe(200)
    expect(await shop.sales()).toBe(sales + 2)
  })

  test('with a payment at the head, or under a condition, hands nothing over and uses nothing up', async () => {
    const [secrets, sales] = [await signedOf(ITEM.actor), await shop.sales()]
    const { authorization } = await payL402(shop, PATH)
    const usdc = await payUsdc()
    for (const headers of [{ authorization }, usdc]) {
      for (const path of [PATH, ALIAS]) {
        const head = await shop.request(path, { method: 'HEAD', headers })
        expect([head.status, await shows(head, secrets)]).toEqual([402, []])
        for (const condition of CONDITIONS) {
          const asked = await shop.request(path, { headers: { ...headers, [condition]: '"x"' } })
          expect([condition, asked.status, await shows(asked, secrets)]).toEqual([condition, 400, []])
        }
      }
      expect(await shop.sales()).toBe(sales + (headers === usdc ? 1 : 0))
      const whole = await shop.request(ALIAS, { headers })
      expect([whole.status, whole.headers.get('cache-control'), whole.headers.get('etag')]).toEqual([
        200,
        'no-store',
        null,
      ])
    }
  })
})

const bought = async (path = PATH) => {
  const paid = await payL402(shop, path)
  const response = await shop.request(path, { headers: { authorization: paid.authorization } })
  expect(response.status).toBe(200)
  return { ...paid, receipt: response.headers.get('payment-receipt')!, body: await response.text() }
}

describe('one payment', () => {
  test('shown many times at once at both paths, while the next second is published, buys one string', async () => {
    for (const pay of [async () => ({ authorization: (await payL402(shop, PATH)).authorization }), payUsdc]) {
      await publish()
      const [headers, sales] = [await pay(), await shop.sales()]
      const ask = (path: string) => shop.request(path, { headers: { ...headers } })
      const first = [PATH, ALIAS, PATH, ALIAS].map(ask)
      shop.clock.move(1_000)
      const next = publishAt(shop.clock.now())
      const answers = await Promise.all([...first, ...[ALIAS, PATH].map(ask)])
      expect(await next).not.toBeNull()
      shop.clock.move(1_000)
      const again = await ask(PATH)
      expect(again.status).toBe(200)
      const bodies = new Set([await again.text()])
      for (const answer of answers)
        if (answer.status === 200) bodies.add(await answer.text())
        else expect(answer.status).toBe(503)
      expect(bodies.size).toBe(1)
      expect(await shop.sales()).toBe(sales + 1)
    }
  })

  test('for one chain buys at no other, under any name', async () => {
    const other = GAS.find(({ alsoAt, actor }) => alsoAt.length > 0 && actor !== ITEM.actor)!
    await publish(other)
    const sales = await shop.sales()
    const { authorization } = await payL402(shop, PATH)
    for (const path of [other.path, ...other.alsoAt])
      expect((await shop.request(path, { headers: { authorization } })).status).toBe(402)
    expect(await shop.sales()).toBe(sales)
    const headers = await payUsdc()
    expect((await shop.request(PATH, { headers })).status).toBe(200)
    for (const path of [other.path, ...other.alsoAt]) {
      const used = await shop.request(path, { headers })
      expect([used.status, await shows(used, await signedOf(other.actor))]).toEqual([402, []])
    }
  })

  test('is a preimage and its own invoice: that of another buyer of the same string opens nothing', async () => {
    const mine = await bought()
    const preimage = mine.authorization.split(':')[1]!
    const bill = billOf(await shop.request(ALIAS))!
    const sales = await shop.sales()
    const shown = await shop.request(ALIAS, { headers: { authorization: `L402 ${bill.macaroon}:${preimage}` } })
    expect([shown.status, await shows(shown, await signedOf(ITEM.actor)), await shop.sales()]).toEqual([402, [], sales])
  })
})

describe('a copy', () => {
  /** What a payment leaves is its own sale; of the one edition, which nobody uses up, nothing is counted. */
  const uncounted = async () => {
    const version = (await shop.store.snapshots.version(ITEM.actor))!
    const counters = RAILS.map((rail) => names.sold(ITEM.actor, version, rail))
    expect(await shop.redis.redis.exists(...counters)).toBe(0)
  }

  test('is not used up by a payment that is shown again', async () => {
    const { authorization } = await bought()
    const sales = await shop.sales()
    for (const path of [PATH, ALIAS, PATH, ALIAS, PATH])
      expect((await shop.request(path, { headers: { authorization } })).status).toBe(200)
    expect(await shop.sales()).toBe(sales)
    await bought(ALIAS)
    expect(await shop.sales()).toBe(sales + 1)
    await uncounted()
  })

  test('that was not charged goes to the next buyer', async () => {
    const [headers, sales] = [await payUsdc(), await shop.sales()]
    await shop.money.control('/chain/faults', { settle: 'fail' })
    expect((await shop.request(PATH, { headers })).status).toBe(402)
    await shop.money.control('/chain/faults', {})
    expect(await shop.sales()).toBe(sales)
    expect((await shop.request(PATH, { headers: await payUsdc() })).status).toBe(200)
    expect(await shop.sales()).toBe(sales + 1)
    await uncounted()
  })

  test('that grew too old while its payment was looked at is not put aside', async () => {
    const product = editionProduct(shop.paywall, ITEM, NO_GUARDS)
    expect(await product.closed(null)).toBeNull()
    shop.clock.move((ITEM.feed.sale.sellableSeconds + 1) * 1_000)
    const held = partOf<HeldClaim>({ payment: 'x402:1', holder: 'a', keepSeconds: 60 })
    expect(await product.setAside(held, '{}', false)).toMatchObject({ kind: 'problem', code: 'data_unavailable' })
    await uncounted()
  })
})

describe('who has bought the string himself', () => {
  test('cannot show its body, its signature or its receipt as a payment or as that of another', async () => {
    const victim = await payUsdc()
    expect((await shop.request(PATH, { headers: victim })).status).toBe(200)
    const thief = await bought(ALIAS)
    const { canonical, signature } = JSON.parse(thief.body) as { canonical: string; signature: string }
    await publish()
    const [secrets, sales] = [await signedOf(ITEM.actor), await shop.sales()]
    const body = Buffer.from(thief.body).toString('base64')
    const shown: readonly Readonly<Record<string, string>>[] = [
      { 'x-payment': body },
      { 'payment-signature': body },
      { authorization: `L402 ${body}:${'0'.repeat(64)}` },
      { authorization: `L402 ${thief.receipt}:${thief.authorization.split(':')[1]}` },
      { 'payment-receipt': thief.receipt },
      { 'payment-proof': `${Math.floor(shop.clock.now() / 1000)}.${signature}` },
    ]
    for (const headers of shown) {
      const response = await shop.request(PATH, { headers, from: ELSEWHERE })
      expect([response.status, await shows(response, secrets)]).toEqual([402, []])
    }
    // The victim's header is public by now. His answer was handed over: what the thief has bought proves nothing of it.
    for (const more of [{}, { 'payment-receipt': thief.receipt }, { 'payment-proof': `1.${signature}` }])
      for (const path of [PATH, ALIAS]) {
        const response = await shop.request(path, { headers: { ...victim, ...more }, from: ELSEWHERE })
        expect([response.status, await shows(response, [canonical, ...secrets])]).toEqual([402, []])
      }
    expect(await shop.sales()).toBe(sales)
  })

  test('finds his own second by his receipt, for as long as others do, and never a later one', async () => {
    const { receipt, body } = await bought()
    await publish()
    const later = await bought()
    const found = await (await shop.request(`/receipts/${receipt}`)).text()
    expect([found.includes(body), found.includes(later.body)]).toEqual([true, false])
    for (const id of [receipt, 'none']) {
      const { headers } = await shop.request(`/receipts/${id}`)
      expect([id, headers.get('cache-control')]).toEqual([id, 'no-store'])
    }
    shop.clock.move(121_000)
    await publish()
    const secrets = await signedOf(ITEM.actor)
    for (const id of [receipt, later.receipt]) {
      const over = await shop.request(`/receipts/${id}`)
      expect([over.status, await shows(over, [...secrets, 'canonical'])]).toEqual([200, []])
    }
  })
})

describe('what is kept of a version', () => {
  test('has an end on every key, behind that of redelivery, and no set of nonces', async () => {
    const version = (await shop.store.snapshots.version(ITEM.actor))!
    await bought()
    const { sellableSeconds } = ITEM.feed.sale
    const kept = [
      names.snapshotAt(ITEM.actor, version),
      ...RAILS.map((rail) => names.editions(ITEM.actor, version, rail)),
    ]
    for (const key of kept) {
      const lifetime = await shop.redis.redis.ttl(key)
      expect([key, lifetime > sellableSeconds + 120, lifetime <= sellableSeconds + 240]).toEqual([key, true, true])
    }
    for (const key of [
      names.nonces(ITEM.actor, version),
      ...RAILS.map((rail) => names.sold(ITEM.actor, version, rail)),
    ])
      expect([key, await shop.redis.redis.exists(key)]).toEqual([key, 0])
  })

  test('is sold no longer than it says, and what was sold of it is read by its own number', async () => {
    const first = (await shop.store.snapshots.version(ITEM.actor))!
    const { body } = await bought()
    await publish()
    const cache = createEditionCache(shop.store.snapshots)
    const ref = { actor: ITEM.actor, version: first, rail: 'l402', index: 0 } as const
    expect(await cache.soldBody(ref)).toBe(body)
    expect(await cache.soldBody({ ...ref, index: 1 })).toBeNull()
    expect(await cache.soldBody({ ...ref, version: first + 1 })).toBeNull()
    expect(await cache.soldBody({ ...ref, rail: 'x402' })).not.toBe(body)
    shop.clock.move(ITEM.feed.sale.sellableSeconds * 1_000)
    expect((await shop.request(PATH)).status).toBe(402)
    shop.clock.move(1_000)
    for (const path of [PATH, ALIAS]) expect((await shop.request(path)).status).toBe(503)
  })
})
