import { createClient, decodeErrorResult, http, RpcRequestError } from 'viem'

/** JSON-RPC that returns expected failures as values. */

export type RpcReply<T> =
  | { readonly kind: 'answer'; readonly value: T }
  /** The node understood the call and refused it. */
  | { readonly kind: 'error'; readonly code: number; readonly message: string; readonly data: string | null }
  /** No reply, or one that is not from the node. */
  | { readonly kind: 'unreachable' }

export interface Rpc {
  /** `T` is the method's result in the Ethereum JSON-RPC specification (quantities as 0x-hex). */
  ask<T>(method: string, params?: readonly unknown[]): Promise<RpcReply<T>>
}

/** Calls of the same moment are sent as one HTTP request; public nodes accept batches of this size. */
const BATCH = 50

/** "Limit exceeded" (EIP-1474) says nothing about the call itself. */
const LIMIT_EXCEEDED = -32_005

const declined = (problem: RpcRequestError): RpcReply<never> => {
  if (problem.code === LIMIT_EXCEEDED) return { kind: 'unreachable' }
  const data = typeof problem.data === 'string' ? problem.data : null
  return { kind: 'error', code: problem.code, message: problem.details, data }
}

/** It does not retry: only the caller knows whether there is time for it. */
export const openRpc = (url: string, timeoutMs: number): Rpc => {
  const transport = http(url, { timeout: timeoutMs, retryCount: 0, batch: { batchSize: BATCH, wait: 0 } })
  const { request } = createClient({ transport })
  const send = request as (call: { method: string; params: readonly unknown[] }) => Promise<unknown>
  return {
    ask: async <T>(method: string, params: readonly unknown[] = []): Promise<RpcReply<T>> => {
      try {
        return { kind: 'answer', value: (await send({ method, params })) as T }
      } catch (problem) {
        for (let each = problem; each instanceof Error; each = each.cause)
          if (each instanceof RpcRequestError) return declined(each)
        return { kind: 'unreachable' }
      }
    },
  }
}

/** The text of a revert with `Error(string)`; `null` when the contract gave none. */
export const revertText = (data: string | null): string | null => {
  if (data === null || !data.startsWith('0x08c379a0')) return null
  try {
    return String(decodeErrorResult({ data: data as `0x${string}` }).args?.[0])
  } catch {
    return null
  }
}

/** How nodes name a call that has used up its gas. The gas limit is ours, so it is not a fault of the node. */
const OUT_OF_GAS = /out ?of ?gas/i

/** Whether the contract refused the call, and not the node (code 3: geth and nodes based on it). */
export const reverted = (answer: RpcReply<unknown>): boolean =>
  answer.kind === 'error' &&
  (answer.code === 3 || answer.data !== null || answer.message.includes('revert') || OUT_OF_GAS.test(answer.message))

export const quantity = (value: bigint | number): string => `0x${value.toString(16)}`
