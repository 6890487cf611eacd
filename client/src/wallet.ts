import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { PUBLIC_RPC } from '../../src/payments/public-rpc.ts'
import type { Usdc } from '../../src/payments/usdc.ts'
import { EIP712_DOMAIN, type TypedTransfer } from './typed-transfer.ts'

/** Signers of typed data: an account that holds a key, or a wallet behind EIP-1193. */

/** An account of viem fits. */
export interface TypedDataAccount {
  readonly address: `0x${string}`
  signTypedData(data: TypedTransfer): Promise<string>
  /** For the answer to a payment that was lost; an account without it resumes by its receipt, or from the same network. */
  signMessage?(text: { readonly message: string }): Promise<string>
}

/** A wallet as EIP-1193 has it. */
export interface WalletProvider {
  request(asked: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>
}

export type Account = TypedDataAccount | WalletProvider

/** A signer of one address, on the chain of the token. */
export interface TransferSigner {
  readonly address: `0x${string}`
  sign(data: TypedTransfer): Promise<string>
}

const textIn = (signature: unknown): string => {
  if (typeof signature !== 'string') throw new Error('the wallet gave no signature')
  return signature
}

/** EIP-191; `null` from an account that signs no texts. */
export const signText = async (account: Account, message: string): Promise<string | null> => {
  if ('signTypedData' in account) return (await account.signMessage?.({ message })) ?? null
  const address = await addressIn(account)
  return textIn(await account.request({ method: 'personal_sign', params: [inHexOf(message), address] }))
}

const isAddress = (value: unknown): value is `0x${string}` =>
  typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)

/** EIP-3326: the wallet does not know the chain. */
const UNKNOWN_CHAIN = 4902

const NAMES: Readonly<Record<Usdc['network'], string>> = { base: 'Base', 'base-sepolia': 'Base Sepolia' }

const isUnknownChain = (problem: unknown): boolean =>
  typeof problem === 'object' && problem !== null && 'code' in problem && problem.code === UNKNOWN_CHAIN

const inHex = (chainId: number): string => `0x${chainId.toString(16)}`

const chainOf = async (wallet: WalletProvider): Promise<number> =>
  Number(await wallet.request({ method: 'eth_chainId' }))

/** Wallets refuse to sign for a chain that is not chosen, older ones without a word: so it is chosen first. */
const choose = async (wallet: WalletProvider, { chainId, network }: Usdc): Promise<void> => {
  if ((await chainOf(wallet)) === chainId) return
  const chain = { chainId: inHex(chainId) }
  try {
    await wallet.request({ method: 'wallet_switchEthereumChain', params: [chain] })
  } catch (problem) {
    if (!isUnknownChain(problem)) throw problem
    const described = {
      ...chain,
      chainName: NAMES[network],
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: [PUBLIC_RPC[network]],
    }
    await wallet.request({ method: 'wallet_addEthereumChain', params: [described] })
    // Adding a chain does not choose it everywhere.
    if ((await chainOf(wallet)) !== chainId)
      await wallet.request({ method: 'wallet_switchEthereumChain', params: [chain] })
  }
  if ((await chainOf(wallet)) !== chainId) throw new Error(`the wallet stays on another chain than ${NAMES[network]}`)
}

/** Integers are decimal text in JSON. */
const asJson = ({ types, ...data }: TypedTransfer): string =>
  JSON.stringify({ ...data, types: { EIP712Domain: EIP712_DOMAIN, ...types } }, (_name, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )

const inHexOf = (text: string): string => `0x${bytesToHex(utf8ToBytes(text))}`

const addressIn = async (wallet: WalletProvider): Promise<`0x${string}`> => {
  const accounts = await wallet.request({ method: 'eth_requestAccounts' })
  const address: unknown = Array.isArray(accounts) ? accounts[0] : undefined
  if (!isAddress(address)) throw new Error('the wallet names no account')
  return address
}

const behind = async (wallet: WalletProvider, token: Usdc): Promise<TransferSigner> => {
  const address = await addressIn(wallet)
  await choose(wallet, token)
  return {
    address,
    sign: async (data) =>
      textIn(await wallet.request({ method: 'eth_signTypedData_v4', params: [address, asJson(data)] })),
  }
}

export const signerFor = async (account: Account, token: Usdc): Promise<TransferSigner> =>
  'signTypedData' in account
    ? { address: account.address, sign: (data) => account.signTypedData(data) }
    : behind(account, token)
