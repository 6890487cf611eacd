import { encodeFunctionData } from 'viem'
import type { Transfer } from '../payments/transfer.ts'
import { unwrap, type Wrapped } from '../payments/wrapped-signature.ts'
import { AGGREGATE } from './contracts.ts'
import type { ChainReason } from './reasons.ts'
import type { Rpc } from './rpc.ts'

/** Contract wallets that are not deployed yet (ERC-6492): they are deployed and charged in one transaction. */

/** One dollar: the payment must be worth the gas of a deployment. */
const LEAST_TO_DEPLOY = 1_000_000n

/** The step that must come before a transfer. */
export type Deployment =
  /** The payer is not a wrapped wallet, or its wallet is already deployed. */
  | { readonly kind: 'none' }
  | { readonly kind: 'needed'; readonly wrapped: Wrapped }
  | { readonly kind: 'refused'; readonly reason: ChainReason }
  | { readonly kind: 'unreachable' }

/**
 * Checked again for each transaction: a factory that is called for an existing wallet uses all the gas that it is given
 * (CREATE2). `factories` in lower case.
 */
export const deploymentFor = async (
  rpc: Rpc,
  { authorization, signature }: Transfer,
  factories: readonly string[],
): Promise<Deployment> => {
  const wrapped = unwrap(signature)
  if (wrapped === null) return { kind: 'none' }
  const code = await rpc.ask<string>('eth_getCode', [authorization.from, 'latest'])
  if (code.kind !== 'answer') return { kind: 'unreachable' }
  if (code.value !== '0x') return { kind: 'none' }
  if (BigInt(authorization.value) < LEAST_TO_DEPLOY) return { kind: 'refused', reason: 'wallet_not_deployed' }
  if (!factories.includes(wrapped.factory)) return { kind: 'refused', reason: 'eip6492_factory_not_allowed' }
  return { kind: 'needed', wrapped }
}

/** The transfer with the signature that the wallet itself checks. */
export const bare = (transfer: Transfer): Transfer => {
  const wrapped = unwrap(transfer.signature)
  return wrapped ? { ...transfer, signature: wrapped.signature } : transfer
}

type Hex = `0x${string}`

/**
 * Call data for Multicall3, which calls the factory for us: whatever the factory does, the calling account owns
 * nothing. A factory may fail: somebody may have deployed the wallet a moment ago in another way.
 */
export const deployThen = ({ factory, calldata }: Wrapped, token: Hex, transferCall: Hex): Hex =>
  encodeFunctionData({
    abi: AGGREGATE,
    args: [
      [
        { target: factory as Hex, allowFailure: true, callData: calldata as Hex },
        { target: token, allowFailure: true, callData: transferCall },
      ],
    ],
  })
