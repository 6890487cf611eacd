import { x402Facilitator } from '@x402/core/facilitator'
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { toFacilitatorEvmSigner } from '@x402/evm'
import { ExactEvmScheme } from '@x402/evm/exact/facilitator'
import { ExactEvmSchemeV1 } from '@x402/evm/exact/v1/facilitator'
import { createWalletClient, defineChain, http, nonceManager, parseAbi, publicActions } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { Batch } from '../../src/actors/settler/collect.ts'
import { answerSettlement, type SettlementAnswer, type SettlementJob } from '../../src/actors/settler/serve.ts'
import { createSettler } from '../../src/actors/settler/settle.ts'
import { storeBook } from '../../src/actors/settler/store-book.ts'
import { MARGIN_MS, type Swept } from '../../src/actors/settler/sweep.ts'
import { watcher } from '../../src/actors/settler/watch.ts'
import { openChain } from '../../src/chain/chain.ts'
import { settlingAccount } from '../../src/chain/transfer.ts'
import {
  askedConfirm,
  askedLookUp,
  askedSettler,
  askedSignatureCheck,
  type SettlerAskers,
} from '../../src/http/rails/asked-settler.ts'
import { USDC } from '../../src/payments/usdc.ts'
import type { Clock } from '../../src/ports.ts'
import { type AskResult, askOver, type SendJob } from '../../src/queues/ask.ts'
import { readJob } from '../../src/queues/asks.ts'
import type { SettlerLane } from '../../src/queues/lanes.ts'
import type { Store } from '../../src/store/store.ts'
import { systemRandom } from '../../src/system/random.ts'
import { type Anvil, startAnvil } from './anvil.ts'
import { payment, type Payment, SELLER, type WireAuthorization } from './payer.ts'
import { type Shop, startShop } from './shop.ts'
import { keptLog } from './still.ts'

/**
 * A shop whose x402 rail moves money on a real chain, through a facilitator made of the official parts or by our own
 * settler. Missing of the product are its processes and its queue: questions to the settler are asked in this process.
 */

export type Settling = 'own' | 'facilitator'
export const MODES: readonly Settling[] = ['own', 'facilitator']

/** A service that can be watched, held up and made to lose its answers. Verbs are RPC methods or paths. */
export interface Watched {
  readonly url: string
  readonly calls: Map<string, number>
  total(): number
  calledOf(verb: string): number
  /** Done once, before the next call of this verb goes on. */
  before(verb: string, act: () => Promise<unknown>): void
  /** Calls of this verb are done, and their callers never hear of it. `null` heals. */
  loseAnswers(verb: string | null): void
  /** Nobody at home. `open` comes back on the same port. */
  shut(): Promise<void>
  open(): void
  stop(): Promise<void>
}

/** A buyer with an account of their own and some USDC in it. */
export interface Buyer {
  readonly key: `0x${string}`
  readonly account: PrivateKeyAccount
  readonly address: `0x${string}`
  /** An authorization by the shop's clock and its headers. */
  pay(changes?: Partial<WireAuthorization>): Promise<Payment>
  balance(): Promise<number>
}

export interface ChainShop extends Shop {
  readonly settling: Settling
  readonly anvil: Anvil
  /** What stands between the chain and whoever settles. */
  readonly node: Watched
  /** The official facilitator; asked by nobody where we settle by ourselves. */
  readonly facilitator: Watched
  /** What the settling worker logs. */
  readonly settlerLog: ReturnType<typeof keptLog>
  /** Millionths of a dollar; a cent unless told otherwise. */
  buyer(funds?: number): Promise<Buyer>
  /** Somebody who has got hold of a payment submits it, and it is mined. Its transaction. */
  submit(payment: Pick<Payment, 'authorization' | 'signature'>): Promise<string>
  /** The sweeper's round, as if every open claim were older than it waits for. */
  sweep(): Promise<Swept>
  /** Time goes by, for the shop and on the chain. */
  pass(seconds: number): Promise<void>
  /** Signatures, headers and raw transactions: whoever has one can take the money or the answer. */
  readonly bearer: ReadonlySet<string>
  /** Away: questions to the settling worker get no answer. */
  readonly asking: { away: boolean }
  /** What the seller has, in millionths of a dollar. */
  earned(): Promise<number>
}

export interface ChainShopOptions {
  readonly batch?: Batch | null
  /** How long settling waits for a receipt. */
  readonly patienceMs?: number
  readonly blockTime?: number
  /** That may deploy contract wallets, in either mode. */
  readonly walletFactories?: readonly string[]
  /** Which facilitators are asked, given the address of the official one. */
  readonly facilitatorUrl?: (official: string) => string
}

const LATE = 500

/** Stands in front of `answer`. */
const watched = (verbsOf: (request: Request) => Promise<readonly string[]>, answer: (request: Request) => unknown) => {
  const calls = new Map<string, number>()
  const acts = new Map<string, () => Promise<unknown>>()
  let lost: string | null = null
  const serve = (port: number) =>
    Bun.serve({
      hostname: '127.0.0.1',
      port,
      idleTimeout: 60,
      fetch: async (request) => {
        const verbs = await verbsOf(request.clone() as Request)
        for (const verb of verbs) {
          calls.set(verb, (calls.get(verb) ?? 0) + 1)
          const act = acts.get(verb)
          acts.delete(verb)
          await act?.()
        }
        const answered = (await answer(request)) as Response
        if (lost === null || !verbs.includes(lost)) return answered
        await Bun.sleep(LATE)
        return new Response('<h1>504 Gateway Time-out</h1>', { status: 504 })
      },
    })
  let server = serve(0)
  const port = server.port!
  const made: Watched = {
    url: `http://127.0.0.1:${port}`,
    calls,
    total: () => [...calls.values()].reduce((sum, each) => sum + each, 0),
    calledOf: (verb) => calls.get(verb) ?? 0,
    before: (verb, act) => void acts.set(verb, act),
    loseAnswers: (verb) => void (lost = verb),
    shut: () => server.stop(true),
    open: () => void (server = serve(port)),
    stop: () => server.stop(true),
  }
  return made
}

interface RpcCall {
  readonly method: string
  readonly params: readonly unknown[]
}

/** `bearer` collects the raw transactions that pass. */
export const watchedNode = (anvil: Anvil, bearer: Set<string>): Watched =>
  watched(
    async (request) => {
      const body = (await request.json()) as RpcCall | RpcCall[]
      return (Array.isArray(body) ? body : [body]).map(({ method, params }) => {
        if (method === 'eth_sendRawTransaction') bearer.add(String(params[0]))
        return method
      })
    },
    async (request) => {
      const reply = await fetch(anvil.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: await request.text(),
      })
      return new Response(await reply.text(), { headers: { 'content-type': 'application/json' } })
    },
  )

const walletOn = (url: string, key: `0x${string}`) =>
  createWalletClient({
    account: privateKeyToAccount(key, { nonceManager }),
    chain: defineChain({
      id: USDC.base.chainId,
      name: 'Base',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [url] } },
    }),
    transport: http(url, { retryCount: 0 }),
    pollingInterval: 50,
  }).extend(publicActions)

/** `POST /verify`, `POST /settle`, `GET /supported`: the official schemes of both versions over viem. */
const officialFacilitator = async (
  anvil: Anvil,
  rpcUrl: string,
  patienceMs: number,
  walletFactories: readonly string[],
): Promise<Watched> => {
  const wallet = walletOn(rpcUrl, generatePrivateKey())
  await anvil.fundEth(wallet.account.address, 10)
  type Parts = Parameters<typeof toFacilitatorEvmSigner>[0]
  // The package types a client without a chain; one with a chain does the same.
  const parts = { ...wallet, address: wallet.account.address } as unknown as Parts
  const signer = toFacilitatorEvmSigner(parts, { confirmationTimeoutMs: patienceMs })
  const settings = { eip6492AllowedFactories: [...walletFactories] }
  const official = new x402Facilitator()
    .register('eip155:8453', new ExactEvmScheme(signer, settings))
    .registerV1('base' as `${string}:${string}`, new ExactEvmSchemeV1(signer, settings))
  const read = async (request: Request) => {
    const { paymentPayload, paymentRequirements } = (await request.json()) as Record<string, unknown>
    return [paymentPayload as PaymentPayload, paymentRequirements as PaymentRequirements] as const
  }
  return watched(
    async (request) => [`${request.method} ${new URL(request.url).pathname}`],
    async (request) => {
      const { pathname } = new URL(request.url)
      if (pathname === '/verify') return Response.json(await official.verify(...(await read(request))))
      if (pathname === '/settle') return Response.json(await official.settle(...(await read(request))))
      return pathname === '/supported' ? Response.json(official.getSupported()) : new Response(null, { status: 404 })
    },
  )
}

/** The lanes of the settler without a queue; what travels is JSON, as it is there. */
const askInProcess = (
  answer: (job: SettlementJob) => Promise<SettlementAnswer>,
  asking: { readonly away: boolean },
): SettlerAskers => {
  const carry =
    (lane: SettlerLane): SendJob =>
    async (data, _share, timeLimitMs) => {
      if (asking.away) return { kind: 'timeout' }
      const run = async (): Promise<AskResult> => {
        try {
          const result = await answer(readJob(lane, JSON.parse(JSON.stringify(data))))
          return { kind: 'done', result: JSON.parse(JSON.stringify(result)) as unknown }
        } catch (problem) {
          return { kind: 'failed', reason: String(problem) }
        }
      }
      return Promise.race([run(), Bun.sleep(timeLimitMs).then(() => ({ kind: 'timeout' }) as const)])
    }
  return {
    settlements: askOver('settlements', carry('settlements')),
    inquiries: askOver('inquiries', carry('inquiries')),
  }
}

/** The machine's clock, which a test may put forward: official clients look at the same one. */
export const movingClock = (): Clock & { move(ms: number): void } => {
  let ahead = 0
  return {
    now: () => Date.now() + ahead,
    sleep: (ms) => Bun.sleep(ms),
    move: (ms) => void (ahead += ms),
  }
}

const SUBMIT = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
])

const LONGER_THAN_A_PAUSE_MS = 121_000

export const startChainShop = async (settling: Settling, options: ChainShopOptions = {}): Promise<ChainShop> => {
  const { batch = null, patienceMs = 1_500, blockTime, walletFactories = [] } = options
  const anvil = await startAnvil(blockTime === undefined ? {} : { blockTime })
  // The first block is older than any authorization.
  await anvil.mine()
  const bearer = new Set<string>()
  const node = watchedNode(anvil, bearer)
  const clock = movingClock()
  const log = keptLog()
  const key = settlingAccount(systemRandom.bytes(32))
  const chain = await openChain({
    rpcUrl: node.url,
    token: USDC.base,
    timeoutMs: 60_000,
    clock,
    sender: key.address,
    walletFactories,
  })
  const facilitator = await officialFacilitator(anvil, node.url, patienceMs, walletFactories)
  await anvil.fundEth(key.address, 10)

  const settlerOver = (store: Store) =>
    createSettler({ chain, key, claims: storeBook(store.settlements), clock, log, batch, patienceMs })
  const own: { settler: ReturnType<typeof settlerOver> | null } = { settler: null }
  const asking = { away: false }
  const ask = askInProcess((job) => answerSettlement({ chain, settler: own.settler }, job), asking)
  const shop = await startShop({
    clock,
    storeClock: clock,
    facilitatorUrl: options.facilitatorUrl?.(facilitator.url) ?? facilitator.url,
    lookUp: askedLookUp(ask),
    confirm: askedConfirm(ask),
    signatures: askedSignatureCheck(ask),
    ...(settling === 'own' && {
      ownSettler: (store: Store) => {
        own.settler = settlerOver(store)
        return askedSettler(ask)
      },
    }),
  })
  /** What one sweep looked at, the next one looks at again. */
  let sweeps = 0
  const sweepOpen = own.settler?.sweep ?? watcher(chain, storeBook(shop.store.settlements), log)

  const stranger = walletOn(anvil.url, generatePrivateKey())
  await anvil.fundEth(stranger.account.address, 10)
  return {
    ...shop,
    settling,
    anvil,
    node,
    facilitator,
    settlerLog: log,
    asking,
    bearer,
    pass: async (seconds) => {
      clock.move(seconds * 1_000)
      await anvil.rpc('evm_increaseTime', [seconds])
      await anvil.mine()
    },
    earned: () => anvil.balanceOf(SELLER),
    buyer: async (funds = 10_000) => {
      const secret = generatePrivateKey()
      const account = privateKeyToAccount(secret)
      await anvil.fundUsdc(account.address, funds)
      return {
        key: secret,
        account,
        address: account.address,
        pay: async (changes = {}) => {
          const paid = await payment(clock.now(), { from: account.address, ...changes }, account)
          for (const secret of [paid.signature, ...Object.values(paid.v1), ...Object.values(paid.v2)])
            bearer.add(secret)
          return paid
        },
        balance: () => anvil.balanceOf(account.address),
      }
    },
    submit: async ({ authorization: { from, to, value, validAfter, validBefore, nonce }, signature }) => {
      const hash = await stranger.writeContract({
        address: USDC.base.asset,
        abi: SUBMIT,
        functionName: 'transferWithAuthorization',
        args: [from, to, BigInt(value), BigInt(validAfter), BigInt(validBefore), nonce, signature],
      })
      const { status } = await stranger.waitForTransactionReceipt({ hash })
      if (status !== 'success') throw new Error(`a stranger could not submit: ${status}`)
      return hash
    },
    sweep: () => sweepOpen(clock.now() + MARGIN_MS + 1_000 + LONGER_THAN_A_PAUSE_MS * sweeps++),
    stop: async () => {
      await shop.stop()
      await Promise.all([node.stop(), facilitator.stop()])
      await anvil.stop()
    },
  }
}
