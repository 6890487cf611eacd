import type { FacilitatorEvmSigner } from '@x402/evm'
import { USDC } from '../../src/payments/usdc.ts'

/**
 * USDC without a chain: balances and used nonces in this process, where every transaction is mined at once. It answers
 * what the official facilitator asks of a node. The facilitator itself recovers signatures.
 */

/** `keccak256("Transfer(address,address,uint256)")`. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const OPERATOR = '0x00000000000000000000000000000000000FAC17'
/** The first balance of every account, in millionths of a dollar. */
const GIVEN = 1_000_000_000_000n

type Asked = Parameters<FacilitatorEvmSigner['writeContract']>[0]
type Receipt = Awaited<ReturnType<FacilitatorEvmSigner['waitForTransactionReceipt']>>

interface Transfer {
  readonly from: string
  readonly to: string
  readonly value: bigint
  readonly use: string
}

const word = (hex: string): `0x${string}` => `0x${hex.replace(/^0x/, '').toLowerCase().padStart(64, '0')}`

const receiptOf = ({ from, to, value }: Transfer): Receipt => {
  const log = { address: USDC.base.asset, topics: [TRANSFER, word(from), word(to)], data: word(value.toString(16)) }
  return { status: 'success', logs: [log] as unknown as NonNullable<Receipt['logs']> }
}

export const ledger = (): FacilitatorEvmSigner => {
  const balances = new Map<string, bigint>()
  const used = new Set<string>()
  const receipts = new Map<string, Receipt>()
  const balanceOf = (account: string): bigint => balances.get(account) ?? GIVEN

  /** Throws what the token contract would revert with, in its words. */
  const checked = ({ functionName, args = [] }: Pick<Asked, 'functionName'> & Partial<Asked>): Transfer => {
    if (functionName !== 'transferWithAuthorization') throw new Error(`nobody here knows ${functionName}`)
    const [from, to, value, , , nonce] = args as readonly [string, string, bigint, bigint, bigint, string]
    const transfer = { from: from.toLowerCase(), to: to.toLowerCase(), value, use: `${from}:${nonce}`.toLowerCase() }
    if (used.has(transfer.use)) throw new Error('FiatTokenV2: authorization is used or canceled')
    if (balanceOf(transfer.from) < value) throw new Error('ERC20: transfer amount exceeds balance')
    return transfer
  }

  return {
    getAddresses: () => [OPERATOR],
    getCode: async ({ address }) => (address.toLowerCase() === USDC.base.asset.toLowerCase() ? '0x60' : '0x'),
    readContract: async (question) => void checked(question),
    writeContract: async (order) => {
      const transfer = checked(order)
      const { from, to, value } = transfer
      used.add(transfer.use)
      balances.set(from, balanceOf(from) - value)
      balances.set(to, balanceOf(to) + value)
      const hash = word(used.size.toString(16))
      receipts.set(hash, receiptOf(transfer))
      return hash
    },
    waitForTransactionReceipt: async ({ hash }) => {
      const receipt = receipts.get(hash)
      receipts.delete(hash)
      if (!receipt) throw new Error(`${hash} was never sent`)
      return receipt
    },
    verifyTypedData: () => Promise.reject(new Error('signatures are recovered, not asked for')),
    sendTransaction: () => Promise.reject(new Error('no wallet is deployed here')),
  }
}
