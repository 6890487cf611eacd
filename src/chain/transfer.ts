import { encodeFunctionData, keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Transfer } from '../payments/transfer.ts'
import type { Usdc } from '../payments/usdc.ts'
import { AGGREGATE, MULTICALL3, TRANSFER_BY_BYTES, TRANSFER_BY_PARTS } from './contracts.ts'

/** From payments to a signed transaction. Nothing here touches the network. */

/** What is kept before anything is sent: with both, whoever comes later can find it or send it again. */
export interface SignedTransaction {
  readonly hash: string
  readonly raw: string
}

/** Wei per gas (EIP-1559). */
export interface Fees {
  readonly most: bigint
  readonly tip: bigint
}

/** The account that pays the gas. The secret stays in the closure. */
export interface SettlingAccount {
  readonly address: `0x${string}`
  sign(call: Call, number: number, fees: Fees): Promise<SignedTransaction>
}

interface Call {
  readonly chainId: number
  readonly to: `0x${string}`
  readonly data?: `0x${string}`
  readonly gas: bigint
}

type Hex = `0x${string}`

/** Measured: one settlement costs 85,700 gas with Circle's code. */
export const GAS_FOR_ONE = 120_000n
/**
 * For a batch, from the same section: 134,200 for two, 472,000 for ten, 2,160,000 for fifty, which is a base and some
 * 43,000 each. What is not used is not paid; what is missing would fail the last members.
 */
const GAS_BASE = 100_000n
const GAS_EACH = 60_000n
const GAS_FOR_NOTHING = 21_000n

export const gasFor = (transfers: number): bigint =>
  transfers === 1 ? GAS_FOR_ONE : GAS_BASE + BigInt(transfers) * GAS_EACH

const values = ({ authorization: { from, to, value, validAfter, validBefore, nonce } }: Transfer) =>
  [from as Hex, to as Hex, BigInt(value), BigInt(validAfter), BigInt(validBefore), nonce as Hex] as const

/** Call data of the bytes form. */
export const callByBytes = (transfer: Transfer): Hex =>
  encodeFunctionData({ abi: TRANSFER_BY_BYTES, args: [...values(transfer), transfer.signature as Hex] })

/** Call data of the cheaper form; signatures of other lengths (contract wallets) have no v, r and s. */
export const callByParts = (transfer: Transfer): Hex => {
  const { signature } = transfer
  if (signature.length !== 132) return callByBytes(transfer)
  const [r, s, v] = [signature.slice(2, 66), signature.slice(66, 130), Number.parseInt(signature.slice(130), 16)]
  return encodeFunctionData({ abi: TRANSFER_BY_PARTS, args: [...values(transfer), v, `0x${r}`, `0x${s}`] })
}

/** One transfer goes to the token itself; several through Multicall3, where one that fails leaves the others alone. */
export const callFor = (token: Usdc, transfers: readonly Transfer[]): Call => {
  const [only] = transfers
  const gas = gasFor(transfers.length)
  if (transfers.length === 1) return { chainId: token.chainId, to: token.asset, data: callByParts(only!), gas }
  const calls = transfers.map((transfer) => ({
    target: token.asset,
    allowFailure: true,
    callData: callByParts(transfer),
  }))
  const data = encodeFunctionData({ abi: AGGREGATE, args: [calls] })
  return { chainId: token.chainId, to: MULTICALL3, data, gas }
}

/** A transaction to oneself that does nothing but use up its number. */
export const nothing = (token: Usdc, account: SettlingAccount): Call => ({
  chainId: token.chainId,
  to: account.address,
  gas: GAS_FOR_NOTHING,
})

/** `secret`: 32 bytes. */
export const settlingAccount = (secret: Uint8Array): SettlingAccount => {
  const account = privateKeyToAccount(`0x${Buffer.from(secret).toString('hex')}`)
  return {
    address: account.address,
    sign: async (call, number, { most, tip }) => {
      const fees = { maxFeePerGas: most, maxPriorityFeePerGas: tip }
      const raw = await account.signTransaction({ ...call, ...fees, type: 'eip1559', nonce: number })
      return { hash: keccak256(raw), raw }
    },
  }
}
