import { Type } from '@sinclair/typebox'
import { COMPUTED_FEEDS } from '../../feeds/history/computed-feeds.ts'
import type { Registry } from '../../feeds/registry.ts'
import { roleStates } from '../../metrics/role-states.ts'
import type { Clock } from '../../ports.ts'
import { ROLE_NAMES } from '../../role-names.ts'
import { DAY_SECONDS } from '../../time-units.ts'
import {
  AgentCardAnswer,
  AgentManifestAnswer,
  ManifestAnswer,
  MethodologyAnswer,
  OpenApiAnswer,
  ServerCardAnswer,
  X402Answer,
} from '../discovery/document-answers.ts'
import { agentCard, agentManifest } from '../discovery/agent-card.ts'
import { type Instance, SERVER_CARD_PATH } from '../discovery/instance.ts'
import { llms, LLMS_FULL_PATH, LLMS_PATH } from '../discovery/llms.ts'
import { llmsFull } from '../discovery/llms-full.ts'
import { manifest } from '../discovery/manifest.ts'
import { METHODS_VERSION, olderMethods } from '../discovery/method-versions.ts'
import { methodology } from '../discovery/methodology.ts'
import { openapi } from '../discovery/openapi.ts'
import { SERVER_CARD_TYPE, serverCard } from '../discovery/server-card.ts'
import { x402Document } from '../discovery/x402-document.ts'
import { type Endpoint, FREE } from '../wire/endpoint.ts'
import { Health, healthDocument, type RailState } from './health.ts'
import { type Document, jsonDocument, textDocument } from '../wire/document.ts'
import type { X402Rail } from '../rails/x402.ts'
import { problem } from '../wire/problem.ts'
import { jsonResponse, problemResponse } from '../wire/respond.ts'
import type { Process } from '../../store/published/totals.ts'
import { missingKeys } from './missing-keys.ts'
import { wrongClocks } from './wrong-clocks.ts'
import type { Saleability } from './sellable.ts'
import { shared } from '../wire/shared.ts'
import type { Signing } from './signing-state.ts'
import { type ClosedFeedView, keptWhileUnchanged } from '../paywall/closed-feeds.ts'
import { type StoreRefusalCheck, storeProblem } from '../paywall/store-refusal.ts'
import { closedRows } from './closed-rows.ts'
import { IDLE_LOAD, type WorkerLoad } from './worker-load.ts'
import { workerRows } from './workers.ts'

/** The dependencies of the free service documents. */
export interface ServiceDeps {
  readonly instance: Instance
  readonly registry: Registry
  readonly x402: X402Rail | null
  readonly closed: Pick<ClosedFeedView, 'of' | 'version'>
  readonly docs: string
  readonly clock: Clock
  readonly store: StoreRefusalCheck
}

/** The dependencies of `/health`. */
export interface HealthDeps {
  items(): Promise<readonly Saleability[]>
  rails(): Promise<readonly RailState[]>
  /** The running processes, and their reports. */
  processes(): Promise<readonly Process[]>
  /** What waits for workers, and their failures. */
  load(): Promise<WorkerLoad>
  signing(): Promise<typeof Signing.static>
  /** The key of the DLC oracle; `null` before there was a signer. */
  oracleKey(): Promise<string | null>
  /** Our own worker settles payments, not a facilitator. */
  readonly ownSettlement: boolean
}

/** Anybody may ask as often as they like, so one check serves all requests within a second. */
const HEALTH_MS = 1_000
/** Processes report what they count no more often than this. */
const LOAD_MS = 5_000

const CACHED = { 'cache-control': 'public, max-age=60' } as const

type Draft = Pick<Endpoint, 'answer' | 'example' | 'handle' | 'path' | 'summary'> & Partial<Endpoint>

const service = (draft: Draft): Endpoint => ({
  method: 'GET',
  family: 'service',
  layer: 'Service',
  access: FREE,
  query: null,
  isTagged: true,
  contentType: 'application/json',
  ...draft,
})

/**
 * The free service paths. Their documents are made from all endpoints, their own included, at the first request:
 * `endpoints` is read then, when the list is complete.
 */
export const serviceEndpoints = (
  deps: ServiceDeps,
  look: HealthDeps,
  endpoints: () => readonly Endpoint[],
): readonly Endpoint[] => {
  const { instance, registry, x402, closed } = deps
  const { feeds } = registry
  const once = (make: () => unknown): Document => {
    const written = keptWhileUnchanged(closed, () => jsonDocument(make(), CACHED))
    return (call) => written()(call)
  }
  /** Renewed each day: its example bodies hold dates. */
  const daily = (make: (nowTs: number) => unknown): Document => {
    let [day, answer] = [-1, once(() => null)]
    return (call) => {
      const nowTs = Math.floor(deps.clock.now() / 1000)
      const today = Math.floor(nowTs / DAY_SECONDS)
      if (today !== day) [day, answer] = [today, once(() => make(nowTs))]
      return answer(call)
    }
  }
  const asIfAll = registry.items.map((item) => ({ item, ageSeconds: 1, sellable: true, lacks: null }))
  const load = shared(deps.clock, LOAD_MS, look.load)
  const seen = shared(deps.clock, HEALTH_MS, async () => {
    const [items, rails, processes, oracle, key] = await Promise.all([
      look.items(),
      look.rails(),
      look.processes(),
      look.signing(),
      look.oracleKey(),
    ])
    return { items, rails, processes, oracle, use: { ownSettlement: look.ownSettlement, hasOracle: key !== null } }
  })
  const healthWith = async (known: WorkerLoad) => {
    const { items, rails, processes, oracle, use } = await seen()
    return healthDocument(registry, instance, {
      items,
      rails,
      clocks: wrongClocks(processes),
      keys: missingKeys(processes),
      workers: workerRows(roleStates(processes), use, known),
      oracle,
      closed: closedRows(items, registry, COMPUTED_FEEDS, closed),
    })
  }
  const health = shared(deps.clock, HEALTH_MS, async () => healthWith(await load()))
  // What waits changes no status, so whoever asks for that alone has nothing counted.
  const status = shared(deps.clock, HEALTH_MS, async () => (await healthWith(IDLE_LOAD)).status)
  const current = once(() => methodology(endpoints(), feeds, COMPUTED_FEEDS, instance))
  const older = new Map(
    [...olderMethods()].map(([version, kept]) => [version, once(() => JSON.parse(kept) as unknown)]),
  )
  const unknownVersion =
    (version: number): Document =>
    () =>
      problemResponse(
        problem('not_found', `There is no version ${version} of the methods: there are 1 to ${METHODS_VERSION}.`),
        deps.docs,
      )
  const methods = (version: number): Document =>
    version === METHODS_VERSION ? current : (older.get(version) ?? unknownVersion(version))
  const text = (make: () => string): Document => {
    const written = keptWhileUnchanged(closed, () =>
      textDocument(make(), { ...CACHED, 'content-type': 'text/plain; charset=utf-8' }),
    )
    return (call) => written()(call)
  }

  return [
    service({
      path: '/health',
      summary: 'Whether the service works, and what it can sell right now',
      isTagged: false,
      answer: Health,
      example: healthDocument(registry, instance, {
        items: asIfAll,
        rails: instance.rails.map((rail) => ({ rail, closed: null, warning: null })),
        workers: workerRows(
          ROLE_NAMES.map((role) => ({ role, processes: 1, ageSeconds: 0, reportAgeSeconds: 1 })),
          { ownSettlement: true, hasOracle: true },
          IDLE_LOAD,
        ),
      }),
      handle: async () => {
        const refusal = await deps.store()
        return refusal === null ? jsonResponse(await health()) : problemResponse(storeProblem(refusal), deps.docs)
      },
      toAnybody: async () =>
        (await deps.store()) === null
          ? jsonResponse({ status: await status() })
          : jsonResponse({ status: 'down' }, {}, 503),
    }),
    service({
      path: '/',
      summary: 'Where to look next',
      answer: ManifestAnswer,
      example: manifest([], instance),
      handle: once(() => manifest(endpoints(), instance)),
    }),
    service({
      path: '/.well-known/x402',
      summary: 'Everything that is sold, with payment requirements',
      answer: X402Answer,
      example: { ...x402Document([], instance, null, 0), endpoints: [] },
      handle: daily((nowTs) => x402Document(endpoints(), instance, x402, nowTs)),
    }),
    service({
      path: '/.well-known/agent.json',
      summary: 'Intents and skills for agents',
      answer: AgentManifestAnswer,
      example: agentManifest([], instance),
      handle: once(() => agentManifest(endpoints(), instance)),
    }),
    service({
      path: '/.well-known/agent-card.json',
      summary: 'Agent card (A2A)',
      answer: AgentCardAnswer,
      example: agentCard([], instance),
      handle: once(() => agentCard(endpoints(), instance)),
    }),
    service({
      path: SERVER_CARD_PATH,
      summary: 'Where tools for agents are called (Model Context Protocol)',
      contentType: SERVER_CARD_TYPE,
      answer: ServerCardAnswer,
      example: serverCard(instance),
      handle: jsonDocument(serverCard(instance), { ...CACHED, 'content-type': SERVER_CARD_TYPE }),
    }),
    service({
      path: '/openapi.json',
      summary: 'This interface, OpenAPI 3.1',
      answer: OpenApiAnswer,
      example: { openapi: '3.1.0', info: { title: instance.name, version: instance.version }, paths: {} },
      handle: daily((nowTs) => openapi(endpoints(), instance, nowTs)),
    }),
    service({
      path: LLMS_PATH,
      summary: 'The service in plain text, one section for each family of data',
      contentType: 'text/plain',
      answer: Type.String(),
      example: `# ${instance.name}`,
      handle: text(() => llms(endpoints(), instance)),
    }),
    service({
      path: LLMS_FULL_PATH,
      summary: 'The same with every route',
      contentType: 'text/plain',
      answer: Type.String(),
      example: `# ${instance.name}`,
      handle: text(() => llmsFull(endpoints(), instance)),
    }),
    service({
      path: '/methodology.json',
      summary: 'How every number is made',
      answer: MethodologyAnswer,
      example: methodology([], [], [], instance),
      query: {
        version: Type.String({
          pattern: '^[1-9][0-9]{0,3}$',
          description: `a version of the methods, 1 to ${METHODS_VERSION}; the current one if left out`,
        }),
      },
      problems: ['not_found'],
      handle: (call) => methods(Number(call.query.get('version') ?? METHODS_VERSION))(call),
    }),
  ]
}
