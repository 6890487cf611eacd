import { afterAll } from 'bun:test'
import type { Redis } from 'ioredis'
import type { Json } from '../../src/canonical/jcs.ts'
import { computeAnswer } from '../../src/actors/publisher/compute-answer.ts'
import type { RailKeys } from '../../src/actors/publisher/keys.ts'
import { concludeOutOfTurn } from '../../src/actors/publisher/out-of-turn.ts'
import { fixedKeys } from '../../src/actors/publisher/keyring.ts'
import { createPublisher } from '../../src/actors/publisher/publisher.ts'
import { createQuoteDesk } from '../../src/actors/publisher/quote-desk.ts'
import { type PoolAccount, poolState, UNFUNDED } from '../../src/feeds/insurance/pool.ts'
import { VotesAnswer } from '../../src/feeds/prices/votes-answer.ts'
import { ecdsaSigner, ed25519Signer } from '../../src/canonical/signature.ts'
import type { Rail } from '../../src/canonical/snapshot.ts'
import { type Item, type Registry, registry } from '../../src/feeds/registry.ts'
import { type App, createApp } from '../../src/http/app/app.ts'
import { type Counters, createCounters } from '../../src/http/paywall/counters.ts'
import type { Endpoint } from '../../src/http/wire/endpoint.ts'
import { type HttpListener, listen } from '../../src/http/app/listen.ts'
import { openRoutes } from '../../src/http/app/open-routes.ts'
import { createTraffic } from '../../src/http/app/traffic.ts'
import { openPaywall } from '../../src/http/paywall/open-paywall.ts'
import { receiptIds } from '../../src/http/paywall/receipt-id.ts'
import type { Confirm } from '../../src/http/rails/asked-settler.ts'
import { configuredX402, serverSecrets } from '../../src/http/rails/configured.ts'
import { facilitatorIds } from '../../src/http/rails/facilitator-list.ts'
import type { LookUp, Settler } from '../../src/http/rails/settlement.ts'
import type { RailAvailability } from '../../src/http/paywall/rail-availability.ts'
import { lightningBackend } from '../../src/http/rails/lightning/backend.ts'
import { type AttemptLimit, createAttemptLimit } from '../../src/http/rails/attempt-limit.ts'
import { createAddressLimit } from '../../src/http/rails/lightning/address-limit.ts'
import { createInvoiceLimit, type InvoiceLimit } from '../../src/http/rails/lightning/invoice-limit.ts'
import type { Invoices } from '../../src/http/rails/l402.ts'
import { facilitatorNews } from '../../src/http/paywall/facilitator-news.ts'
import { createProofs, type ProofKeeper } from '../../src/http/paywall/proofs.ts'
import type { Rails, PaywallContext } from '../../src/http/paywall/context.ts'
import { type Chain, openChain } from '../../src/chain/chain.ts'
import { deafMeter, type Meter } from '../../src/metrics/meter.ts'
import { SMALL_MICRO_USD } from '../../src/payments/small-amount.ts'
import { USDC } from '../../src/payments/usdc.ts'
import { systemClock } from '../../src/system/clock.ts'
import { systemSteady } from '../../src/system/steady.ts'
import type { Clock, Random } from '../../src/ports.ts'
import { type Asker, askOver, type SendJob } from '../../src/queues/ask.ts'
import { type AnswerOf, type JobOf, readJob } from '../../src/queues/asks.ts'
import type { JobData } from '../../src/queues/lanes.ts'
import type { SignatureCheck } from '../../src/payments/signature-question.ts'
import { createMoney } from '../../src/sandbox/money/money.ts'
import type { Store } from '../../src/store/store.ts'
import { systemRandom } from '../../src/system/random.ts'
import { postingsIn, salesIn } from './ledger.ts'
import { type OracleSetting, type TestOracle, testOracle } from './oracle.ts'
import { SELLER } from './payer.ts'
import { type TestRedis, startTestRedis } from './redis.ts'
import { keptLog, stillClock } from './still.ts'
import { heldToContract } from './contract.ts'
import { heldToReceipts } from './marked-answers.ts'

/**
 * The service in one process: the real app, paywall, store and publisher over a real Redis, with the sandbox's money
 * behind both rails. Only processes and queue are missing.
 */

export const PUBLIC_URL = 'https://oracle.example'
export const HOST = 'oracle.example'
export const ADMIN_SECRET = 'a secret of administrators'
export const SPOT = '/oracle/price/btc/usd'

/** What the worker does with an ask: sign editions, let it time out, or be unreachable. */
export type AskMode = 'prints' | 'times_out' | 'throws'

/** The asker without a queue. Asks with the same share run once at a time, as with the real one. */
export interface TestAsker extends Asker {
  mode: AskMode
  /** What is concluded out of turn, now or for a beat: decimal text, `carried` over a closed market, or nothing. */
  turn: (beat: number | null) => string | null
  readonly asked: JobData[]
}

/** The sandbox's control port, and how often the product called what lies behind its rails. */
export interface TestMoney {
  readonly url: string
  /** `POST /facilitator/verify` → how often. */
  readonly calls: Map<string, number>
  /** Answers in place of the sandbox's, by the same names. */
  readonly overrides: Map<string, (request: Request) => Response | Promise<Response>>
  /** What the sandbox itself answers: for overrides that only do something beforehand. */
  handle(request: Request): Promise<Response>
  calledOf(verb: string): number
  control(path: string, body?: unknown): Promise<Record<string, unknown>>
  pay(invoice: string): Promise<string>
  fund(address: string, units?: string): Promise<void>
  transfers(): Promise<readonly Record<string, string>[]>
  balance(address: string): Promise<string>
  /** Stops listening. `open` starts it again on the same port. */
  shut(): Promise<void>
  open(): void
}

export interface ShopOptions {
  /** Answers of earlier releases are handed out as they were sold, in the words of then. */
  readonly keepsOldAnswers?: boolean
  /** A clock that stands at the present second, unless one is given. */
  readonly clock?: Clock
  /** What the store reads by itself; the machine's clock when absent. */
  readonly storeClock?: Clock
  readonly rails?: readonly Rail[]
  /** In place of the sandbox's LND: for tests that ask for thousands of invoices. */
  readonly invoices?: Invoices
  readonly mode?: 'live' | 'demo'
  readonly limit?: InvoiceLimit
  readonly attempts?: AttemptLimit
  /** In place of the sandbox's facilitator. */
  readonly facilitatorUrl?: string
  /** Our own settler, instead of a facilitator. */
  readonly ownSettler?: (store: Store) => Settler
  /** `host:port` that customers' addresses may lead to. */
  readonly allow?: readonly string[]
  /** What the names of customers' addresses lead to; a public address when left out. */
  readonly resolve?: (host: string) => Promise<readonly string[]>
  /** Hears what is counted. */
  readonly meter?: Meter
  /** Asks the chain what became of a payment; nobody can be asked when absent. */
  readonly lookUp?: LookUp
  /** Asks the chain whether a claimed settlement is one; the sandbox's own chain when absent. */
  readonly confirm?: Confirm
  /** Whether the chain can be asked; it always can when absent. */
  readonly isChainSeen?: () => Promise<boolean>
  /** The sandbox's chain has no accounts with code: what no plain key has signed is invalid there. */
  readonly signatures?: SignatureCheck
  /** Draws nonces, tokens and invoices; the machine's chance when absent. */
  readonly random?: Random
  /** Draws the keys of answers and the server's secret. */
  readonly secrets?: Random
  /** The signer's folder, keys and witness; its own, new ones and none when absent. */
  readonly oracle?: OracleSetting
  /** What the operator states of the insurance pool; nothing when absent. */
  readonly pool?: Partial<PoolAccount>
  /** Writes into the store before anything reads it. */
  readonly fill?: (redis: Redis) => Promise<void>
}

export type ShopInit = Omit<RequestInit, 'headers'> & {
  readonly headers?: Readonly<Record<string, string>>
  /** The client's address; one network for everybody who does not say. */
  readonly from?: string
}

/** The address of clients without another one. */
export const HOME = '203.0.113.7'

export interface Shop {
  readonly app: App
  readonly endpoints: readonly Endpoint[]
  /** A socket in front of the same app. */
  readonly listening: HttpListener
  readonly url: string
  readonly redis: TestRedis
  readonly store: Store
  readonly clock: Clock & { move(ms: number): void }
  readonly paywall: PaywallContext
  readonly availability: TestAvailability
  readonly count: Counters
  readonly asker: TestAsker
  readonly oracle: TestOracle
  readonly money: TestMoney
  /** Checks the claims of the facilitator when it is maintained. */
  readonly proofs: ProofKeeper
  readonly keys: RailKeys
  readonly log: ReturnType<typeof keptLog>
  request(path: string, init?: ShopInit): Promise<Response>
  /** `btc/usd` or `btc/usd/vwap`; at the clock's time unless told otherwise, in Unix milliseconds. */
  /** @param more members of the body beside those of a price */
  publish(pair: string, price?: string, at?: number, more?: Readonly<Record<string, Json>>): Promise<boolean>
  reprint(pair: string, rail: Rail, copies: number): Promise<number>
  /** Payments that bought something, by the ledger. */
  sales(): Promise<number>
  stop(): Promise<void>
}

/** What a challenge of the L402 rail says. */
export interface Bill {
  readonly macaroon: string
  readonly invoice: string
}

export const billOf = (response: Response): Bill | null => {
  const found = /^L402 macaroon="([^"]+)", invoice="([^"]+)"/.exec(response.headers.get('www-authenticate') ?? '')
  return found && { macaroon: found[1]!, invoice: found[2]! }
}

export const itemOf = (pair: string): Item => {
  const found = registry.items.find((item) => item.path === `/oracle/price/${pair}`)
  if (!found) throw new Error(`${pair} is not sold`)
  return found
}

const createAsker = (print: (job: JobOf<'asks'>) => Promise<AnswerOf<'asks'>>): TestAsker => {
  const carry: SendJob = async (job) => {
    asker.asked.push(job)
    if (asker.mode === 'times_out') return { kind: 'timeout' }
    return { kind: 'done', result: await print(readJob('asks', JSON.parse(JSON.stringify(job)))) }
  }
  const { ask } = askOver('asks', carry)
  const asker: TestAsker = {
    mode: 'prints',
    turn: () => '97012.30',
    asked: [],
    ask: async (...asked) => {
      if (asker.mode === 'throws') throw new Error('the queue is away')
      return ask(...asked)
    },
    close: async () => {},
  }
  return asker
}

const openMoney = (clock: Clock, random: Random): TestMoney & { stop(): Promise<void> } => {
  // Faults that wait do so in real time, also where the clock stands.
  const money = createMoney({ clock: { now: clock.now, sleep: (ms) => Bun.sleep(ms) }, random })
  const calls = new Map<string, number>()
  const overrides: TestMoney['overrides'] = new Map()
  const serve = (port: number) =>
    Bun.serve({
      hostname: '127.0.0.1',
      port,
      idleTimeout: 60,
      fetch: async (request) => {
        const verb = `${request.method} ${new URL(request.url).pathname}`
        calls.set(verb, (calls.get(verb) ?? 0) + 1)
        const override = overrides.get(verb)
        if (override) return override(request)
        return (await money.handle(request)) ?? new Response(null, { status: 404 })
      },
    })
  let server = serve(0)
  const port = server.port!
  const url = `http://127.0.0.1:${port}`
  const control = async (path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    // Straight to the sandbox: the control works while nobody listens.
    const response = await money.handle(new Request(`${url}${path}`, init))
    return (await response!.json()) as Record<string, unknown>
  }
  return {
    url,
    calls,
    overrides,
    handle: async (request) => (await money.handle(request))!,
    control,
    calledOf: (verb) => calls.get(verb) ?? 0,
    pay: async (invoice) => String((await control('/lightning/pay', { invoice }))['preimage']),
    fund: async (address, amount = '1000000000') => void (await control('/chain/fund', { address, amount })),
    transfers: async () => (await control('/chain/transfers'))['transfers'] as Record<string, string>[],
    balance: async (address) => String((await control(`/chain/balance/${address}`))['balance']),
    shut: () => server.stop(true),
    open: () => {
      server = serve(port)
    },
    stop: () => server.stop(true),
  }
}

/** Asks the sandbox's chain as the settling worker does. */
const confirmIn = (money: TestMoney): Confirm => {
  let opened: Promise<Chain> | null = null
  const open = () =>
    openChain({ rpcUrl: `${money.url}/chain/rpc`, token: USDC.base, timeoutMs: 60_000, clock: systemClock })
  return async (claims) => {
    try {
      const chain = await (opened ??= open())
      return await Promise.all(claims.map((claimed) => chain.confirm(claimed, 0)))
    } catch {
      opened = null
      return claims.map(() => ({ kind: 'unknown' }) as const)
    }
  }
}

/** The registry, where every price is this one, just observed. */
const concluding = (turn: string | null, at: number): Registry => ({
  ...registry,
  item: (actor) => {
    const found = registry.item(actor)
    const conclude = () =>
      turn === null
        ? { kind: 'quorum_missed' as const, have: 0, need: 5 }
        : {
            kind: 'concluded' as const,
            content: turn === 'carried' ? { price: '1', marketStatus: 'closed' } : { price: turn, sources: ['kraken'] },
            carry: {},
            observed: { majorityAt: at, newestAt: at },
          }
    return found && { ...found, feed: { ...found.feed, conclude } }
  },
})

const testKeys = (random: Random): RailKeys => ({
  l402: ecdsaSigner(random.bytes(32)),
  x402: ed25519Signer(random.bytes(32)),
})

/** A clock that stands at the present second: clients that read the machine's clock agree with it for a while. */
const presentClock = () => stillClock(Math.floor(Date.now() / 1000) * 1000)

/** Rail availability that a test sets by hand. */
export interface TestAvailability extends RailAvailability {
  closed: string | null
  /** Why nothing above a small amount is taken; `null` if it is. */
  unseen: string | null
  warned: string | null
}

const openAvailability = (): TestAvailability => {
  const availability: TestAvailability = {
    closed: null,
    unseen: null,
    warned: null,
    x402: async () => availability.closed,
    tooMuch: async (microUsd) => (microUsd > SMALL_MICRO_USD ? availability.unseen : null),
    warning: async () => availability.warned,
  }
  return availability
}

export const startShop = async (options: ShopOptions = {}): Promise<Shop> => {
  const clock = { move: () => {}, ...(options.clock ?? presentClock()) }
  const redis = await startTestRedis(options.storeClock)
  await redis.redis.config('SET', 'appendfsync', 'no')
  await options.fill?.(redis.redis)
  const { store } = redis
  const { random = systemRandom, secrets = systemRandom } = options
  const keys = testKeys(secrets)
  const publisher = createPublisher(store.snapshots, fixedKeys(keys), random)
  const money = openMoney(clock, random)
  const wanted = options.rails ?? ['l402', 'x402']
  const settings = { X402_NETWORK: 'base', SERVER_SECRET: Buffer.from(secrets.bytes(32)).toString('hex') } as const
  const node = lightningBackend({ kind: 'lnd', url: `${money.url}/lnd`, secret: '0201036c6e64', random })
  // No pool: a test that counts invoices wants to know that one challenge makes one.
  const direct: Invoices = {
    take: async (sats) => {
      const made = await node.createInvoice({ sats, memo: 'Claros oracle answer', expirySeconds: 300 })
      return made.kind === 'invoice' ? { ...made, expiresAt: clock.now() + 300_000 } : made
    },
  }
  const facilitated = { FACILITATOR_URL: options.facilitatorUrl ?? `${money.url}/facilitator` }
  const log = keptLog()
  const meter = options.meter ?? deafMeter
  const receipts = receiptIds(serverSecrets(settings, 'receipts')!)
  const proofs = createProofs({
    receipts,
    confirm: options.confirm ?? confirmIn(money),
    unproven: store.unproven,
    liars: store.liars,
    facilitators: facilitatorIds(facilitated),
    isChainSeen: options.isChainSeen ?? (async () => true),
    clock,
    log,
    meter,
  })
  const rails: Rails = {
    l402: wanted.includes('l402')
      ? {
          invoices: options.invoices ?? direct,
          secrets: { current: serverSecrets(settings, 'l402')![0], previous: [] },
          random,
          node,
        }
      : null,
    x402: wanted.includes('x402')
      ? configuredX402(
          {
            ...settings,
            PAY_TO: SELLER,
            ...facilitated,
            X402_SETTLEMENT: options.ownSettler ? 'own' : 'facilitator',
          },
          {
            clock,
            random,
            ...(options.ownSettler && { own: options.ownSettler(store) }),
            ...(options.lookUp && { lookUp: options.lookUp }),
            proofs,
            news: facilitatorNews(log, meter, clock),
            signatures: options.signatures ?? (async () => 'invalid'),
          },
        )
      : null,
  }
  const availability = openAvailability()
  const oracle = testOracle(store, keys, clock, log, options.oracle)
  const pool: PoolAccount = { ...UNFUNDED, ...options.pool }
  const quote = createQuoteDesk({ signer: { keys: fixedKeys(keys), random, clock }, pool: poolState(pool) })
  const asker = createAsker(async ({ actor, wish }) => {
    switch (wish.what) {
      case 'answer':
        return computeAnswer({ ...store, counts: () => true }, { keys: fixedKeys(keys), random, clock }, actor, wish)
      case 'seal':
        return oracle.seal(actor, wish)
      case 'conclude': {
        const beat = wish.beat ?? null
        const prices = concluding(asker.turn(beat), clock.now())
        return concludeOutOfTurn(
          { registry: prices, store, clock, log, quorum: null, wake: () => {}, mayAsk: () => true },
          actor,
          beat,
        )
      }
      case 'reprint':
        return publisher.reprint(registry.item(actor)!, wish.version, wish.rail, wish.copies)
      case 'quote':
        return quote(wish)
      case 'wake':
        return { kind: 'unavailable', reason: 'nobody is woken here' }
    }
  })
  const count = createCounters(options.meter)
  const docs = `${PUBLIC_URL}/llms.txt`
  const paywall = openPaywall({
    rails,
    store,
    asker,
    clock,
    random,
    log,
    count,
    availability,
    limit: options.limit ?? createInvoiceLimit({ clock, pricedRoutes: () => 1_000_000, perSecond: 1 }),
    attempts: options.attempts ?? createAttemptLimit({ clock, random, burst: 1_000_000, perSecond: 1, most: 100 }),
    receipts,
    docs,
  })
  const { endpoints, mounts } = openRoutes({
    registry,
    paywall,
    store,
    signer: oracle,
    publicUrl: PUBLIC_URL,
    mode: options.mode ?? 'live',
    ownSettlement: options.ownSettler !== undefined,
    starts: createAddressLimit({ clock, burst: 1_000, perSecond: 1, maxAddresses: 100 }),
    pool,
    ownHosts: [HOST],
    allow: options.allow ?? [],
    resolve: options.resolve ?? (async () => ['93.184.215.14']),
    secrets: serverSecrets(settings, 'manage tokens')!,
    adminSecret: ADMIN_SECRET,
  })
  const hosts = [HOST, '127.0.0.1']
  const traffic = createTraffic(meter, systemSteady)
  traffic.open()
  const bare = createApp(endpoints, { hosts, docs, log, random: systemRandom, store: store.refusal, mounts, traffic })
  const marked = heldToReceipts(bare, log)
  const app = options.keepsOldAnswers ? marked : heldToContract(marked, endpoints, hosts)
  const listening = listen(app, { hostname: '127.0.0.1', port: 0, share: false, trustProxy: 0 })

  return {
    app,
    endpoints,
    listening,
    url: `http://127.0.0.1:${listening.port}`,
    redis,
    store,
    clock,
    paywall,
    availability,
    count,
    asker,
    oracle,
    money,
    proofs,
    keys,
    log,
    request: async (path, { from = HOME, ...init } = {}) =>
      app(new Request(`http://${HOST}${path}`, { ...init, headers: { host: HOST, ...init.headers } }), from),
    publish: async (pair, price = '97012.34', at = clock.now(), more = {}) => {
      const item = itemOf(pair)
      const { subject, feed } = item
      const observed_at = Math.floor(at / 1000) - 1
      const content = {
        // Its votes would be for another price.
        ...Object.fromEntries(Object.entries(feed.example).filter(([name]) => !(name in VotesAnswer.properties))),
        domain: subject.domain,
        price,
        currency: subject.domain.slice(-3),
        observed_at,
        ...more,
      }
      return (
        (await publisher.publish(
          item,
          content,
          { value: Number(price), observedAt: at - 1000, sources: ['kraken'] },
          at,
        )) !== null
      )
    },
    reprint: async (pair, rail, copies) => {
      const item = itemOf(pair)
      return publisher.reprint(item, (await store.snapshots.version(item.actor))!, rail, copies)
    },
    sales: async () => salesIn(await postingsIn(redis.redis)),
    stop: async () => {
      await listening.drain()
      oracle.close()
      await money.stop()
      await redis.stop()
    },
  }
}

/** Asks, pays the invoice and shows the token: what `authorization` then pays for. */
export const payL402 = async (shop: Shop, path = SPOT): Promise<{ readonly authorization: string } & Bill> => {
  const bill = billOf(await shop.request(path))
  if (!bill) throw new Error(`${path} offered no invoice`)
  const preimage = await shop.money.pay(bill.invoice)
  return { ...bill, authorization: `L402 ${bill.macaroon}:${preimage}` }
}

/** The body of a problem, with everything that every problem has. */
export interface ProblemBody {
  readonly error: string
  readonly message: string
  readonly docs: string
  readonly details: readonly { readonly path: string; readonly rule: string; readonly message: string }[]
}

/** Anything with a JSON body: clones have another type than what they were cloned from. */
type Readable = { json(): Promise<unknown> }

export const problemOf = async (response: Readable): Promise<ProblemBody> => (await response.json()) as ProblemBody

/** Why a payment was refused. */
export const reasonOf = async (response: Readable): Promise<string | undefined> =>
  (await problemOf(response)).details[0]?.rule

/** Sends bytes as they are and reads until the peer closes. */
export const rawRequest = async (port: number, text: string): Promise<string> => {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let got = ''
  const late = setTimeout(() => reject(new Error(`no end after ${JSON.stringify(text.slice(0, 80))}: ${got}`)), 60_000)
  await Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      open: (socket) => void socket.write(text),
      data: (_socket, data) => void (got += data.toString('latin1')),
      close: () => resolve(got),
      error: (_socket, problem) => reject(problem),
    },
  })
  return promise.finally(() => clearTimeout(late))
}

/** The same for a whole file of tests. */
export const fileShop = async (options?: ShopOptions): Promise<Shop> => {
  const shop = await startShop(options)
  afterAll(() => shop.stop())
  return shop
}
