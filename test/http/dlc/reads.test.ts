import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import { checkAnnouncement } from '../../../src/dlc/wire/announcement.ts'
import { attestation, attestationFault, outcomeText } from '../../../src/dlc/wire/attestation.ts'
import { decode } from '../../../src/dlc/wire/tlv.ts'
import type { Endpoint } from '../../../src/http/wire/endpoint.ts'
import { ORACLE } from '../../support/actors/dlc/oracle-parts.ts'
import {
  COMPRESSED,
  type EventMaker,
  HIDDEN_WORD,
  STAGES,
  type Stage,
  openEventMaker,
} from '../../support/dlc-world.ts'
import { type Shop, problemOf, startShop } from '../../support/shop.ts'
import { signerState } from '../../support/signer-state.ts'

/** Events of all kinds in every state, as readers find them. */

const ROUTES = readFileSync(join(import.meta.dir, '../../golden/routes.txt'), 'utf8')

const KINDS = ['threshold', 'enum', 'numeric'] as const
type Kind = (typeof KINDS)[number]
type Doc = Readonly<Record<string, unknown>>

let shop: Shop
let maker: EventMaker
let matures: number

const idOf = (kind: Kind, stage: Stage): string => `${kind}-${stage}-1`.toUpperCase()
/** Only thresholds are cancelled. */
const stagesOf = (kind: Kind): readonly Stage[] =>
  STAGES.filter((each) => kind === 'threshold' || each !== 'cancelling')
const ALL = KINDS.flatMap((kind) => stagesOf(kind).map((stage) => [kind, stage] as const))

beforeAll(async () => {
  shop = await startShop()
  const now = shop.clock.now()
  matures = now / 1000 + 3_600
  maker = openEventMaker(shop.store.events, now)
  for (const [kind, stage] of ALL) await maker.make({ kind, stage, id: idOf(kind, stage), maturityTs: matures })
  await shop.store.keys.record({ dlc: COMPRESSED })
  await shop.store.signers.write(signerState(now))
})
afterAll(async () => {
  maker.close()
  await shop.stop()
})

const get = (path: string) => shop.request(path)
const read = async (path: string): Promise<Doc> => (await (await get(path)).json()) as Doc
const endpointAt = (path: string): Endpoint => shop.endpoints.find((each) => each.path === path)!
const reads = () =>
  shop.endpoints.filter(
    ({ family, method, path }) => family === 'dlc' && method === 'GET' && !path.endsWith('/deliveries'),
  )

/** The paths under which an event of this kind has its announcement and its attestation. */
const announcementPaths = (kind: Kind, id: string) => [
  [`/dlc/oracle/announcements/${id}`, '/dlc/oracle/announcements/{eventid}'],
  kind === 'threshold'
    ? [`/dlc/oracle/threshold/${id}`, '/dlc/oracle/threshold/{eventid}']
    : [`/dlc/oracle/${kind}/${id}`, `/dlc/oracle/${kind}/{eid}`],
]
const attestationPaths = (kind: Kind, id: string) => [
  [`/dlc/oracle/attestations/${id}`, '/dlc/oracle/attestations/{event_id}'],
  ...(kind === 'threshold' ? [] : [[`/dlc/oracle/${kind}/${id}/attestation`, `/dlc/oracle/${kind}/{eid}/attestation`]]),
]
const kormirPaths = (id: string) => [`/dlc/kormir/announcement/${id}`, `/dlc/kormir/attestation/${id}`]
const serializedPaths = (kind: Kind, id: string) =>
  kind === 'threshold' ? [] : [`/dlc/oracle/${kind}/${id}/serialized`]
const evidencePath = (kind: Kind, id: string): string => `/dlc/oracle/${kind}/${id}/evidence`
const allPaths = (kind: Kind, id: string): readonly string[] => [
  ...[...announcementPaths(kind, id), ...attestationPaths(kind, id)].map(([path]) => path!),
  ...kormirPaths(id),
  ...serializedPaths(kind, id),
  evidencePath(kind, id),
]

const isPublic = (stage: Stage): boolean => stage !== 'offered' && stage !== 'withdrawn'

test.each(ALL.filter(([, stage]) => !isPublic(stage)))(
  'a %s event that is %s does not exist for readers',
  async (kind, stage) => {
    for (const path of allPaths(kind, idOf(kind, stage))) {
      const response = await get(path)
      expect([path, response.status, (await problemOf(response)).error]).toEqual([path, 404, 'not_found'])
    }
  },
)

describe.each(ALL.filter(([, stage]) => isPublic(stage)))('a %s event that is %s', (kind, stage) => {
  const id = idOf(kind, stage)

  test('has an announcement that is what its bytes are, and verifies', async () => {
    const status = kind === 'threshold' ? 'registered' : 'pending'
    const ended = kind === 'threshold' ? 'attested' : 'settled'
    for (const [path, template] of announcementPaths(kind, id)) {
      const response = await get(path!)
      expect([path, response.status, response.headers.get('cache-control')]).toEqual([path, 200, 'public, max-age=2'])
      const body = (await response.json()) as Doc
      expect([path, ...Value.Errors(endpointAt(template!).answer, body)]).toEqual([path])
      const checked = checkAnnouncement(Uint8Array.fromHex(String(body['serialized'])))
      if (!checked.ok) throw new Error(checked.reason)
      const { event, oracleKey, signature } = checked.announcement
      expect(body).toMatchObject({
        status: stage === 'attested' ? ended : status,
        eventid: id,
        type: kind,
        maturityTs: event.maturity,
        oraclePubkey: oracleKey.toHex(),
        announcementSignature: signature.toHex(),
        nonces: event.nonces.map((point) => point.toHex()),
      })
      expect(body['oraclePubkey']).toBe(ORACLE)
    }
  })

  test('has the same bytes as hex, for pipes and for JSON readers', async () => {
    for (const path of serializedPaths(kind, id)) {
      const { serialized } = await read(`/dlc/oracle/${kind}/${id}`)
      const plain = await get(path)
      expect(plain.headers.get('content-type')).toBe('text/plain; charset=utf-8')
      expect(plain.headers.get('cache-control')).toContain('immutable')
      expect(await plain.text()).toBe(String(serialized))
      const json = await shop.request(path, { headers: { accept: 'application/json' } })
      expect(await json.json()).toEqual({ eventid: id, serialized })
      const either = await shop.request(path, { headers: { accept: 'application/json, text/plain, */*' } })
      expect(await either.text()).toBe(String(serialized))
      expect([plain.headers.get('vary'), json.headers.get('vary')]).toEqual([
        'accept, accept-encoding',
        'accept, accept-encoding',
      ])
    }
    const told = await read(`/dlc/kormir/announcement/${id}`)
    expect((told['oracleEvent'] as Doc)['eventId']).toBe(id)
  })
})

describe.each(ALL.filter(([, stage]) => isPublic(stage) && stage !== 'attested'))(
  'a %s event that is %s',
  (kind, stage) => {
    const id = idOf(kind, stage)

    test('has no attestation, and nobody learns how far it is', async () => {
      const bodies: unknown[] = []
      const paths = [...attestationPaths(kind, id).map(([path]) => path!), `/dlc/kormir/attestation/${id}`]
      for (const path of [...paths, evidencePath(kind, id)]) {
        const response = await get(path)
        const body = await problemOf(response)
        expect([path, response.status, body.error]).toEqual([path, 404, 'not_yet_attested'])
        expect(response.headers.get('cache-control')).toBe('no-store')
        expect(body.message).toContain(new Date(matures * 1000).toISOString())
        bodies.push(body)
      }
      expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
      const asAnnounced = JSON.stringify(bodies[0]).replaceAll(id, '')
      const other = await problemOf(await get(`/dlc/oracle/attestations/${idOf(kind, 'announced')}`))
      expect(JSON.stringify(other).replaceAll(idOf(kind, 'announced'), '')).toBe(asAnnounced)
    })
  },
)

describe.each(ALL.filter(([, stage]) => stage === 'attested'))('a %s event that is %s', (kind, stage) => {
  const id = idOf(kind, stage)

  test('has an attestation that keeps the promise', async () => {
    for (const [path, template] of attestationPaths(kind, id)) {
      const response = await get(path!)
      expect([path, response.status]).toEqual([path, 200])
      expect(response.headers.get('cache-control')).toBe('public, max-age=86400, immutable')
      const body = (await response.json()) as Doc
      expect([path, ...Value.Errors(endpointAt(template!).answer, body)]).toEqual([path])
      const announcement = await read(`/dlc/oracle/announcements/${id}`)
      const checked = checkAnnouncement(Uint8Array.fromHex(String(announcement['serialized'])))
      if (!checked.ok) throw new Error(checked.reason)
      const given = decode(attestation, Uint8Array.fromHex(String(body['serialized'])))
      expect(attestationFault(checked.announcement, given)).toBeNull()
      expect(body).toMatchObject({
        outcome: outcomeText(given.outcomes),
        outcomes: given.outcomes,
        signatures: given.signatures.map((signature) => signature.toHex()),
        oraclePubkey: ORACLE,
        announcementId: announcement['announcementId'],
        reason: kind === 'threshold' ? 'expiry' : 'resolver',
        evidence: { why: 'a test' },
        attestedAt: new Date(shop.clock.now() + 1_000).toISOString(),
      })
      const expected = { threshold: 'safe', enum: 'grün', numeric: '-,0,1,2,3,4,5,6' }
      expect(body['outcome']).toBe(expected[kind])
      expect('signature' in body).toBe(kind !== 'numeric')
      const kormir = await read(`/dlc/kormir/attestation/${id}`)
      expect(kormir).toEqual({
        eventId: id,
        oraclePublicKey: ORACLE,
        signatures: body['signatures'],
        outcomes: body['outcomes'],
      })
    }
  })
})

describe('names in paths', () => {
  test('may be typed in any letter case, and so may the path', async () => {
    for (const [kind, stage] of ALL.filter(([, stage]) => isPublic(stage)))
      for (const path of allPaths(kind, idOf(kind, stage))) {
        const [upper, lower] = [await get(path), await get(path.toLowerCase())]
        expect([path, lower.status]).toEqual([path, upper.status])
        expect(await lower.text()).toBe(await upper.text())
        expect((await get(path.toUpperCase())).status).toBe(upper.status)
      }
  })

  test('lead to events of their own kind only', async () => {
    for (const kind of KINDS)
      for (const other of KINDS.filter((each) => each !== kind)) {
        const path = `/dlc/oracle/${other}/${idOf(kind, 'attested')}`
        const tails = other === 'threshold' ? [''] : ['', '/serialized', '/attestation']
        tails.push('/evidence')
        for (const tail of tails) expect([path + tail, (await get(path + tail)).status]).toEqual([path + tail, 404])
      }
  })

  const ODD = [
    'x',
    '123',
    '-',
    '.',
    '...',
    'ENUM-1',
    'a'.repeat(101),
    'A'.repeat(1_500),
    '~!$',
    "'()*",
    'a:b',
    'a;b',
    '@',
    'constructor',
    '__proto__',
    'null',
    'undefined',
    '{eid}',
    '%00',
    '%E2%82%AC',
    'preview',
  ]
  test('that name nothing are 404, or 400 where no path is spelled so, never worse', async () => {
    for (const id of ODD)
      for (const kind of KINDS)
        for (const path of allPaths(kind, id)) {
          const response = await get(path)
          expect([path, [400, 404].includes(response.status)]).toEqual([path, true])
          expect([path, (await problemOf(response)).error]).toEqual([
            path,
            response.status === 404 ? 'not_found' : 'invalid_request',
          ])
        }
  })
})

describe('lists', () => {
  const ids = async (path: string, field: string): Promise<readonly string[]> =>
    ((await read(path))[field] as readonly Doc[]).map((entry) => String(entry['eventid'])).toSorted()
  const made = (kinds: readonly Kind[], stages: readonly Stage[]) =>
    ALL.filter(([kind, stage]) => kinds.includes(kind) && stages.includes(stage))
      .map(([kind, stage]) => idOf(kind, stage))
      .toSorted()
  const OPEN: readonly Stage[] = ['announced', 'cancelling', 'decided']
  const DONE: readonly Stage[] = ['attested']
  const LISTS = [
    ['announcements', 'announcements', KINDS, OPEN],
    ['threshold', 'contracts', ['threshold'], OPEN],
    ['enum', 'events', ['enum'], [...OPEN, ...DONE]],
    ['numeric', 'events', ['numeric'], [...OPEN, ...DONE]],
  ] as const

  test.each(LISTS)('of /dlc/oracle/%s hold what is public, by state', async (name, field, kinds, unasked) => {
    const path = `/dlc/oracle/${name}`
    expect(await ids(path, field)).toEqual(made(kinds, unasked))
    for (const kind of kinds) {
      const alike = kinds.filter((each) => (each === 'threshold') === (kind === 'threshold'))
      const [open, done] = kind === 'threshold' ? ['registered', 'attested'] : ['pending', 'settled']
      expect(await ids(`${path}?status=${open}`, field)).toEqual(made(alike, OPEN))
      expect(await ids(`${path}?status=${done}`, field)).toEqual(made(alike, DONE))
    }
    for (const word of ['open', 'done', ...(name === 'enum' || name === 'numeric' ? ['registered'] : [])])
      expect((await get(`${path}?status=${word}`)).status).toBe(400)
    expect(await ids(`${path}?status=all`, field)).toEqual(made(kinds, [...OPEN, ...DONE]))
    const response = await get(`${path}?status=all`)
    expect(response.headers.get('cache-control')).toBe('public, max-age=2')
    const body = (await response.json()) as Doc
    expect([...Value.Errors(endpointAt(path).answer, body)]).toEqual([])
    const entries = body[field] as readonly Doc[]
    expect(body).toMatchObject({ count: entries.length, next: null })
    for (const entry of entries) {
      expect(entry['settled']).toBe(String(entry['eventid']).endsWith('-ATTESTED-1'))
      const { announcementId, status } = await read(`/dlc/oracle/announcements/${String(entry['eventid'])}`)
      expect(entry).toMatchObject({ announcementId, status })
    }
  })

  test('can be asked for one pair', async () => {
    expect(await ids('/dlc/oracle/threshold?pair=BTCUSD', 'contracts')).toEqual(made(['threshold'], OPEN))
    expect(await ids('/dlc/oracle/threshold?pair=ETHUSD', 'contracts')).toEqual([])
    expect(await ids('/dlc/oracle/numeric?pair=ETHUSD&status=settled', 'events')).toEqual(made(['numeric'], DONE))
    expect(await ids('/dlc/oracle/numeric?pair=BTCUSDVWAP', 'events')).toEqual([])
    expect(await ids('/dlc/oracle/enum?pair=BTCUSD', 'events')).toEqual([])
  })

  test('name every broken rule of a query', async () => {
    const response = await get('/dlc/oracle/threshold?limit=0&before=-1&status=new&pair=BTCUSDVWAP&page=2')
    expect(response.status).toBe(400)
    const { error, details } = await problemOf(response)
    expect(error).toBe('invalid_request')
    expect(details.map(({ path, rule }) => `${path} ${rule}`).toSorted()).toEqual([
      'query.before invalid_value',
      'query.limit invalid_value',
      'query.page unknown_parameter',
      'query.pair invalid_value',
      'query.status invalid_value',
    ])
    expect(details.find(({ path }) => path === 'query.limit')?.message).toContain('1 to 100')
  })

  test.each([
    'limit=101',
    'limit=01',
    'limit=1e1',
    'limit=',
    'limit=5&limit=6',
    'before=1.5',
    'before=9999999999999999',
    'before=+1',
    'status=OPEN',
    'pair=btcusd',
    'pair=',
    'format=json',
    '__proto__=1',
    'constructor=1',
  ])('refuse %s', async (query) => {
    for (const [name] of LISTS) {
      const response = await get(`/dlc/oracle/${name}?${query}`)
      expect([name, response.status]).toEqual([name, 400])
      expect((await problemOf(response)).details).toHaveLength(1)
    }
  })
})

describe('kormir', () => {
  test('gets key, health and events in its own words', async () => {
    expect(await read('/dlc/kormir/pubkey')).toEqual({ pubkey: ORACLE })
    expect(await (await get('/dlc/kormir/health-check')).text()).toBe('null')
    const path = '/dlc/kormir/list-events'
    const events = (await (await get(path)).json()) as readonly Doc[]
    expect([...Value.Errors(endpointAt(path).answer, events)]).toEqual([])
    expect(events).toHaveLength(ALL.filter(([, stage]) => isPublic(stage)).length)
    for (const event of events) {
      const id = String(event['event_id'])
      expect(event['announcement']).toEqual(await read(`/dlc/kormir/announcement/${id}`))
      expect(event['attestation'] !== null).toBe(id.endsWith('-ATTESTED-1'))
      expect((event['signatures'] as unknown[]).length > 0).toBe(event['attestation'] !== null)
    }
    const bytes = (await (await get(`${path}?format=tlv&status=done`)).json()) as readonly Doc[]
    expect([...Value.Errors(endpointAt(path).answer, bytes)]).toEqual([])
    expect(bytes).toHaveLength(KINDS.length)
    for (const event of bytes) {
      const { serialized } = await read(`/dlc/oracle/announcements/${String(event['event_id'])}`)
      const { serializedCounted } = await read(`/dlc/oracle/attestations/${String(event['event_id'])}`)
      expect(event).toMatchObject({ announcement: serialized, attestation: serializedCounted })
    }
    const bodies = (await (await get(`${path}?format=hex&status=done`)).json()) as readonly Doc[]
    expect([...Value.Errors(endpointAt(path).answer, bodies)]).toEqual([])
    for (const [at, { announcement, attestation, ...rest }] of bodies.entries()) {
      const tlv = bytes[at]!
      expect(rest).toEqual({ ...tlv, announcement: undefined, attestation: undefined } as Doc)
      expect(String(tlv['announcement']).slice(8).endsWith(String(announcement))).toBe(true)
      expect(String(tlv['attestation']).slice(8).endsWith(String(attestation))).toBe(true)
    }
    expect((await get(`${path}?format=xml`)).status).toBe(400)
  })
})

describe('every free read', () => {
  const fill = (path: string, kind: Kind): string => path.replace(/\{\w+\}/, idOf(kind, 'attested'))
  const kindOf = (path: string): Kind => KINDS.find((kind) => path.includes(`/${kind}/`)) ?? 'enum'

  test('answers what it describes, to anybody, also to HEAD', async () => {
    const listed = ROUTES.match(/^GET \/dlc\/(?!.*\/deliveries ).* free$/gm)
    expect(reads().map(({ path }) => `GET ${path} free`)).toEqual(listed ?? [])
    for (const { path, answer, contentType } of reads()) {
      const response = await get(fill(path, kindOf(path)))
      expect([path, response.status]).toEqual([path, 200])
      expect(response.headers.get('content-type')).toStartWith(contentType)
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('cache-control')).toMatch(/^public, max-age=\d+/)
      const body: unknown = contentType === 'text/plain' ? await response.text() : await response.json()
      expect([path, ...Value.Errors(answer, body)]).toEqual([path])
      const head = await shop.request(fill(path, kindOf(path)), { method: 'HEAD' })
      expect([path, head.status, await head.text()]).toEqual([path, 200, ''])
    }
  })

  test('shows nothing that only the oracle may know', async () => {
    const lists = ['announcements', 'threshold', 'enum', 'numeric'].map((name) => `/dlc/oracle/${name}?status=all`)
    const events = ALL.flatMap(([kind, stage]) => allPaths(kind, idOf(kind, stage)))
    const kormir = ['', '?format=hex', '?format=tlv'].map((query) => `/dlc/kormir/list-events${query}`)
    for (const path of [...lists, ...events, ...kormir, '/dlc/oracle/status', '/dlc/oracle/pubkey']) {
      const response = await get(path)
      const everything = JSON.stringify([...response.headers]) + (await response.text())
      expect([path, HIDDEN_WORD.test(everything)]).toEqual([path, false])
      expect([path, /webhookUrl|manageToken|"payer"|"payment"|cancelling/.test(everything)]).toEqual([path, false])
    }
  })

  test('shows the outcome of a decision to nobody before it is signed', async () => {
    for (const kind of KINDS) {
      const [decided, announced] = [idOf(kind, 'decided'), idOf(kind, 'announced')]
      for (const [at, path] of allPaths(kind, decided).entries()) {
        const other = allPaths(kind, announced)[at]!
        // Salts, points and signatures differ by event; everything else must not.
        const shape = (text: string, id: string) => text.replaceAll(id, 'ID').replaceAll(/[0-9a-f]{64,}/g, 'HEX')
        const [a, b] = [await (await get(path)).text(), await (await get(other)).text()]
        expect([path, shape(a, decided)]).toEqual([path, shape(b, announced)])
      }
    }
  })
})
