import { afterEach, beforeEach, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import type { EventKind } from '../../../src/dlc/terms/lifecycle.ts'
import { ORACLE } from '../../support/actors/dlc/oracle-parts.ts'
import { COMPRESSED, type EventMaker, type Stage, openEventMaker } from '../../support/dlc-world.ts'
import { type Shop, problemOf, startShop } from '../../support/shop.ts'
import { signerState } from '../../support/signer-state.ts'

/** What the oracle says of itself. */

interface Status {
  readonly status: string
  readonly last_attestation: string | null
  readonly overdueEvents: readonly { readonly eventid: string; readonly reason: string }[]
  readonly [field: string]: unknown
}

let shop: Shop
let maker: EventMaker
let start: number

beforeEach(async () => {
  shop = await startShop()
  start = shop.clock.now()
  maker = openEventMaker(shop.store.events, start)
})
afterEach(async () => {
  maker.close()
  await shop.stop()
})

const isHere = async () => {
  await shop.store.keys.record({ dlc: COMPRESSED })
  await shop.store.signers.write(signerState(shop.clock.now()))
}
const status = async (): Promise<Status> => {
  const response = await shop.request('/dlc/oracle/status')
  expect(response.status).toBe(200)
  const body = (await response.json()) as Status
  const { answer } = shop.endpoints.find(({ path }) => path === '/dlc/oracle/status')!
  expect([...Value.Errors(answer, body)]).toEqual([])
  return body
}
const make = (kind: EventKind, id: string, stage: Stage, inSeconds = 3_600) =>
  maker.make({ kind, id, stage, maturityTs: start / 1000 + inSeconds })

test('before a signer has said its key there is none, and the oracle is degraded', async () => {
  for (const path of ['/dlc/oracle/pubkey', '/dlc/kormir/pubkey', '/dlc/kormir/health-check']) {
    const response = await shop.request(path)
    expect([path, response.status, (await problemOf(response)).error]).toEqual([path, 503, 'data_unavailable'])
    expect(response.headers.get('retry-after')).toBe('5')
  }
  expect(await status()).toMatchObject({
    status: 'degraded',
    last_attestation: null,
    oracle_pubkey: null,
    pubkey: null,
    signer: { alive: false, last_seen: null },
  })
  await isHere()
  const key = await shop.request('/dlc/oracle/pubkey')
  expect(await key.json()).toEqual({
    pubkey: ORACLE,
    oracle_pubkey: COMPRESSED,
    key_format: 'compressed',
    key_bytes: 33,
    curve: 'secp256k1',
    nostr_pubkey: null,
  })
  expect(await status()).toMatchObject({ status: 'ok', pubkey: ORACLE, oracle_pubkey: COMPRESSED })
})

test('a signer that falls silent degrades it after a minute', async () => {
  await isHere()
  shop.clock.move(60_000)
  expect(await status()).toMatchObject({
    status: 'ok',
    signer: { alive: true, last_seen: new Date(start).toISOString() },
  })
  shop.clock.move(1)
  expect(await status()).toMatchObject({ status: 'degraded', signer: { alive: false } })
  await isHere()
  expect((await status()).status).toBe('ok')
})

test('events are counted by kind and by whether they are done; offers are not', async () => {
  await isHere()
  await make('threshold', 'T-1', 'announced')
  await make('threshold', 'T-2', 'cancelling')
  await make('threshold', 'T-3', 'attested')
  await make('enum', 'E-1', 'announced')
  await make('enum', 'E-2', 'offered')
  await make('enum', 'E-3', 'withdrawn')
  await make('numeric', 'N-1', 'decided')
  await make('numeric', 'N-2', 'attested')
  await make('numeric', 'N-3', 'attested')
  expect(await status()).toMatchObject({
    status: 'ok',
    events: { threshold: { open: 2, done: 1 }, enum: { open: 1, done: 0 }, numeric: { open: 1, done: 2 } },
    announcements: 7,
    attestations: 3,
    pending: 4,
    overdue: 0,
    unsigned: 1,
    overdueEvents: [],
    last_attestation: new Date(start + 1_000).toISOString(),
    num_digits: 7,
  })
})

test('what is overdue is named with what it waits for, longest first', async () => {
  await isHere()
  await make('enum', 'E-1', 'announced', 30)
  await make('numeric', 'N-1', 'announced', 20)
  await make('threshold', 'T-1', 'announced', 10)
  await make('enum', 'E-2', 'decided', 40)
  await make('enum', 'E-3', 'attested', 5)
  await make('enum', 'E-4', 'announced', 41)
  shop.clock.move(40_999)
  await isHere()
  const told = await status()
  expect(told.overdueEvents.map(({ eventid, reason }) => `${eventid} ${reason}`)).toEqual([
    'T-1 awaiting_price',
    'N-1 awaiting_price',
    'E-1 awaiting_resolver',
    'E-2 awaiting_signature',
  ])
  expect(told).toMatchObject({ status: 'ok', overdue: 4, unsigned: 1 })
})

test('a resolver that never answers degrades nothing; a price that never came does', async () => {
  await make('enum', 'E-1', 'announced', 0)
  shop.clock.move(3_600_000)
  await isHere()
  expect(await status()).toMatchObject({ status: 'ok', overdue: 1 })
  await make('numeric', 'N-1', 'announced', 2_700)
  expect((await status()).status).toBe('ok')
  shop.clock.move(1_000)
  expect((await status()).status).toBe('degraded')
})

test('a decision that is not signed within a minute degrades it', async () => {
  await make('enum', 'E-1', 'decided')
  await isHere()
  shop.clock.move(60_000)
  expect((await status()).status).toBe('ok')
  shop.clock.move(1)
  await isHere()
  expect((await status()).status).toBe('degraded')
})

test('of many overdue events twenty are named', async () => {
  await isHere()
  for (let at = 0; at < 25; at++) await make('enum', `E-${at}`, 'announced', at)
  shop.clock.move(30_000)
  const told = await status()
  expect(told['overdue']).toBe(25)
  expect(told.overdueEvents.map(({ eventid }) => eventid)).toEqual(Array.from({ length: 20 }, (_, at) => `E-${at}`))
})

test('what keeps the signer from signing is said there and in /health', async () => {
  await isHere()
  const health = async () => (await (await shop.request('/health')).json()) as Status
  const well = { signs: true, reason: null, waiting: { count: 0, events: [] }, quarantined: { count: 0, events: [] } }
  expect(await status()).toMatchObject({ status: 'ok', signer: { alive: true, ...well } })
  const at = shop.clock.now()
  const quarantined = { count: 1, some: [{ id: 'B-1', why: 'the guard in /srv/data says no' }] }
  for (const [said, shown] of [
    [
      { problem: 'the witness /srv/data.witness is not there', cause: 'witness' },
      { ...well, signs: false, reason: 'its witness does not answer' },
    ],
    [
      { problem: 'appendfsync of /srv/data is everysec', cause: 'store' },
      {
        ...well,
        signs: false,
        reason: 'its store does not keep every change before it answers, and what was signed must not be forgotten',
      },
    ],
    [
      { problem: '/srv/data is in use', cause: 'files' },
      { ...well, signs: false, reason: 'it cannot begin with its files' },
    ],
    // As the release before says it.
    [{ problem: 'something about /srv/data' }, { ...well, signs: false, reason: 'its log says why' }],
    [{ waiting: { count: 21, some: ['A-1'] } }, { ...well, waiting: { count: 21, events: ['A-1'] } }],
    [{ quarantined }, { ...well, quarantined: { count: 1, events: ['B-1'] } }],
  ] as const) {
    await shop.store.signers.write(signerState(at, said))
    shop.clock.move(1_001)
    const found = await status()
    expect(found).toMatchObject({ status: 'degraded', signer: shown })
    expect((await health())['oracle']).toEqual(shown)
    // Its own words are for the log.
    expect(JSON.stringify([found, await health()])).not.toContain('/srv/data')
  }
  // One that is gone, or was refused its folder, says nothing any more.
  await isHere()
  shop.clock.move(60_001)
  expect((await health())['oracle']).toEqual({ ...well, signs: false, reason: 'it is away' })
})

test('relays are shown with what they have not taken, and the key that speaks there is named', async () => {
  const relay = 'wss://relay.example'
  const { keys, posts } = shop.store
  await keys.record({ nostr: 'ab'.repeat(32) })
  await posts.setRelays([relay])
  await posts.enter({ what: 'announcement', eventId: 'E-1' }, { id: 'a', text: '{}' }, [relay], 0)
  await posts.seen(relay, Date.parse('2026-01-01T00:00:00Z'), null)
  await posts.seen(relay, Date.parse('2026-01-02T00:00:00Z'), 'refused: blocked')
  expect((await status())['nostr']).toEqual([
    { relay, outstanding: 1, last_accepted: '2026-01-01T00:00:00.000Z', failing: true },
  ])
  await isHere()
  expect(await (await shop.request('/dlc/oracle/pubkey')).json()).toMatchObject({ nostr_pubkey: 'ab'.repeat(32) })
})
