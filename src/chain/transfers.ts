import type { Usdc } from '../payments/usdc.ts'
import type { Clock } from '../ports.ts'
import { ChainAway, WrongChain } from './chain.ts'
import { TOPICS } from './contracts.ts'
import { LOOK_BACK } from './ends.ts'
import { type ChainLog, topicOf } from './receipt.ts'
import { openRpc, quantity, type Rpc } from './rpc.ts'

/** Income on the chain: transfers of the token to our addresses, read from logs. */

/** One transfer. */
export interface Income {
  /** Lower case. */
  readonly payer: string
  /** The nonce of the authorization that moved it; `null`: the transfer was made without one. */
  readonly nonce: string | null
  /** In base units. */
  readonly value: bigint
  readonly transaction: string
  readonly block: bigint
}

export interface ChainHistory {
  /** The first block that is not older than a time (Unix ms); one after the newest when there is none. */
  blockAt(at: number): Promise<bigint>
  /** Transfers to any of these addresses, oldest first. The block `end` is not included. */
  transfers(payTo: readonly string[], first: bigint, end: bigint): Promise<readonly Income[]>
}

export interface HistorySettings {
  readonly rpcUrl: string
  readonly token: Usdc
  /** The limit for one call. */
  readonly timeoutMs: number
  readonly clock: Clock
  /** Blocks in one request. */
  readonly range?: number
}

interface PlacedLog extends ChainLog {
  readonly blockNumber: string
  readonly logIndex: string
}

/** A public node refuses requests when they are too many: it is asked again, more slowly. */
const TRIES = 4
const PAUSE_MS = 500
/** Nodes limit how many addresses a request may name. */
const PAYERS_AT_ONCE = 100

const addressIn = (topic: string): string => `0x${topic.slice(26).toLowerCase()}`

const placeOf = ({ transactionHash, logIndex }: PlacedLog): string => `${transactionHash} ${Number(logIndex)}`

/** The token writes `AuthorizationUsed` directly before the transfer that it allows. */
const placeBefore = ({ transactionHash, logIndex }: PlacedLog): string => `${transactionHash} ${Number(logIndex) - 1}`

const away = () => new ChainAway('the RPC node does not answer. Check RPC_URL, its key and its limits.')

const patient = (rpc: Rpc, clock: Clock): Rpc => ({
  ask: async <T>(method: string, params?: readonly unknown[]) => {
    for (let tries = 1; ; tries++) {
      const answer = await rpc.ask<T>(method, params)
      if (answer.kind !== 'unreachable' || tries === TRIES) return answer
      await clock.sleep(PAUSE_MS * 2 ** tries)
    }
  },
})

/** Throws `WrongChain` or `ChainAway`. */
export const openHistory = async (settings: HistorySettings): Promise<ChainHistory> => {
  const { rpcUrl, token, timeoutMs, clock, range = LOOK_BACK.range } = settings
  const rpc = patient(openRpc(rpcUrl, timeoutMs), clock)
  const ask = async <T>(method: string, params: readonly unknown[] = []): Promise<T> => {
    const answer = await rpc.ask<T>(method, params)
    if (answer.kind !== 'answer') throw away()
    return answer.value
  }
  const id = Number(await ask<string>('eth_chainId'))
  if (id !== token.chainId)
    throw new WrongChain(`the RPC node belongs to chain ${id}, but ${token.network} is ${token.chainId}.`)
  const newest = BigInt(await ask<string>('eth_blockNumber'))

  const timeOf = async (block: bigint): Promise<number> => {
    const found = await ask<{ readonly timestamp: string } | null>('eth_getBlockByNumber', [quantity(block), false])
    if (found === null) throw away()
    return Number(found.timestamp) * 1000
  }
  /** A range with more logs than a node returns is split in halves. */
  const logsIn = async (topics: readonly unknown[], first: bigint, last: bigint): Promise<readonly PlacedLog[]> => {
    const filter = { address: token.asset, topics, fromBlock: quantity(first), toBlock: quantity(last) }
    const answer = await rpc.ask<readonly PlacedLog[]>('eth_getLogs', [filter])
    if (answer.kind === 'answer') return answer.value
    if (first === last) throw away()
    const middle = first + (last - first) / 2n
    return [...(await logsIn(topics, first, middle)), ...(await logsIn(topics, middle + 1n, last))]
  }
  const noncesOf = async (transfers: readonly PlacedLog[], first: bigint, last: bigint) => {
    const payers = [...new Set(transfers.map(({ topics }) => topics[1]!))]
    const used: PlacedLog[] = []
    for (let at = 0; at < payers.length; at += PAYERS_AT_ONCE)
      used.push(...(await logsIn([TOPICS.used, payers.slice(at, at + PAYERS_AT_ONCE)], first, last)))
    return new Map(used.map((log) => [placeOf(log), log]))
  }
  const incomeIn = async (payTo: readonly string[], first: bigint, last: bigint): Promise<readonly Income[]> => {
    const transfers = await logsIn([TOPICS.transfer, null, payTo.map(topicOf)], first, last)
    const used = await noncesOf(transfers, first, last)
    return transfers.map((log) => {
      const allowed = used.get(placeBefore(log))
      return {
        payer: addressIn(log.topics[1]!),
        nonce: allowed && allowed.topics[1] === log.topics[1] ? allowed.topics[2]!.toLowerCase() : null,
        value: BigInt(log.data),
        transaction: log.transactionHash,
        block: BigInt(log.blockNumber),
      }
    })
  }
  return {
    blockAt: async (at) => {
      let [low, high] = [0n, newest + 1n]
      while (low < high) {
        const middle = (low + high) / 2n
        if ((await timeOf(middle)) < at) low = middle + 1n
        else high = middle
      }
      return low
    },
    transfers: async (payTo, first, end) => {
      const found: Income[] = []
      const step = BigInt(range)
      for (let from = first; from < end; from += step)
        found.push(...(await incomeIn(payTo, from, from + step < end ? from + step - 1n : end - 1n)))
      return found
    },
  }
}
