import { decodeFunctionResult } from 'viem'
import type { Simulated } from '../payments/settlement.ts'
import type { Transfer } from '../payments/transfer.ts'
import type { Usdc } from '../payments/usdc.ts'
import { AGGREGATE } from './contracts.ts'
import { deploymentFor } from './deployment.ts'
import { type ChainReason, reasonFor } from './reasons.ts'
import { type RpcReply, quantity, reverted, revertText, type Rpc } from './rpc.ts'
import { callForOne } from './transfer.ts'

/** Finds out whether a transfer would settle. */

/** The simulated call is the one that would be sent: same data, same account, same gas. */
export interface Sending {
  /** `null` where no account settles here. */
  readonly sender: string | null
  /** The addresses that may be called to deploy a wallet, in lower case. */
  readonly factories: readonly string[]
}

type Found = Simulated<ChainReason>

const refused = (reason: ChainReason): Found => ({ kind: 'refused', reason })

const judged = (answer: RpcReply<string>): Found => {
  if (answer.kind === 'answer') return { kind: 'would_settle' }
  if (answer.kind === 'error' && reverted(answer)) return refused(reasonFor(revertText(answer.data)))
  return { kind: 'unreachable' }
}

/** The calls inside an `aggregate3`; none when the data is not a reply of Multicall3. */
const callsIn = (data: string) => {
  try {
    return decodeFunctionResult({ abi: AGGREGATE, data: data as `0x${string}` })
  } catch {
    return []
  }
}

/** For a deployment and the transfer after it: the transfer decides; the failure of the factory gives the reason. */
const judgedAfterDeployment = (answer: RpcReply<string>): Found => {
  if (answer.kind !== 'answer') return judged(answer)
  const [made, moved] = callsIn(answer.value)
  if (moved?.success) return { kind: 'would_settle' }
  return refused(made?.success ? reasonFor(revertText(moved!.returnData)) : 'smart_wallet_deployment_failed')
}

/** One `eth_call`. When the payer has code, the token asks that code (decision 0020). */
export const simulateTransfer = async (
  rpc: Rpc,
  token: Usdc,
  transfer: Transfer,
  { sender, factories }: Sending,
): Promise<Found> => {
  const deployment = await deploymentFor(rpc, transfer, factories)
  if (deployment.kind === 'refused' || deployment.kind === 'unreachable') return deployment
  const { to, data, gas } = callForOne(token, transfer, deployment)
  const call = { ...(sender !== null && { from: sender }), to, data, gas: quantity(gas) }
  const answer = await rpc.ask<string>('eth_call', [call, 'latest'])
  return deployment.kind === 'needed' ? judgedAfterDeployment(answer) : judged(answer)
}
