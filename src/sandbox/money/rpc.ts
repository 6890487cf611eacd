import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { type Chain, type Revert, REVERT_MESSAGES, type Transfer } from './chain.ts'
import { type Authorization, readAddress } from './eip3009.ts'

/**
 * The chain's JSON-RPC, `POST /chain/rpc`: the few methods by which a service finds out what happened to an
 * authorization. Ethereum JSON-RPC specification; logs and calls are those of Circle's token (EIP-20, EIP-3009).
 */
export interface ChainRpc {
  handle(request: Request): Promise<Response>
}

const topic = (signature: string): string => `0x${bytesToHex(keccak_256(utf8ToBytes(signature)))}`
const selector = (signature: string): string => topic(signature).slice(0, 10)

const TRANSFER = topic('Transfer(address,address,uint256)')
const AUTHORIZATION_USED = topic('AuthorizationUsed(address,bytes32)')
const AUTHORIZATION_STATE = selector('authorizationState(address,bytes32)')
const BALANCE_OF = selector('balanceOf(address)')
const TRANSFER_BYTES = selector('transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)')
const TRANSFER_VRS = selector(
  'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)',
)

const hex = (value: bigint | number): string => `0x${value.toString(16)}`
const word = (value: bigint | number): string => value.toString(16).padStart(64, '0')
const addressTopic = (address: string): string => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`

/** The result of a call: return data, or a revert. */
type Called = { readonly data: string } | { readonly revert: Revert | 'unknown_function' }

/** The n-th 32-byte word of the arguments. */
const argument = (data: string, n: number): string => data.slice(10 + 64 * n, 74 + 64 * n)
const asAddress = (text: string): string => readAddress(`0x${text.slice(24)}`) ?? ''

const authorizationIn = (data: string): Authorization => ({
  from: asAddress(argument(data, 0)),
  to: asAddress(argument(data, 1)),
  value: BigInt(`0x${argument(data, 2)}`),
  validAfter: BigInt(`0x${argument(data, 3)}`),
  validBefore: BigInt(`0x${argument(data, 4)}`),
  nonce: `0x${argument(data, 5)}`,
})

const signatureIn = (data: string): string => {
  if (data.startsWith(TRANSFER_VRS)) return `0x${argument(data, 7)}${argument(data, 8)}${argument(data, 6).slice(62)}`
  const length = Number(BigInt(`0x${argument(data, 7)}`))
  return `0x${data.slice(10 + 64 * 8, 10 + 64 * 8 + 2 * length)}`
}

const call = (chain: Chain, data: string): Called => {
  if (data.startsWith(AUTHORIZATION_STATE)) {
    const payer = asAddress(argument(data, 0))
    const nonce = `0x${argument(data, 1)}`
    return { data: `0x${word(chain.hasUsed(payer, nonce) ? 1 : 0)}` }
  }
  if (data.startsWith(BALANCE_OF)) return { data: `0x${word(chain.balance(asAddress(argument(data, 0))))}` }
  if (data.startsWith(TRANSFER_BYTES) || data.startsWith(TRANSFER_VRS)) {
    const revert = chain.simulate(authorizationIn(data), signatureIn(data))
    return revert === null ? { data: '0x' } : { revert }
  }
  return { revert: 'unknown_function' }
}

const logsOf = (chain: Chain, transfer: Transfer) => {
  const shared = {
    address: chain.token.address.toLowerCase(),
    blockNumber: hex(transfer.blockNumber),
    blockHash: `0x${word(transfer.blockNumber)}`,
    transactionHash: transfer.transaction,
    transactionIndex: '0x0',
    removed: false,
  }
  return [
    {
      ...shared,
      logIndex: '0x0',
      topics: [AUTHORIZATION_USED, addressTopic(transfer.from), transfer.nonce.toLowerCase()],
      data: '0x',
    },
    {
      ...shared,
      logIndex: '0x1',
      topics: [TRANSFER, addressTopic(transfer.from), addressTopic(transfer.to)],
      data: `0x${word(BigInt(transfer.value))}`,
    },
  ]
}

interface LogFilter {
  readonly fromBlock?: string
  readonly toBlock?: string
  readonly topics?: readonly (string | readonly string[] | null)[]
}

const blockOf = (tag: string | undefined, otherwise: number): number =>
  tag?.startsWith('0x') ? Number(tag) : otherwise

const matches = (topics: LogFilter['topics'], found: readonly string[]): boolean =>
  (topics ?? []).every((wanted, at) => {
    if (wanted === null) return true
    const any = (Array.isArray(wanted) ? wanted : [wanted]) as readonly string[]
    return any.some((each) => each.toLowerCase() === found[at])
  })

const receiptOf = (chain: Chain, hash: string) => {
  const transfer = chain.transferOf(hash)
  if (!transfer) return null
  const logs = logsOf(chain, transfer)
  return {
    transactionHash: transfer.transaction,
    transactionIndex: '0x0',
    blockNumber: logs[0]!.blockNumber,
    blockHash: logs[0]!.blockHash,
    from: '0x0000000000000000000000000000000000000001',
    to: chain.token.address.toLowerCase(),
    status: '0x1',
    type: '0x2',
    gasUsed: hex(69_100),
    cumulativeGasUsed: hex(69_100),
    effectiveGasPrice: hex(1_000_000),
    contractAddress: null,
    logsBloom: `0x${'0'.repeat(512)}`,
    logs,
  }
}

/** A method's result, or `undefined` for an unknown method. */
const answer = (chain: Chain, method: string, params: readonly unknown[]): unknown => {
  switch (method) {
    case 'eth_chainId':
      return hex(chain.token.chainId)
    case 'net_version':
      return String(chain.token.chainId)
    case 'eth_getCode':
      return String(params[0]).toLowerCase() === chain.token.address.toLowerCase() ? '0x01' : '0x'
    case 'eth_getBlockByNumber': {
      const number = blockOf(String(params[0]), chain.blockNumber())
      return {
        number: hex(number),
        hash: `0x${word(number)}`,
        timestamp: hex(chain.blockTime(number)),
        baseFeePerGas: hex(1_000_000),
        transactions: [],
      }
    }
    case 'eth_blockNumber':
      return hex(chain.blockNumber())
    case 'eth_getLogs': {
      const filter = (params[0] ?? {}) as LogFilter
      const [from, to] = [blockOf(filter.fromBlock, 0), blockOf(filter.toBlock, chain.blockNumber())]
      return chain
        .transfersIn(from, to)
        .flatMap((each) => logsOf(chain, each))
        .filter((log) => matches(filter.topics, log.topics))
    }
    case 'eth_getTransactionReceipt':
      return receiptOf(chain, String(params[0]))
    case 'eth_getBalance':
      return hex(10n ** 18n)
    case 'eth_getTransactionCount':
      return '0x0'
    default:
      return undefined
  }
}

interface RpcCall {
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: unknown
}

const says = (revert: Revert | 'unknown_function'): string =>
  revert === 'unknown_function' ? 'function selector was not recognized' : REVERT_MESSAGES[revert]

const respond = (chain: Chain, { id = null, method, params }: RpcCall) => {
  const head = { jsonrpc: '2.0', id }
  const list = Array.isArray(params) ? (params as readonly unknown[]) : []
  if (method === 'eth_call') {
    const { to, data, input } = (list[0] ?? {}) as { to?: string; data?: string; input?: string }
    if (to?.toLowerCase() !== chain.token.address.toLowerCase()) return { ...head, result: '0x' }
    const called = call(chain, String(input ?? data).toLowerCase())
    return 'data' in called
      ? { ...head, result: called.data }
      : { ...head, error: { code: 3, message: `execution reverted: ${says(called.revert)}`, data: '0x' } }
  }
  const result = answer(chain, String(method), list)
  return result === undefined
    ? { ...head, error: { code: -32601, message: `the method ${String(method)} does not exist` } }
    : { ...head, result }
}

export const createChainRpc = (chain: Chain): ChainRpc => ({
  handle: async (request) => {
    const body: unknown = await request.json().catch(() => null)
    if (Array.isArray(body)) return Response.json(body.map((each) => respond(chain, (each ?? {}) as RpcCall)))
    if (typeof body !== 'object' || body === null)
      return Response.json({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'not JSON' } }, { status: 400 })
    return Response.json(respond(chain, body as RpcCall))
  },
})
