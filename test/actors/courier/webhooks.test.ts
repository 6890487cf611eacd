import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { CLAIM_MS, deliver } from '../../../src/actors/courier/deliver.ts'
import { enterNews } from '../../../src/actors/courier/news.ts'
import { announcement } from '../../../src/dlc/wire/announcement.ts'
import { attestation, attestationFault } from '../../../src/dlc/wire/attestation.ts'
import { decode } from '../../../src/dlc/wire/tlv.ts'
import type { StoredDelivery } from '../../../src/store/events/deliveries.ts'
import { names } from '../../../src/store/redis/names.ts'
import { type Store, storeOn } from '../../../src/store/store.ts'
import { systemClock } from '../../../src/system/clock.ts'
import { encryptFor } from '../../../src/webhooks/encrypted-secret.ts'
import { sharedSecretSigner, writeSharedSecret } from '../../../src/webhooks/shared-secret.ts'
import { verifyWebhook, webhookKey } from '../../../src/webhooks/standard-webhooks.ts'
import { freshRedis } from '../../support/redis.ts'
import { openOracle, ORACLE, type TestOracle } from '../../support/actors/dlc/oracle-parts.ts'
import { testFolder } from '../../support/test-folder.ts'
import { attestNonsense, attestThreshold, NOW } from '../../support/actors/courier/attested.ts'
import { KEY, says, fileStranger, testDesk } from '../../support/actors/courier/courier-desk.ts'
import { ANY_TIME } from '../../support/store-clocks.ts'

const AT = NOW + 100_000

const stack = await freshRedis()
const { store } = stack
const stranger = await fileStranger()
let oracle: TestOracle
let remove: () => void
let deps: ReturnType<typeof testDesk>

beforeEach(() => {
  remove?.()
  oracle?.close()
  const made = testFolder()
  ;({ remove } = made)
  oracle = openOracle(made.folder)
  stranger.heard.length = 0
  stranger.answer(says(200))
  deps = testDesk(store, AT, [stranger.place])
})
afterAll(() => {
  oracle.close()
  remove()
})

const attested = (
  id: string,
  url: string | null = `${stranger.origin}/hook`,
  secret: Parameters<typeof attestThreshold>[5] = {},
) => attestThreshold(store.events, oracle, id, url, AT, secret)
/** Makes the attempts that are due; says how many those were. */
const deliverDue = async (): Promise<number> => {
  const due = await store.deliveries.claim(deps.clock.now(), CLAIM_MS, 10)
  for (const claimed of due) await deliver(deps.desk, claimed)
  return due.length
}
const nextAt = async (id: string): Promise<number> => {
  expect((await store.deliveries.of(id))?.lines.at(-1)?.outcome).toBe('retry')
  return Number(await stack.redis.zscore(names.dlc.deliveries(), `evt_${id}_attested`))
}

describe('the outbox', () => {
  test('gives one delivery for an attested event whose creator wants to know, and none for others', async () => {
    await attested('BTCUSD-ABOVE-100.5-1')
    await attested('BTCUSD-ABOVE-100-2', null)
    await enterNews(deps.desk)
    await enterNews(deps.desk)
    expect(await store.deliveries.of('BTCUSD-ABOVE-100.5-1')).toMatchObject({
      id: 'evt_BTCUSD-ABOVE-100_5-1_attested',
      url: `${stranger.origin}/hook`,
      state: 'pending',
      made: 0,
    })
    expect(await store.deliveries.of('BTCUSD-ABOVE-100-2')).toBeNull()
    expect(await store.events.outbox.unread(10)).toEqual([])
    expect(await deliverDue()).toBe(1)
  })

  test('tells in the body what can be read from us, and it verifies', async () => {
    await attested('T-1')
    await enterNews(deps.desk)
    const event = await store.events.read('T-1')
    const body = JSON.parse((await store.deliveries.of('T-1'))?.body ?? '') as Record<string, unknown>
    expect(body).toEqual({
      type: 'dlc.attested',
      timestamp: new Date(AT).toISOString(),
      eventid: 'T-1',
      outcome: 'safe',
      reason: 'expiry',
      signature: expect.stringMatching(/^[0-9a-f]{128}$/),
      signatures: [body['signature']],
      serialized: event?.attestation?.serialized,
      serializedCounted: event?.attestation?.counted,
      oraclePublicKey: ORACLE,
      oraclePubkey: ORACLE,
      attestedAt: new Date(AT).toISOString(),
    })
    const given = decode(attestation, Uint8Array.fromHex(String(body['serialized'])))
    const announced = decode(announcement, Uint8Array.fromHex(event?.announcement ?? ''))
    expect(attestationFault(announced, given)).toBeNull()
    expect(given.signatures[0]?.toHex()).toBe(String(body['signature']))
  })

  test('is worked through by many couriers at once without a double or a gap', async () => {
    const ids = Array.from({ length: 120 }, (_, n) => `T-${n}`)
    for (const id of ids) await attested(id)
    const redis = stack.redis.duplicate()
    const other = { ...deps.desk, store: storeOn(redis, systemClock, ANY_TIME) }
    await Promise.all([enterNews(deps.desk), enterNews(other), enterNews(deps.desk), enterNews(other)])
    redis.disconnect()
    for (const id of ids) expect(await store.deliveries.of(id)).toMatchObject({ eventId: id, made: 0 })
    while ((await deliverDue()) > 0);
    expect(stranger.heard.map(({ headers }) => headers['webhook-id']).toSorted()).toEqual(
      ids.map((id) => `evt_${id}_attested`).toSorted(),
    )
  })

  test('is read again from where a killed courier stopped; what was entered stays as it was', async () => {
    await attested('T-1')
    await attested('T-2')
    const dies = {
      ...store.deliveries,
      enter: async (...given: Parameters<Store['deliveries']['enter']>) => {
        if (given[0].eventId === 'T-2') throw new Error('killed')
        return store.deliveries.enter(...given)
      },
    }
    const dying = { ...deps.desk, store: { ...store, deliveries: dies } }
    await expect(enterNews(dying)).rejects.toThrow('killed')
    expect(await store.events.outbox.marked()).toBeNull()
    await deliverDue()
    deps.clock.move(5_000)
    await enterNews(deps.desk)
    await deliverDue()
    expect(stranger.heard.map(({ headers }) => headers['webhook-id'])).toEqual(['evt_T-1_attested', 'evt_T-2_attested'])
  })

  test('is not held up by one attestation that nobody can read', async () => {
    await attestNonsense(store.events, 'E-1', `${stranger.origin}/hook`)
    await attested('T-1')
    await enterNews(deps.desk)
    expect(await store.deliveries.of('E-1')).toBeNull()
    expect(await store.deliveries.of('T-1')).toMatchObject({ state: 'pending' })
    expect(deps.log.lines).toContainEqual(expect.objectContaining({ level: 'error', event: 'webhook.no_body' }))
  })
})

describe('a webhook', () => {
  test('is delivered when its receiver is back, with the same id and bytes, signed anew each time', async () => {
    await attested('T-1')
    await enterNews(deps.desk)
    stranger.answer(says(500, 'not now'))
    for (let n = 1; n <= 3; n++) {
      expect(await deliverDue()).toBe(1)
      expect(await store.deliveries.of('T-1')).toMatchObject({ state: 'pending', made: n })
      const at = await nextAt('T-1')
      deps.clock.set(at - 1)
      expect(await deliverDue()).toBe(0)
      deps.clock.set(at)
    }
    stranger.answer(says(200))
    expect(await deliverDue()).toBe(1)
    expect(await store.deliveries.of('T-1')).toMatchObject({
      state: 'delivered',
      made: 4,
      lines: [
        { at: AT, status: 500, outcome: 'retry', visit: 'answered' },
        { status: 500, outcome: 'retry' },
        { status: 500, outcome: 'retry' },
        { status: 200, outcome: 'delivered' },
      ],
    })
    deps.clock.move(10 ** 9)
    expect(await deliverDue()).toBe(0)

    expect(stranger.heard).toHaveLength(4)
    expect(new Set(stranger.heard.map(({ body }) => body)).size).toBe(1)
    expect(new Set(stranger.heard.map(({ headers }) => headers['webhook-id']))).toEqual(new Set(['evt_T-1_attested']))
    expect(new Set(stranger.heard.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(4)
    for (const { method, url, headers, body } of stranger.heard) {
      expect({ method, url, type: headers['content-type'] }).toEqual({
        method: 'POST',
        url: '/hook',
        type: 'application/json',
      })
      expect(verifyWebhook(KEY.publicKey, headers, body, Number(headers['webhook-timestamp']))).toBe('valid')
      expect(verifyWebhook(KEY.publicKey, headers, `${body} `, Number(headers['webhook-timestamp']))).toBe('no_match')
    }
  })

  test('is signed with the secret of its event too, and without one as before', async () => {
    const secret = writeSharedSecret(new Uint8Array(32).fill(3))
    await attested('T-1', undefined, { sealedWebhookSecret: encryptFor(KEY.publicKey, secret, deps.desk.random)! })
    // Of the release before there were secrets.
    await attested('T-2')
    await enterNews(deps.desk)
    await deliverDue()
    const [own, earlier] = ['T-1', 'T-2'].map((id) =>
      stranger.heard.find(({ headers }) => headers['webhook-id'] === `evt_${id}_attested`)!,
    )
    const { headers, body } = own!
    const at = Number(headers['webhook-timestamp'])
    expect(headers['webhook-signature']?.split(' ')).toEqual([
      KEY.sign('evt_T-1_attested', at, body),
      sharedSecretSigner(secret)!.sign('evt_T-1_attested', at, body),
    ])
    expect(earlier?.headers['webhook-signature']).toMatch(/^v1a,\S+$/)
    expect(deps.log.lines.filter(({ level }) => level !== 'info')).toEqual([])
    expect(JSON.stringify([deps.log.lines, await store.deliveries.of('T-1')])).not.toContain(secret.slice(6, -1))
  })

  test('whose secret was sealed for another key is sent for those who check with ours, and the operator is told', async () => {
    const other = webhookKey(new Uint8Array(32).fill(8)).publicKey
    for (const sealed of [
      encryptFor(other, 'whsec_x', deps.desk.random)!,
      encryptFor(KEY.publicKey, 'x', deps.desk.random)!,
    ]) {
      deps.log.lines.length = 0
      await attested(`T-${sealed.length}`, undefined, { sealedWebhookSecret: sealed })
      await enterNews(deps.desk)
      await deliverDue()
      const { headers, body } = stranger.heard.at(-1)!
      expect(headers['webhook-signature']).toMatch(/^v1a,\S+$/)
      expect(verifyWebhook(KEY.publicKey, headers, body, Number(headers['webhook-timestamp']))).toBe('valid')
      expect(deps.log.lines).toContainEqual(
        expect.objectContaining({
          level: 'error',
          event: 'webhook.secret_unreadable',
          fields: { webhook: `evt_T-${sealed.length}_attested` },
        }),
      )
    }
  })

  test('ends with 410, and touches nothing of the attestation', async () => {
    await attested('T-1')
    const before = await store.events.read('T-1')
    await enterNews(deps.desk)
    stranger.answer(says(410))
    await deliverDue()
    expect(await store.deliveries.of('T-1')).toMatchObject({ state: 'gone', made: 1 })
    deps.clock.move(10 ** 9)
    expect(await deliverDue()).toBe(0)
    expect(await store.events.read('T-1')).toEqual(before)
  })

  test('is given up after ten attempts', async () => {
    await attested('T-1', 'http://127.0.0.1:1/closed-to-us')
    await enterNews(deps.desk)
    for (let n = 1; n < 10; n++) {
      expect(await deliverDue()).toBe(1)
      deps.clock.set(await nextAt('T-1'))
    }
    await deliverDue()
    const delivery = await store.deliveries.of('T-1')
    expect(delivery).toMatchObject({ state: 'given_up', made: 10 })
    expect(delivery?.lines).toHaveLength(10)
    expect(delivery?.lines[0]).toEqual({ at: AT, status: null, tookMs: 0, outcome: 'retry', visit: 'refused' })
    expect(deps.log.lines).toContainEqual(expect.objectContaining({ event: 'webhook.given_up' }))
  })

  test('that a courier was killed with is sent by the next, and counts go on', async () => {
    await attested('T-1')
    await enterNews(deps.desk)
    stranger.answer(says(500))
    await deliverDue()
    deps.clock.set(await nextAt('T-1'))
    // Claimed, and never heard of again.
    expect(await store.deliveries.claim(deps.clock.now(), CLAIM_MS, 10)).toHaveLength(1)
    const redis = stack.redis.duplicate()
    deps.clock.move(CLAIM_MS)
    const next = testDesk(storeOn(redis, systemClock, ANY_TIME), deps.clock.now(), [stranger.place])
    stranger.answer(says(204))
    const [claimed] = await next.desk.store.deliveries.claim(next.clock.now(), CLAIM_MS, 10)
    expect(claimed).toMatchObject({ made: 1 })
    await deliver(next.desk, claimed as StoredDelivery)
    redis.disconnect()
    expect(await store.deliveries.of('T-1')).toMatchObject({ state: 'delivered', made: 2 })
    expect(stranger.heard[1]?.body).toBe(stranger.heard[0]?.body ?? '')
  })

  test('comes no sooner than its receiver asks', async () => {
    await attested('T-1')
    await enterNews(deps.desk)
    stranger.answer(says(503, '', { 'retry-after': '3600' }))
    await deliverDue()
    expect(await nextAt('T-1')).toBeGreaterThanOrEqual(AT + 3_600_000)
  })
})
