import type { Clock, Random } from '../../ports.ts'
import { standingStill } from './scenarios.ts'
import { controlOf } from './control.ts'
import { type Counts, createCounts } from './counts.ts'
import type { Asked, Dialect } from './dialect.ts'
import { createFaults, type Faults, respond, sent } from './faults.ts'
import { createMarket, type Market } from './market.ts'
import { DIALECTS, dialectOf } from './providers.ts'
import { createQuotas } from './quotas.ts'
import { createPushing, type Pushing } from './pushing.ts'

/** The simulated providers behind `UPSTREAM_ORIGIN`. See `docs/simulated-world.md`. */
export interface World {
  /**
   * Answers `/<provider host>/<path>`, `/world` and `/world/requests`; `null` for other paths, which other parts may
   * answer on the same port.
   */
  handle(request: Request): Promise<Response | null>
  readonly market: Market
  /** The providers that push data. */
  readonly pushing: Pushing
}

/** The parameters of a simulation. */
export interface WorldOptions {
  readonly clock: Clock
  /** Draws a seed when none is given. */
  readonly random?: Random
  /** The same seed and the same clock give the same bytes. */
  readonly seed?: number
  /** The time at which the market is at its starting levels; the clock's time when absent. */
  readonly now?: number
  /** 1 is the usual market, 0 one that does not move. */
  readonly volatility?: number
}

const DOCS = 'docs/simulated-world.md'
const LARGEST_BODY = 65_536

export const createWorld = (options: WorldOptions): World => {
  const { clock, random, now, volatility } = options
  const market = createMarket({
    clock,
    seed: options.seed ?? random?.integer(1, 2 ** 31 - 1) ?? 1,
    ...(now === undefined ? {} : { now }),
    ...(volatility === undefined ? {} : { volatility }),
  })
  const faults = createFaults(market)
  const counts = createCounts()
  const isOver = createQuotas(clock)

  return {
    market,
    pushing: createPushing(market, faults, counts),
    async handle(request) {
      const url = new URL(request.url)
      if (url.pathname === '/world') return control(request, market, faults)
      if (url.pathname === '/world/requests') return reply(200, counts.told())
      const [, host = ''] = url.pathname.split('/', 2)
      if (!host.includes('.')) return null
      return provider(host.toLowerCase(), url, request, { isOver, clock, market, faults, counts })
    },
  }
}

interface Parts {
  /** Counts a call, and says whether it is one too many of its day. */
  isOver(dialect: Dialect): boolean
  readonly clock: Clock
  readonly market: Market
  readonly faults: Faults
  readonly counts: Counts
}

const provider = async (host: string, url: URL, request: Request, parts: Parts): Promise<Response> => {
  const path = url.pathname.slice(host.length + 1) || '/'
  const dialect = dialectOf(host, path)
  if (dialect === null) return problem(404, 'not_found', `nobody in the simulated world answers for ${host}`)
  const asked: Asked = {
    host,
    path,
    query: url.searchParams,
    method: request.method,
    headers: request.headers,
    body: request.method === 'POST' ? await request.text() : '',
  }
  parts.counts.note(dialect.provider, asked.path)
  if (parts.isOver(dialect)) return sent(dialect.quota!.refusal())
  const { delayMs = 0 } = parts.faults.of(dialect.provider)
  if (delayMs > 0) await waitWhileConnected(parts.clock, delayMs, request.signal)
  // Read after the delay: a fault that was ended meanwhile no longer applies, and prices are those of the reply.
  return respond(parts.faults.of(dialect.provider), dialect, asked, parts.market)
}

/** Waits, but ends early when the client closes the connection: then nobody reads the reply, which is not an error. */
const waitWhileConnected = async (clock: Clock, ms: number, signal: AbortSignal): Promise<void> => {
  try {
    await clock.sleep(ms, signal)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

const control = async (request: Request, market: Market, faults: Faults): Promise<Response> => {
  if (request.method === 'GET') return reply(200, state(market, faults))
  if (request.method !== 'POST') return problem(405, 'method_not_allowed', '/world takes GET and POST')
  const text = await request.text()
  if (text.length > LARGEST_BODY) return problem(413, 'body_too_large', `at most ${LARGEST_BODY} characters`)
  const ordered = controlOf(text)
  if (!ordered.ok) return problem(400, 'invalid_request', 'the world was not changed', ordered.problems)
  for (const step of ordered.steps) step(market, faults)
  const { scenario } = ordered
  return reply(200, {
    ok: true,
    ...(scenario && { scenario: { story: scenario.story, standsStill: standingStill(scenario, market.advance()) } }),
    state: state(market, faults),
  })
}

const state = (market: Market, faults: Faults) => {
  const now = market.advance()
  return {
    seed: market.seed,
    now,
    uptimeSeconds: Math.floor((now - market.startedAt) / 1000),
    volatility: market.volatility(),
    rho: market.rho(),
    levels: Object.fromEntries(Object.entries(market.levels()).map(([key, level]) => [key, rounded(level)])),
    faults: faults.told(),
    providers: Object.fromEntries(DIALECTS.map(({ provider: name, hosts }) => [name, hosts])),
  }
}

const rounded = (level: number): number => Number(level.toPrecision(9))

const reply = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json; charset=utf-8' } })

const problem = (status: number, error: string, message: string, details: readonly string[] = []): Response =>
  reply(status, { error, message, docs: DOCS, details })
