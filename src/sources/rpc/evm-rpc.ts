/** Nodes of Ethereum and its kin. https://ethereum.github.io/execution-apis/ */
import { decimalText } from '../decimal-text.ts'
import type { DecimalText } from '../market.ts'
import { type Query, UnreadableReply } from '../query.ts'
import { field, type Piece } from '../shape.ts'
import { batch, hexQuantity, type RpcCall, singleCall } from './json-rpc.ts'
import type { RpcHost } from './rpc-hosts.ts'

/** The newest block that a node knows. */
export interface BlockHead {
  readonly number: number
  /** Unix milliseconds; the chain's own time. */
  readonly at: number
  /** Wei per gas, whole. */
  readonly baseFeeWei: DecimalText
}

/** What a node says of the price of gas; a single call gives one part. */
export interface GasSaid {
  /** Hex, as the node writes it: a wrong address gives a plausible price of another chain. */
  readonly chainId?: string
  /** Wei per gas, whole. */
  readonly gasPriceWei?: DecimalText
  readonly head?: BlockHead
}

const CHAIN_ID: RpcCall = { method: 'eth_chainId', params: [] }
const GAS_PRICE: RpcCall = { method: 'eth_gasPrice', params: [] }
/** Without the transactions themselves. */
const LATEST: RpcCall = { method: 'eth_getBlockByNumber', params: ['latest', false] }

/** Far above what any chain has charged: such a number is no price but an error. */
const MOST_WEI = 10n ** 15n

const wei = (of: Piece): bigint => {
  const value = hexQuantity(of)
  if (value > MOST_WEI) throw new UnreadableReply(`${of.path} is no price of gas: ${value}`)
  return value
}

const chainIdOf = (result: Piece): GasSaid => ({ chainId: String(hexQuantity(result)) })

const gasPriceOf = (result: Piece): GasSaid => {
  const value = wei(result)
  if (value === 0n) throw new UnreadableReply(`${result.path} is zero`)
  return { gasPriceWei: decimalText(String(value), result.path) }
}

/** `null` is an unknown block. A block from before EIP-1559 has no `baseFeePerGas` and is refused. */
const headOf = (result: Piece): GasSaid => {
  const [number, seconds] = [hexQuantity(field(result, 'number')), hexQuantity(field(result, 'timestamp'))]
  if (number > BigInt(Number.MAX_SAFE_INTEGER) || seconds > 10n ** 11n)
    throw new UnreadableReply(`${result.path} is no block of today`)
  const baseFee = field(result, 'baseFeePerGas')
  return {
    head: {
      number: Number(number),
      at: Number(seconds) * 1000,
      baseFeeWei: decimalText(String(wei(baseFee)), baseFee.path),
    },
  }
}

const PARTS = { chainId: chainIdOf, gasPrice: gasPriceOf, head: headOf } as const
const CALLS = { chainId: CHAIN_ID, gasPrice: GAS_PRICE, head: LATEST } as const
type Part = keyof typeof CALLS

/** One part in a question of its own, for hosts that refuse batches. */
export const gasPart = (host: RpcHost, part: Part): Query<GasSaid> => singleCall(host, CALLS[part], PARTS[part])

/** Several parts in one question. */
export const gasParts = (host: RpcHost, parts: readonly Part[]): Query<GasSaid> =>
  batch(
    host,
    parts.map((part) => CALLS[part]),
    (results) => Object.assign({}, ...parts.map((part, at) => PARTS[part](results[at]!))) as GasSaid,
  )
