import type { Query } from '../query.ts'
import { UnreadableReply } from '../query.ts'
import { type Piece, text } from '../shape.ts'
import { hexQuantity, singleCall } from '../rpc/json-rpc.ts'
import type { RpcHost } from '../rpc/rpc-hosts.ts'
import { addressWord, bytesFrom, flagAt, hexDigits, sizeAt, uintAt, WORD, abiWord } from './words.ts'

/** Many contracts asked in one question, at one block. https://www.multicall3.com */

/** One call of a contract: whom, and selector with arguments as hex without `0x`. */
export interface ReadCall {
  readonly to: string
  readonly data: string
}

/** What the contracts said, in the order of the calls; an empty text where one refused or there is none. */
export interface ManySaid {
  readonly chainId: string
  /** When the block was made, Unix milliseconds. */
  readonly blockAt: number
  readonly said: readonly string[]
}

/** At the same address on every chain. */
const MULTICALL = '0xcA11bde05977b3631167028862bE2a173976CA11'
const AGGREGATE = '82ad56cb'
const CHAIN_ID: ReadCall = { to: MULTICALL, data: '3408e470' }
const BLOCK_TIME: ReadCall = { to: MULTICALL, data: '0f28c97d' }

const padded = (data: string): string => data.padEnd(Math.ceil(data.length / WORD) * WORD, '0')

/** A call that may fail without the others. */
const written = ({ to, data }: ReadCall): string =>
  addressWord(to) + abiWord(1) + abiWord(96) + abiWord(data.length / 2) + padded(data)

const asked = (calls: readonly ReadCall[]): string => {
  const bodies = calls.map(written)
  const offsets: string[] = []
  let next = calls.length * 32
  for (const body of bodies) {
    offsets.push(abiWord(next))
    next += body.length / 2
  }
  return `0x${AGGREGATE}${abiWord(32)}${abiWord(calls.length)}${offsets.join('')}${bodies.join('')}`
}

const results = (digits: string, count: number): readonly string[] => {
  const list = digits.slice(sizeAt(digits, 0) * 2)
  if (sizeAt(list, 0) !== count) throw new UnreadableReply(`${sizeAt(list, 0)} answers to ${count} calls`)
  const rows = list.slice(WORD)
  return Array.from({ length: count }, (_, at) => {
    const row = rows.slice(sizeAt(rows, at) * 2)
    return flagAt(row, 0) ? bytesFrom(row, sizeAt(row, 1) * 2) : ''
  })
}

const manySaid = (result: Piece, count: number): ManySaid => {
  const [chain = '', time = '', ...said] = results(hexDigits(text(result)), count + 2)
  return { chainId: String(uintAt(chain, 0)), blockAt: Number(uintAt(time, 0)) * 1_000, said }
}

/** Asks many contracts at one block. The chain and the time of the block are asked with them. */
export const contractCalls = (host: RpcHost, block: number, calls: readonly ReadCall[]): Query<ManySaid> =>
  singleCall(
    host,
    {
      method: 'eth_call',
      params: [{ to: MULTICALL, data: asked([CHAIN_ID, BLOCK_TIME, ...calls]) }, `0x${block.toString(16)}`],
    },
    (result) => manySaid(result, calls.length),
  )

/** The number of the newest block that a node knows. */
export const blockNumber = (host: RpcHost): Query<number> =>
  singleCall(host, { method: 'eth_blockNumber', params: [] }, (result) => {
    const value = hexQuantity(result)
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new UnreadableReply(`${result.path} is no block of today`)
    return Number(value)
  })
