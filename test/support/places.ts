import { Type } from '@sinclair/typebox'
import { runAsk } from '../../src/actors/publisher/dispatch.ts'
import { fixedKeys } from '../../src/actors/publisher/keyring.ts'
import { createPublisher } from '../../src/actors/publisher/publisher.ts'
import type { ActorContext } from '../../src/actors/publisher/context.ts'
import { layout } from '../../src/canonical/layout.ts'
import { decimal, text } from '../../src/canonical/token.ts'
import { previewOf } from '../../src/feeds/bound-sale.ts'
import { boardQuestion, type Board } from '../../src/feeds/board.ts'
import { type AnyFeed, defineFeed } from '../../src/feeds/feed.ts'
import type { OnDemand, PathRequest } from '../../src/feeds/on-demand.ts'
import { checkedRegistry } from '../../src/feeds/registry.ts'
import type { Subject } from '../../src/feeds/subject.ts'
import { TARIFF } from '../../src/feeds/tariff.ts'
import { createApp } from '../../src/http/app/app.ts'
import { onDemandEndpoints } from '../../src/http/endpoints/on-demand-endpoints.ts'
import { createAddressLimit } from '../../src/http/rails/lightning/address-limit.ts'
import { createEditionCache } from '../../src/http/paywall/edition-cache.ts'
import { createWarmer } from '../../src/http/paywall/warm.ts'
import type { Question, Reply } from '../../src/ports.ts'
import { type AskResult, type Asker, askOver, type SendJob } from '../../src/queues/ask.ts'
import { readJob } from '../../src/queues/asks.ts'
import type { Source } from '../../src/sources/query.ts'
import { systemRandom } from '../../src/system/random.ts'
import { PAYER } from './payer.ts'
import { HOME, HOST, type Shop, startShop } from './shop.ts'
import { heldToContract } from './contract.ts'

/** A feed about places that start on demand, are shared, and end when they are not requested any more. */

const SOURCE: Source = {
  name: 'thermometer',
  origin: 'https://thermometer.example',
  rate: { requests: 10_000, perSeconds: 1 },
  timeoutMs: 1_000,
  maxBytes: 1_000,
  rights: 'open',
  terms: 'https://thermometer.example/terms',
  termsNote: 'none',
}

const place = (x: number): Subject => ({ key: `${x}`, domain: `X${x}`, name: `place ${x}`, path: { x: `${x}` } })

/** Even numbers are places; 13 and beyond 1,000 hold nothing. */
const askPlace = ({ x = '' }: Readonly<Record<string, string>>): PathRequest =>
  /^\d{1,6}$/.test(x)
    ? { kind: 'subject', subject: place(Math.round(Number(x) / 2) * 2) }
    : { kind: 'invalid', details: [{ path: 'path.x', rule: 'whole_number', message: 'must be a whole number' }] }

const boardOf = ({ key }: Subject): Board<{ readonly heat: string | null }> => ({
  id: `heat/${key}`,
  source: SOURCE,
  everySeconds: 60,
  keepSeconds: 600,
  empty: { heat: null },
  asks: () => [
    boardQuestion({ provider: SOURCE, path: `/at/${key}`, read: (body: string) => body }, (heat) => ({ heat })),
  ],
})
const boards = new Map<string, Board<{ readonly heat: string | null }>>()
const board = (subject: Subject) => {
  const known = boards.get(subject.key) ?? boardOf(subject)
  boards.set(subject.key, known)
  return known
}

/** A thermometer may name another place in place of its warmth: `>40`. */
const further: NonNullable<OnDemand['further']> = (subject, { boards: known }) => {
  const visited: ReturnType<typeof board>[] = []
  let at: Subject = subject
  for (;;) {
    const next = /^>(\d+)$/.exec(known.read(board(at))?.heat ?? '')?.[1]
    if (next === undefined) return visited.toReversed()
    at = place(Number(next))
    visited.push(board(at))
  }
}

/** Most places that run at once. */
export const MOST = 20
export const FEED = defineFeed({
  id: 'test/heat',
  family: 'test',
  layer: 'Oracle Data',
  summary: 'Warmth of a place.',
  noun: 'warmth',
  subjects: [place(2)],
  answer: Type.Object({ domain: Type.String(), heat: Type.String() }),
  example: { domain: 'X2', heat: '21.5' },
  methodology: {},
  everySeconds: 60,
  boards: (subject) => [board(subject)],
  after: () => [],
  conclude: (subject, look) => {
    const near = look.boards.read(board(subject))?.heat ?? null
    const leadsTo = further(subject, look)[0]
    const heat = leadsTo ? ((look.boards.read(leadsTo) as { readonly heat: string | null } | null)?.heat ?? null) : near
    if (heat === 'stranger') return { kind: 'not_known', message: `nobody has heard of ${subject.key}` }
    if (heat === 'silent') return { kind: 'last_heard', at: 1_795_000_000, message: 'last heard at noon' }
    if (heat === 'nothing') return { kind: 'no_data_here', message: `There is no thermometer at ${subject.key}.` }
    if (heat === null) return { kind: 'input_missing', input: 'thermometer' }
    return { kind: 'concluded', content: { domain: subject.domain, heat }, carry: {} }
  },
  sale: {
    path: '/oracle/test/heat/{x}',
    price: TARIFF.spot,
    canonical: layout('HEAT', { domain: text, heat: decimal }),
    tokens: ({ domain, heat }) => ({ domain, heat }),
    sellableSeconds: 120,
    preview: previewOf<{ readonly heat: string }>({ staleMinutes: 60, main: null, note: '', fields: ['heat'] }),
  },
  onDemand: {
    mayBeUnknown: true,
    ask: askPlace,
    further,
    subjectOf: (key) => (/^\d+$/.test(key) ? place(Number(key)) : null),
    most: MOST,
    idleSeconds: 300,
  },
})

/** The service with only that feed, and a provider that counts its requests. */
export interface Places {
  readonly shop: Shop
  readonly world: ActorContext
  /** What the provider was asked. */
  readonly asked: string[]
  /** The actors that were started. */
  readonly wakes: string[]
  readonly schedules: ReadonlySet<string>
  /** What single thermometers say in place of their warmth. */
  readonly says: Map<number, string>
  /** `true`: the provider does not answer. */
  away: boolean
  get(path: string, headers?: Readonly<Record<string, string>>, address?: string): Promise<Response>
  stop(): Promise<void>
}

const thermometer = async ({ path }: Question): Promise<string> =>
  Number(path.split('/')[2]) > 1_000 ? 'nothing' : '21.5'

/**
 * @param feeds what is sold
 * @param provider what whoever is asked answers
 */
export const startPlaces = async (
  feeds: readonly AnyFeed[] = [FEED],
  provider: (question: Question, now: number) => Promise<string> = thermometer,
): Promise<Places> => {
  const registry = checkedRegistry(feeds)
  const shop = await startShop()
  const asked: string[] = []
  const wakes: string[] = []
  const schedules = new Set<string>()
  const { store, clock, log, keys } = shop
  const world: ActorContext = {
    registry,
    store,
    net: {
      ask: async (question: Question): Promise<Reply> => {
        asked.push(question.path)
        if (places.away) return { ok: false, failure: { kind: 'timeout', afterMs: 1 } }
        const now = clock.now()
        const x = Number(question.path.split('/')[2])
        const body = places.says.get(x) ?? (await provider(question, now))
        return { ok: true, body, receivedAt: now, tookMs: 1 }
      },
    },
    publisher: createPublisher(store.snapshots, fixedKeys(keys), systemRandom),
    clock,
    log,
    quorum: null,
    mayAsk: () => true,
    holder: 'one',
    schedule: async (actor) => void schedules.add(actor),
    unschedule: async (actor) => void schedules.delete(actor),
    wake: () => {},
    seal: async () => null,
    answer: async () => false,
    quote: async () => ({ kind: 'busy' }),
  }
  const carry: SendJob = (data) => {
    const job = readJob('asks', JSON.parse(JSON.stringify(data)))
    if (job.wish.what === 'wake') wakes.push(job.actor)
    return runAsk(job, world).then(
      (result): AskResult => ({ kind: 'done', result }),
      (problem: unknown): AskResult => ({ kind: 'failed', reason: String(problem) }),
    )
  }
  const asker: Asker = { ...askOver('asks', carry), close: async () => {} }
  const editionCache = createEditionCache(store.snapshots)
  const paywall = { ...shop.paywall, asker, editionCache }
  const limit = createAddressLimit({ clock, burst: 40, perSecond: 0.5, maxAddresses: 100 })
  const warmer = createWarmer({ paywall, population: store.population, limit })
  const endpoints = onDemandEndpoints(
    registry,
    {
      paywall,
      snapshots: store.snapshots,
      publicUrl: 'https://oracle.example',
      warmer,
      archive: store.archive,
      notices: store.notices,
    },
    warmer,
  )
  const app = heldToContract(
    createApp(endpoints, { hosts: [HOST], docs: '', log, random: systemRandom, store: async () => null }),
    endpoints,
  )
  await shop.money.fund(PAYER.address)
  const places: Places = {
    shop,
    world,
    asked,
    wakes,
    schedules,
    says: new Map(),
    away: false,
    get: async (path, headers = {}, address = HOME) =>
      app(new Request(`http://${HOST}${path}`, { headers: { host: HOST, ...headers } }), address),
    stop: () => shop.stop(),
  }
  return places
}
