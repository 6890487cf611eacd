import { encodeFunctionData, keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Transfer } from '../payments/transfer.ts'
import type { Usdc } from '../payments/usdc.ts'
import { AGGREGATE, MULTICALL3, TRANSFER_BY_BYTES, TRANSFER_BY_PARTS } from './contracts.ts'
import { bare, type Deployment, deployThen } from './deployment.ts'

/** From payments to a signed transaction. Nothing here uses the network. */

/** Kept before anything is sent: with both values, a later process can find the transaction or send it again. */
export interface SignedTransaction {
  readonly hash: string
  readonly raw: string
}

/** Wei per gas (EIP-1559). */
export interface Fees {
  readonly most: bigint
  readonly tip: bigint
}

/** The account that pays the gas. The secret key cannot be read from it. */
export interface SettlingAccount {
  readonly address: `0x${string}`
  sign(call: ContractCall, number: number, fees: Fees): Promise<SignedTransaction>
}

export interface ContractCall {
  readonly chainId: number
  readonly to: `0x${string}`
  readonly data?: `0x${string}`
  readonly gas: bigint
}

type Hex = `0x${string}`

/**
 * Measured: one settlement costs 85,700 gas with Circle's code when the payer has no code. Payers whose code checks 65
 * bytes (EIP-7702, a Safe with one owner) cannot be told apart here: the rest is for them.
 */
const GAS_FOR_ONE = 160_000n
/** For a contract wallet: checking a P-256 signature in Solidity costs 340,000. */
const GAS_FOR_WALLET = 500_000n
/**
 * A contract wallet and its deployment (150,000 to 300,000 with the common factories). It is the highest cost of one
 * payment.
 */
const GAS_FOR_DEPLOYMENT = 1_100_000n
/**
 * Measured for a batch: 134,200 for two, 472,000 for ten, 2,160,000 for fifty, which is a base and about 43,000 each.
 * Unused gas is not paid; with too little gas the last transfers would fail.
 */
const GAS_BASE = 100_000n
const GAS_EACH = 60_000n
const GAS_FOR_NOTHING = 21_000n

export const gasFor = (transfers: number): bigint =>
  transfers === 1 ? GAS_FOR_ONE : GAS_BASE + BigInt(transfers) * GAS_EACH

/** Payers write addresses in any case. viem reads mixed case as a checksum, which is then mostly wrong. */
const address = (text: string): Hex => text.toLowerCase() as Hex

const values = ({ authorization: { from, to, value, validAfter, validBefore, nonce } }: Transfer) =>
  [address(from), address(to), BigInt(value), BigInt(validAfter), BigInt(validBefore), nonce as Hex] as const

/** Call data of the form with one signature value. */
export const callByBytes = (transfer: Transfer): Hex =>
  encodeFunctionData({ abi: TRANSFER_BY_BYTES, args: [...values(transfer), transfer.signature as Hex] })

/** Signatures of other lengths (contract wallets) have no v, r and s. */
const hasParts = ({ signature }: Transfer): boolean => signature.length === 132

/**
 * Whether a transfer may share a transaction. How much gas a contract wallet uses is not known, and the others could
 * run out of it.
 */
export const canShare = hasParts

/** Call data of the cheaper form, where it is possible. */
export const callByParts = (transfer: Transfer): Hex => {
  const { signature } = transfer
  if (!hasParts(transfer)) return callByBytes(transfer)
  const [r, s, v] = [signature.slice(2, 66), signature.slice(66, 130), Number.parseInt(signature.slice(130), 16)]
  return encodeFunctionData({ abi: TRANSFER_BY_PARTS, args: [...values(transfer), v, `0x${r}`, `0x${s}`] })
}

/** A transfer in a transaction of its own, with the deployment of its payer's wallet first where that is needed. */
export const callForOne = ({ chainId, asset }: Usdc, transfer: Transfer, deployment: Deployment): ContractCall => {
  const shown = bare(transfer)
  if (deployment.kind === 'needed') {
    const data = deployThen(deployment.wrapped, asset, callByBytes(shown))
    return { chainId, to: MULTICALL3, data, gas: GAS_FOR_DEPLOYMENT }
  }
  const gas = hasParts(transfer) ? GAS_FOR_ONE : GAS_FOR_WALLET
  return { chainId, to: asset, data: callByParts(shown), gas }
}

/** Several transfers through Multicall3: one that fails does not affect the others. */
export const callForMany = ({ chainId, asset }: Usdc, transfers: readonly Transfer[]): ContractCall => {
  const calls = transfers.map((transfer) => ({
    target: asset,
    allowFailure: true,
    callData: callByParts(transfer),
  }))
  const data = encodeFunctionData({ abi: AGGREGATE, args: [calls] })
  return { chainId, to: MULTICALL3, data, gas: gasFor(transfers.length) }
}

/** A transaction to the account itself, which only uses up its number. */
export const nothing = (token: Usdc, account: SettlingAccount): ContractCall => ({
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
