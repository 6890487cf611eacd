import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { registry } from '../../../src/feeds/registry.ts'
import { VERSION } from '../../../src/release.ts'
import { Health, healthDocument } from '../../../src/http/endpoints/health.ts'
import { railStates } from '../../../src/http/endpoints/rail-states.ts'
import { IDLE_LOAD } from '../../../src/http/endpoints/worker-load.ts'
import { workerRows } from '../../../src/http/endpoints/workers.ts'
import { createBeats } from '../../../src/metrics/beats.ts'
import { missingKeys } from '../../../src/http/endpoints/missing-keys.ts'
import { createTally } from '../../../src/metrics/meter.ts'
import { ROLE_NAMES, type RoleName } from '../../../src/role-names.ts'
import { shared } from '../../../src/http/wire/shared.ts'
import { stillClock } from '../../support/still.ts'
import { type Shop, startShop } from '../../support/shop.ts'

const instance = { name: 'Claros', version: '1', publicUrl: '', mode: 'live', rails: ['l402', 'x402'] } as const
const [open, closed] = [null, 'the facilitator does not answer']
type Closed = string | null

const documentOf = (sold: number, l402: Closed, x402: Closed) =>
  healthDocument(registry, instance, {
    items: registry.items.map((item, at) => ({ item, ageSeconds: 1, sellable: at < sold, lacks: null })),
    rails: [
      { rail: 'l402', closed: l402, warning: null },
      { rail: 'x402', closed: x402, warning: null },
    ],
  })
const ALL = registry.items.length

describe('the status', () => {
  test.each<[string, number, Closed, Closed]>([
    ['ok', ALL, open, open],
    ['degraded', ALL - 1, open, open],
    ['degraded', 1, open, open],
    ['degraded', ALL, open, closed],
    ['down', 0, open, open],
    ['down', ALL, closed, closed],
  ])('is %s with %p feeds for sale, Lightning closed: %p, USDC closed: %p', (status, sold, l402, x402) => {
    const document = documentOf(sold, l402, x402)
    expect(document).toMatchObject({ status, sellable: sold, total: ALL })
    expect([...Value.Errors(Health, document)]).toEqual([])
  })

  test('is down where no rail is configured: nothing can be bought', () => {
    const items = registry.items.map((item) => ({ item, ageSeconds: 1, sellable: true, lacks: null }))
    expect(healthDocument(registry, { ...instance, rails: [] }, { items, rails: [] })).toMatchObject({
      status: 'down',
      protocol: 'none',
    })
  })
})

describe('/health', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await startShop()
  })
  afterAll(() => shop.stop())
  afterEach(() => {
    shop.availability.closed = null
    shop.availability.warned = null
    shop.clock.move(2_000)
  })
  const ask = async () => {
    const response = await shop.request('/health')
    return { code: response.status, body: (await response.json()) as Record<string, unknown> }
  }

  test('starts with the fields of the contract', async () => {
    const { body } = await ask()
    const spec = ['status', 'protocol', 'version', 'price_pairs', 'econ_indicators', 'mode']
    expect(Object.keys(body).slice(0, 6)).toEqual(spec)
    expect(body).toMatchObject({
      protocol: 'l402+x402',
      version: VERSION,
      price_pairs: registry.items.filter(({ feed }) => feed.family === 'prices').length,
      econ_indicators: 19,
      mode: 'live',
    })
  })

  test('says which feeds are for sale, by the rule of the paywall, and answers 200 while it can answer at all', async () => {
    expect(await ask()).toMatchObject({ code: 200, body: { status: 'down', sellable: 0, total: ALL } })
    await shop.publish('btc/usd')
    shop.clock.move(2_000)
    const { code, body } = await ask()
    expect(code).toBe(200)
    expect(body).toMatchObject({ status: 'degraded', sellable: 1 })
    const feeds = body['feeds'] as readonly { feed: string; sellable: number; total: number; not_sellable: string[] }[]
    expect(feeds.map(({ feed }) => feed)).toEqual(
      registry.feeds.filter(({ onDemand }) => !onDemand).map(({ id }) => id),
    )
    const spot = feeds.find(({ feed }) => feed === 'price/spot')!
    expect(spot).toMatchObject({ sellable: 1, total: spot.not_sellable.length + 1 })
    expect(spot.not_sellable).toContain('ETH-USD')
    expect(spot.not_sellable).not.toContain('BTC-USD')
    const { sellableSeconds } = registry.item('price/spot/BTC-USD')!.feed.sale
    shop.clock.move((sellableSeconds + 1) * 1000)
    expect((await ask()).body).toMatchObject({ status: 'down', sellable: 0 })
  })

  test('says which rails take payments, and why one does not', async () => {
    await shop.publish('btc/usd')
    shop.availability.closed = closed
    expect((await ask()).body['rails']).toEqual([
      { rail: 'l402', open: true, reason: null, warning: null },
      { rail: 'x402', open: false, reason: closed, warning: null },
    ])
  })

  test('what is wrong with a rail that is open is said, and is not well', async () => {
    const items = registry.items.map((item) => ({ item, ageSeconds: 1, sellable: true, lacks: null }))
    const states = (warning: string | null) => [{ rail: 'x402', closed: null, warning }] as const
    expect(healthDocument(registry, instance, { items, rails: states(null) })).toMatchObject({ status: 'ok' })
    expect(healthDocument(registry, instance, { items, rails: states('a facilitator lied') })).toMatchObject({
      status: 'degraded',
      rails: [{ open: true, reason: null, warning: 'a facilitator lied' }],
    })
    shop.availability.warned = 'a facilitator lied'
    expect((await ask()).body['rails']).toContainEqual({
      rail: 'x402',
      open: true,
      reason: null,
      warning: 'a facilitator lied',
    })
  })

  test('says which worker publishes nothing because of its clock, and that this is not well', async () => {
    const items = registry.items.map((item) => ({ item, ageSeconds: 1, sellable: true, lacks: null }))
    const states = [{ rail: 'x402', closed: null, warning: null }] as const
    const wrong = [
      { worker: 'worker/a/2/0', offsetSeconds: 119 },
      { worker: 'worker/b/2/0', offsetSeconds: -2.1 },
    ]
    const document = healthDocument(registry, instance, { items, rails: states, clocks: wrong })
    const sha256 = (name: string) => new Bun.CryptoHasher('sha256').update(name).digest('hex').slice(0, 8)
    expect(document).toMatchObject({ status: 'degraded' })
    expect([...Value.Errors(Health, document)]).toEqual([])
    expect(healthDocument(registry, instance, { items, rails: states, clocks: [] })).toMatchObject({ status: 'ok' })

    const report = { sequence: 1, added: new Map<string, number>() }
    const says = (process: string, ahead: number, isWrong: number) => {
      const worker = createTally()
      worker.set('claros_clock_offset_seconds', {}, ahead)
      worker.set('claros_clock_wrong', {}, isWrong)
      return shop.store.totals.take({ ...report, process, gauges: worker.gauges() })
    }
    await says('worker/a/2/0', 119, 1)
    await says('worker/b/2/0', -2.1, 1)
    await says('worker/c/2/0', 1.9, 0)
    expect((await ask()).body['wrong_clocks']).toEqual(document.wrong_clocks)
    expect(document.wrong_clocks).toEqual([
      {
        worker: sha256('worker/a/2/0'),
        offset_seconds: 119,
        reason: 'its clock is 119 s ahead of that of the store: it publishes nothing',
      },
      {
        worker: sha256('worker/b/2/0'),
        offset_seconds: -2.1,
        reason: 'its clock is 2.1 s behind that of the store: it publishes nothing',
      },
    ])
  })

  test('says which worker lacks a key, and whether it signs', async () => {
    const items = registry.items.map((item) => ({ item, ageSeconds: 1, sellable: true, lacks: null }))
    const rails = [{ rail: 'x402', closed: null, warning: null }] as const
    const says = (process: string, behind: number) => {
      const worker = createTally()
      worker.set('claros_key_behind', { purpose: 'answers-ed25519' }, behind)
      return shop.store.totals.take({ sequence: 1, added: new Map(), process, gauges: worker.gauges() })
    }
    for (const behind of [0, 1, 2, 3]) await says(`worker/key/${behind}`, behind)
    const missing = missingKeys(await shop.store.totals.processes())
    expect(missing.toSorted((a, b) => a.worker.localeCompare(b.worker))).toEqual(
      [true, false, true].map((signs, nth) => ({ worker: `worker/key/${nth + 1}`, purpose: 'answers-ed25519', signs })),
    )
    const shown = (await ask()).body['missing_keys'] as readonly { readonly signs: boolean }[]
    expect(shown.filter(({ signs }) => signs)).toHaveLength(2)
    const statusWith = (signs: boolean) =>
      healthDocument(registry, instance, { items, rails, keys: missing.filter((each) => each.signs === signs) }).status
    expect([statusWith(true), statusWith(false)]).toEqual(['ok', 'degraded'])
  })

  describe('and its workers', () => {
    const items = registry.items.map((item) => ({ item, ageSeconds: 1, sellable: true, lacks: null }))
    const rails = [{ rail: 'x402', closed: null, warning: null }] as const
    const ages = (said: Partial<Record<RoleName, number>>) =>
      ROLE_NAMES.map((role) => ({
        role,
        processes: role in said ? 2 : 0,
        ageSeconds: said[role] ?? null,
        reportAgeSeconds: role in said ? 4 : null,
      }))
    const ALL_USED = { ownSettlement: true, hasOracle: true }
    const WELL = { publisher: 1, settler: 1, signer: 1, courier: 1, bookkeeper: 1 }
    const told = (said: Partial<Record<RoleName, number>>, use = ALL_USED) => {
      const document = healthDocument(registry, instance, {
        items,
        rails,
        workers: workerRows(ages(said), use, IDLE_LOAD),
      })
      expect([...Value.Errors(Health, document)]).toEqual([])
      return { status: document.status, workers: document.workers }
    }

    test('it is ok when all are at work, also those that have just begun or had much to do', () => {
      expect(told(WELL)).toEqual({
        status: 'ok',
        workers: (['settler', 'publisher', 'signer', 'courier', 'bookkeeper'] as const).map((role) => ({
          role,
          working: true,
          reason: null,
          processes: 2,
          report_age_seconds: 4,
          waiting: role === 'publisher' ? null : 0,
          oldest_seconds: role === 'courier' ? 0 : null,
          failures: {},
        })),
      })
      expect(told({ ...WELL, courier: 120 }).status).toBe('ok')
    })

    test.each([
      ['publisher', 'degraded', 'no answer is renewed'],
      ['settler', 'degraded', 'no payment in USDC is settled'],
      ['signer', 'degraded', 'no DLC event is announced or attested'],
      ['courier', 'degraded', 'no webhook is delivered and no address is asked for an outcome'],
      ['bookkeeper', 'ok', 'sales wait to be entered into the books'],
    ] as const)('without %s it is %s, and says what is missing', (role, status, without) => {
      const { [role]: _, ...others } = WELL
      const away = told(others)
      expect(away.status).toBe(status)
      expect(away.workers.filter(({ working }) => !working)).toMatchObject([
        { role, processes: 0, report_age_seconds: null, working: false, reason: `no process plays it: ${without}` },
      ])
      const stuck = told({ ...WELL, [role]: 121.4 })
      expect(stuck.status).toBe(status)
      expect(stuck.workers.filter(({ working }) => !working)).toMatchObject([
        { role, working: false, reason: `it has not gone round well for 121 s: ${without}` },
      ])
    })

    test('nobody is missed who is not needed', () => {
      const { publisher, bookkeeper } = WELL
      const prices = told({ publisher, bookkeeper }, { ownSettlement: false, hasOracle: false })
      expect([prices.status, prices.workers.map(({ role }) => role)]).toEqual(['ok', ['publisher', 'bookkeeper']])
      const { settler: _, ...facilitated } = WELL
      expect(told(facilitated, { ...ALL_USED, ownSettlement: false }).status).toBe('ok')
    })

    test('they are known by their reports; a courier is missed once the oracle has a key', async () => {
      const rows = async () => (await ask()).body['workers'] as { role: string; working: boolean; reason: string }[]
      expect((await rows()).map(({ role, working }) => [role, working])).toEqual([
        ['publisher', false],
        ['bookkeeper', false],
      ])
      const tally = createTally()
      const beats = createBeats(tally, { ms: () => 0 })
      beats.plays('publisher', ['ticks'])
      beats.plays('bookkeeper', ['moves'])
      beats.report()
      const report = { process: 'worker/secret-host/7/0', sequence: 1, added: new Map(), gauges: tally.gauges() }
      await shop.store.totals.take(report)
      await shop.store.keys.record({ dlc: '02ab' })
      shop.clock.move(2_000)
      const found = await rows()
      expect(found.map(({ role, working }) => [role, working])).toEqual([
        ['publisher', true],
        ['signer', false],
        ['courier', false],
        ['bookkeeper', true],
      ])
      // The page is public.
      expect(JSON.stringify((await ask()).body)).not.toContain('secret-host')
    })
  })

  test('a Lightning node that makes no invoices closes its rail', async () => {
    const x402 = null
    const take = () => Promise.reject(new Error('nobody takes an invoice here'))
    const statesOf = (isAway: boolean) =>
      railStates({
        availability: shop.availability,
        store: async () => null,
        rails: { x402, l402: { ...shop.paywall.rails.l402!, invoices: { take, isAway } } },
      })
    expect(await statesOf(false)).toEqual([{ rail: 'l402', closed: null, warning: null }])
    expect(await statesOf(true)).toEqual([
      { rail: 'l402', closed: 'the Lightning node makes no invoices', warning: null },
    ])
  })

  test('looks once a second, however many ask', async () => {
    let looks = 0
    const clock = stillClock(1_000)
    const look = shared(clock, 1_000, async () => ++looks)
    expect(await Promise.all([look(), look(), look()])).toEqual([1, 1, 1])
    clock.move(999)
    expect(await look()).toBe(1)
    clock.move(1)
    expect(await look()).toBe(2)
    clock.set(0)
    expect(await look()).toBe(3)
  })

  test('a look that failed is not kept', async () => {
    let fails = true
    const look = shared(stillClock(1_000), 1_000, async () => {
      if (fails) throw new Error('away')
      return 'there'
    })
    await expect(look()).rejects.toThrow('away')
    fails = false
    expect(await look()).toBe('there')
  })
})
