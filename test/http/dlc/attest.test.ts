import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { attestationFault, attestation } from '../../../src/dlc/wire/attestation.ts'
import { announcement } from '../../../src/dlc/wire/announcement.ts'
import { decode } from '../../../src/dlc/wire/tlv.ts'
import { attestEndpoints } from '../../../src/http/dlc/attest-endpoints.ts'
import type { OracleAsks } from '../../../src/http/dlc/oracle-asks.ts'
import { newTrace } from '../../../src/http/wire/trace.ts'
import { NO_GUARDS } from '../../../src/http/rails/guards.ts'
import { names } from '../../../src/store/redis/names.ts'
import { ADMIN_SECRET, problemOf } from '../../support/shop.ts'
import { bodyOf, type EventShop, openEventShop } from '../../support/http/dlc/event-shop.ts'
import { keptLog } from '../../support/still.ts'
import { KEPT_TIME } from '../../support/store-clocks.ts'
import { partOf } from '../../support/part-of.ts'

let shop: EventShop
beforeAll(async () => void (shop = await openEventShop()))
afterAll(() => shop.stop())
beforeEach(() => shop.oracle.beat())

/** Nothing settles it but an administrator. */
const byHand = (kind: 'enum' | 'numeric') => ({ ...bodyOf(kind, shop.nowTs), metadata: {} })

const create = async (kind: 'enum' | 'numeric', body: object = byHand(kind)): Promise<string> => {
  const response = await shop.post(kind, body, (await shop.x402()).v2)
  return ((await response.json()) as { eventid: string }).eventid
}

const attest = (kind: string, id: string, body: unknown, secret: string | null = ADMIN_SECRET) =>
  shop.request(`/dlc/oracle/${kind}/${id}/attest`, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...(secret !== null && { 'x-oracle-secret': secret }) },
  })

describe('an administrator', () => {
  test('attests an enum event, once; the same again is the same, another outcome a conflict', async () => {
    const id = await create('enum')
    const response = await attest('enum', id, { outcome: 'blue' })
    const document = (await response.json()) as Record<string, unknown>
    expect(response.status).toBe(200)
    expect(document).toMatchObject({ eventid: id, outcome: 'blue', reason: 'manual' })
    const event = (await shop.store.events.read(id))!
    const announced = decode(announcement, Uint8Array.fromHex(event.announcement))
    expect(
      attestationFault(announced, decode(attestation, Uint8Array.fromHex(String(document['serialized'])))),
    ).toBeNull()

    expect(await (await attest('enum', id.toLowerCase(), { outcome: 'blue' })).json()).toEqual(document)
    const other = await attest('enum', id, { outcome: 'red' })
    expect([other.status, await other.json()]).toMatchObject([
      409,
      { error: 'conflict', outcome: 'blue', attestation: document },
    ])
    const { journal } = await shop.oracle.open()
    const types = journal.find(id).map((line) => line.type)
    expect(types).toEqual(['offered', 'noted', 'activated', 'decided', 'attested', 'noted', 'noted'])
  })

  test.each([
    [{ value: '84231.50' }, 84232n],
    [{ value: 84231.4 }, 84231n],
    [{ price: '84231.5' }, 84232n],
    [{ outcome: '77' }, 77n],
    [{ value: '99999999999999999999999999' }, 2n ** 20n - 1n],
    [{ value: '-3' }, 0n],
  ])('attests a numeric event with %j', async (body, value) => {
    const id = await create('numeric')
    const document = (await (await attest('numeric', id, body)).json()) as { outcome: string; signatures: string[] }
    expect(BigInt(`0b${document.outcome.replaceAll(',', '')}`)).toBe(value)
    expect(document.signatures).toHaveLength(20)
  })

  test('whose server is ahead of the store decides nothing, and is shown nothing that is signed', async () => {
    const id = await create('enum')
    const { redis } = shop.redis
    await redis.set(KEPT_TIME, shop.clock.now() - 60_000)
    const response = await attest('enum', id, { outcome: 'blue' })
    await redis.del(KEPT_TIME)
    const answer = (await response.json()) as Record<string, unknown>
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
    expect(answer).toMatchObject({ error: 'data_unavailable', message: 'Nothing could be decided just now.' })
    expect(Object.keys(answer)).not.toContain('attestation')
    expect(await shop.store.events.read(id)).toMatchObject({ state: 'announced', decision: null, attestation: null })
    expect((await attest('enum', id, { outcome: 'blue' })).status).toBe(200)
  })

  test('who comes when no way leads from the event any more decides nothing, and is shown nobody’s attestation', async () => {
    const id = await create('enum')
    const event = (await shop.store.events.read(id))!
    const { redis } = shop.redis
    const asked: string[] = []
    const [endpoint] = attestEndpoints({
      events: shop.store.events,
      // An older copy of the store comes back between the look at the event and its decision, and is gone before signing.
      oracle: partOf<OracleAsks>({
        note: async () => (await redis.hset(names.dlc.event(id), 'state', 'offered')) === 0,
        attest: async () => {
          asked.push(id)
          await redis.hset(names.dlc.event(id), 'state', 'announced')
          return (await attest('enum', id, { outcome: 'red' })).ok
        },
      }),
      clock: shop.clock,
      log: keptLog(),
      docs: 'https://oracle.example/docs',
      secret: ADMIN_SECRET,
      limit: { take: () => true, giveBack: () => {}, waitSeconds: () => 0 },
    })
    const response = await endpoint!.handle({
      request: new Request(`https://oracle.example/dlc/oracle/enum/${id}/attest`, {
        method: 'POST',
        body: JSON.stringify({ outcome: 'blue' }),
        headers: { 'content-type': 'application/json', 'x-oracle-secret': ADMIN_SECRET },
      }),
      params: { eid: id },
      query: new URLSearchParams(),
      guards: NO_GUARDS,
      trace: newTrace('attest-by-hand'),
      address: '192.0.2.1',
    })
    const answer = (await response.json()) as Record<string, unknown>
    expect([response.status, response.headers.get('retry-after'), asked]).toEqual([503, '2', []])
    expect(answer).toMatchObject({ error: 'data_unavailable', message: 'Nothing could be decided just now.' })
    expect(Object.keys(answer)).not.toContain('attestation')
    expect(await shop.store.events.read(id)).toEqual({ ...event, state: 'offered' })
  })

  test.each([
    [{ outcome: 'green' }],
    [{ outcome: 'BLUE' }],
    [{ outcome: 'red', value: 'red' }],
    [{}],
    ['[]'],
    ['not json'],
    [{ outcome: { deep: 1 } }],
  ])('cannot attest %j', async (body) => {
    const id = await create('enum')
    expect((await attest('enum', id, body)).status).toBe(400)
    expect((await shop.store.events.read(id))?.decision).toBeNull()
  })

  test('without the secret learns nothing, not even whether there is such an event', async () => {
    const id = await create('enum')
    const told = new Set<string>()
    for (const each of [id, 'ENUM-1-NOTHING', 'x'])
      told.add(
        JSON.stringify([
          (await attest('enum', each, { outcome: 'red' }, 'wrong')).status,
          await problemOf(await attest('enum', each, { outcome: 'red' }, 'wrong')),
        ]),
      )
    expect(told.size).toBe(1)
    expect([...told][0]).toContain('403')
    expect((await attest('enum', id, { outcome: 'red' }, null)).status).toBe(401)
    // Guesses are limited.
    const guesses = await Promise.all(
      Array.from({ length: 20 }, (_, i) => attest('enum', id, { outcome: 'red' }, `guess ${i}`)),
    )
    expect(guesses.some(({ status }) => status === 429)).toBeTrue()
    expect((await shop.store.events.read(id))?.decision).toBeNull()
  })
})
