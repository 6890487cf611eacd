import {
  decodeFunctionResult,
  encodeAbiParameters,
  encodeFunctionData,
  parseAbi,
  serializeErc6492Signature,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Transfer } from '../../src/payments/transfer.ts'
import type { Anvil } from './anvil.ts'
import { authorize, signTransfer, type WireAuthorization } from './payer.ts'
import { compileContracts } from './token/compile.ts'

/** Contract wallets on a test chain: deployed, still to be deployed, and hostile ones. */

type Hex = `0x${string}`

export const FACTORY = '0xfac7000000000000000000000000000000000001'
export const RELAY = '0xfac7000000000000000000000000000000000002'
export const DELEGATE = '0xde1e6a7e00000000000000000000000000000003'

const FACTORY_ABI = parseAbi([
  'function create(address owner, bytes32 salt) returns (address)',
  'function addressOf(address owner, bytes32 salt) view returns (address)',
])
const RELAY_ABI = parseAbi(['function relay(address target, bytes data)'])

/** What makes the relay call somebody: for wrappers in which it stands as the factory. */
export const relayed = (target: string, data: string): Hex =>
  encodeFunctionData({ abi: RELAY_ABI, args: [target as Hex, data as Hex] })

/** Runtime codes of accounts that answer `isValidSignature` without looking, written by hand. */
export const CODES = {
  /** PUSH4 magic, shifted to the left of a word, returned. */
  yes: '0x631626ba7e60e01b5f5260205ff3',
  no: '0x63ffffffff60e01b5f5260205ff3',
  /** The magic times (GASPRICE == 0): yes to a question, no in a transaction. */
  fickle: '0x631626ba7e3a150260e01b5f5260205ff3',
  /** The magic times (ORIGIN == 0): yes to who asks as nobody. */
  toNobody: '0x631626ba7e32150260e01b5f5260205ff3',
  /** The magic times (1,000,000 < GAS): yes while gas is plenty. */
  toTheRich: '0x631626ba7e5a620f4240100260e01b5f5260205ff3',
  /** JUMPDEST PUSH0 JUMP: for ever. */
  burns: '0x5b5f56',
} as const

export const placeFactories = async (anvil: Anvil): Promise<void> => {
  const { factory, relay, delegate } = await compileContracts()
  await anvil.rpc('anvil_setCode', [FACTORY, factory])
  await anvil.rpc('anvil_setCode', [RELAY, relay])
  await anvil.rpc('anvil_setCode', [DELEGATE, delegate])
}

/** ERC-6492, by viem. */
export const wrapped = (factory: string, calldata: string, signature: string): Hex =>
  serializeErc6492Signature({ address: factory as Hex, data: calldata as Hex, signature: signature as Hex })

interface SignedTransfer extends Transfer {
  readonly authorization: WireAuthorization
  readonly signature: Hex
}

export interface ContractWallet {
  readonly address: Hex
  /** Call data for the factory that deploys it. */
  readonly creation: Hex
  readonly owner: ReturnType<typeof privateKeyToAccount>
  /** By the present second unless told otherwise: the owner's 65 bytes in the wallet's own envelope. */
  sign(changes?: Partial<WireAuthorization>, now?: number): Promise<SignedTransfer>
  /** The same in an ERC-6492 wrapper. */
  signWrapped(changes?: Partial<WireAuthorization>, now?: number): Promise<SignedTransfer>
  /** Anybody deploys it. */
  deploy(): Promise<void>
  isDeployed(): Promise<boolean>
}

/** The owner's signature as the wallet wants it: index of the owner, then 65 bytes. */
export const enveloped = (signature: Hex): Hex =>
  encodeAbiParameters([{ type: 'uint256' }, { type: 'bytes' }], [0n, signature])

const sent = async (anvil: Anvil, to: string, data: string): Promise<void> => {
  const [from] = await anvil.rpc<string[]>('eth_accounts')
  const hash = await anvil.rpc<string>('eth_sendTransaction', [{ from, to, data, gas: '0x200000' }])
  for (;;) {
    const receipt = await anvil.rpc<{ status: string } | null>('eth_getTransactionReceipt', [hash])
    if (receipt?.status === '0x1') return
    if (receipt) throw new Error('the transaction failed')
    await Bun.sleep(20)
  }
}

export const contractWallet = async (anvil: Anvil): Promise<ContractWallet> => {
  const owner = privateKeyToAccount(generatePrivateKey())
  const salt = `0x${'5a'.repeat(32)}` as const
  const question = encodeFunctionData({ abi: FACTORY_ABI, functionName: 'addressOf', args: [owner.address, salt] })
  const answer = await anvil.rpc<Hex>('eth_call', [{ to: FACTORY, data: question }, 'latest'])
  const address = decodeFunctionResult({ abi: FACTORY_ABI, functionName: 'addressOf', data: answer })
  const creation = encodeFunctionData({ abi: FACTORY_ABI, functionName: 'create', args: [owner.address, salt] })
  const sign = async (changes: Partial<WireAuthorization> = {}, now = Date.now()) => {
    const authorization = authorize(now, { from: address, ...changes })
    return { authorization, signature: enveloped(await signTransfer(authorization, owner)) }
  }
  return {
    address,
    creation,
    owner,
    sign,
    signWrapped: async (changes, now) => {
      const transfer = await sign(changes, now)
      return { ...transfer, signature: wrapped(FACTORY, creation, transfer.signature) }
    },
    deploy: () => sent(anvil, FACTORY, creation),
    isDeployed: async () => (await anvil.rpc<string>('eth_getCode', [address, 'latest'])) !== '0x',
  }
}
