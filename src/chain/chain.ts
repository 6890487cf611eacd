import type { ClaimedSettlement, Confirmed } from '../payments/claimed-settlement.ts'
import type { Simulated } from '../payments/settlement.ts'
import type { Usdc } from '../payments/usdc.ts'
import type { ChainReason } from './reasons.ts'
import type { Clock } from '../ports.ts'
import { type Broadcast, broadcastRaw } from './broadcast.ts'
import { confirmSettlement } from './confirm.ts'
import { MULTICALL3 } from './contracts.ts'
import { deploymentFor } from './deployment.ts'
import { endFinder, LOOK_BACK, type LookBack } from './ends.ts'
import { feesOf } from './fees.ts'
import { movedIn, readReceipt, type Receipt, type Waited, waitForReceipt } from './receipt.ts'
import { openRpc } from './rpc.ts'
import { simulateTransfer } from './simulate.ts'
import { type LookedUp, lookUpTransfer } from './token.ts'
import {
  type ContractCall,
  callForMany,
  callForOne,
  gasFor,
  nothing,
  type SettlingAccount,
  type SignedTransaction,
} from './transfer.ts'
import { validSignature } from './valid-signature.ts'
import type { SignatureQuestion, SignatureVerdict } from '../payments/signature-question.ts'
import type { Transfer } from '../payments/transfer.ts'

/** The chain that x402 settles on: one RPC node, one token. Only this room uses viem. */
export interface Chain {
  readonly token: Usdc
  /** Whether Multicall3 is deployed on this chain: without it, transfers cannot be sent in batches. */
  readonly batches: boolean
  simulate(transfer: Transfer): Promise<Simulated<ChainReason>>
  lookUp(transfer: Transfer): Promise<LookedUp>
  /** For any account, with or without code. `unknown` also for another chain than this one. */
  validSignature(question: SignatureQuestion): Promise<SignatureVerdict>
  /** Whether a claimed settlement took place; waits up to `waitMs` for its transaction to be mined. */
  confirm(claimed: ClaimedSettlement, waitMs: number): Promise<Confirmed>
  /**
   * Signs and does not send; an empty list makes a transaction that only uses up its number. `dearer` says how often
   * the fees are doubled, and they are read again. `null` when the fees cannot be read.
   */
  sign(
    account: SettlingAccount,
    transfers: readonly Transfer[],
    number: number,
    dearer?: number,
  ): Promise<SignedTransaction | null>
  broadcast(raw: string): Promise<Broadcast>
  receipt(hash: string): Promise<Receipt | null | 'unreachable'>
  /** Until the deadline, Unix ms. */
  waitForReceipt(hash: string, deadline: number): Promise<Waited>
  /** Whether a mined transaction moved this transfer's money to its recipient. */
  moved(receipt: Receipt, transfer: Transfer): boolean
  /** The next account nonce: after the mined transactions, or after those in the pool too. `null`: unreachable. */
  count(address: string, after: 'latest' | 'pending'): Promise<number | null>
  /** Number of the newest block. */
  height(): Promise<bigint | null>
  /** Wei. */
  gasBalance(address: string): Promise<bigint | null>
  /** The highest cost of a transaction with so many transfers, in wei. */
  costOf(transfers: number): Promise<bigint | null>
}

/** A setting leads to a wrong chain or contract. The message says what to do; never retry. */
export class WrongChain extends Error {
  override readonly name = 'WrongChain'
}

/** The node could not be reached at start. The caller may try again later. */
export class ChainAway extends Error {
  override readonly name = 'ChainAway'
}

export interface ChainSettings {
  readonly rpcUrl: string
  readonly token: Usdc
  /** The limit for one call. */
  readonly timeoutMs: number
  readonly clock: Clock
  readonly lookBack?: LookBack
  /** The settling account, if there is one. */
  readonly sender?: string
  /** Addresses that may be called to deploy contract wallets (ERC-6492). */
  readonly walletFactories?: readonly string[]
}

/** Throws `WrongChain` or `ChainAway`. The node's address is never in a message: it may contain a provider's key. */
export const openChain = async (settings: ChainSettings): Promise<Chain> => {
  const { rpcUrl, token, timeoutMs, clock, lookBack, sender = null, walletFactories = [] } = settings
  const rpc = openRpc(rpcUrl, timeoutMs)
  const [id, tokenCode, multicallCode] = await Promise.all([
    rpc.ask<string>('eth_chainId'),
    rpc.ask<string>('eth_getCode', [token.asset, 'latest']),
    rpc.ask<string>('eth_getCode', [MULTICALL3, 'latest']),
  ])
  if (id.kind !== 'answer' || tokenCode.kind !== 'answer' || multicallCode.kind !== 'answer')
    throw new ChainAway('the RPC node of the x402 rail does not answer. Check its address, key and limits.')
  if (Number(id.value) !== token.chainId)
    throw new WrongChain(
      `the RPC node belongs to chain ${Number(id.value)}, but ${token.network} is ${token.chainId}. ` +
        'Set the address of a node of that chain, or choose the other network.',
    )
  // A call to an address without code succeeds and does nothing: every simulation would pass.
  if (tokenCode.value === '0x')
    throw new WrongChain(`there is no token at ${token.asset} on chain ${token.chainId}. Is the node in sync?`)

  const batches = multicallCode.value !== '0x'
  // Multicall3 calls the factories: without it no wallet is deployed.
  const factories = batches ? walletFactories.map((each) => each.toLowerCase()) : []
  const fees = feesOf(rpc, clock)
  const findEnd = endFinder(rpc, token, clock, lookBack ?? LOOK_BACK)
  const number = async (method: string, params: readonly unknown[] = []): Promise<bigint | null> => {
    const answer = await rpc.ask<string>(method, params)
    return answer.kind === 'answer' ? BigInt(answer.value) : null
  }
  const callFor = async (account: SettlingAccount, transfers: readonly Transfer[]): Promise<ContractCall | null> => {
    const [only] = transfers
    if (only === undefined) return nothing(token, account)
    if (transfers.length > 1) return callForMany(token, transfers)
    const deployment = await deploymentFor(rpc, only, factories)
    return deployment.kind === 'unreachable' ? null : callForOne(token, only, deployment)
  }
  return {
    token,
    batches,
    simulate: (transfer) => simulateTransfer(rpc, token, transfer, { sender, factories }),
    lookUp: (transfer) => lookUpTransfer(rpc, token, transfer, findEnd),
    validSignature: async (question) =>
      question.chainId === token.chainId ? validSignature(rpc, question) : 'unknown',
    confirm: (claimed, waitMs) => confirmSettlement({ rpc, token, clock, findEnd }, claimed, waitMs),
    sign: async (account, transfers, at, dearer = 0) => {
      const [now, call] = await Promise.all([fees(dearer > 0 ? 'anew' : undefined), callFor(account, transfers)])
      if (now === null || call === null) return null
      const times = 2n ** BigInt(dearer)
      return account.sign(call, at, { most: now.most * times, tip: now.tip * times })
    },
    broadcast: (raw) => broadcastRaw(rpc, raw),
    receipt: (hash) => readReceipt(rpc, hash),
    waitForReceipt: (hash, deadline) => waitForReceipt(rpc, clock, hash, deadline),
    moved: (receipt, transfer) => movedIn(receipt, token.asset, transfer),
    count: async (address, after) => {
      const count = await number('eth_getTransactionCount', [address, after])
      return count === null ? null : Number(count)
    },
    height: () => number('eth_blockNumber'),
    gasBalance: (address) => number('eth_getBalance', [address, 'latest']),
    costOf: async (transfers) => {
      const now = await fees()
      return now && gasFor(transfers) * now.most
    },
  }
}
