import { createClient, decodeErrorResult, http, RpcRequestError } from 'viem'

/** JSON-RPC with everyday failures as values. */

export type RpcReply<T> =
  | { readonly kind: 'answer'; readonly value: T }
  /** The node understood and declined. */
  | { readonly kind: 'error'; readonly code: number; readonly message: string; readonly data: string | null }
  /** Nobody answered, or somebody in between did. */
  | { readonly kind: 'unreachable' }

export interface Rpc {
  /** `T` is what the method answers by the Ethereum JSON-RPC specification (quantities as 0x-hex). */
  ask<T>(method: string, params?: readonly unknown[]): Promise<RpcReply<T>>
}

/** Calls of the same moment travel as one HTTP request; public nodes take batches of this size. */
const BATCH = 50

/** "Limit exceeded" (EIP-1474) says nothing about the call itself. */
const LIMIT_EXCEEDED = -32_005

const declined = (problem: RpcRequestError): RpcReply<never> => {
  if (problem.code === LIMIT_EXCEEDED) return { kind: 'unreachable' }
  const data = typeof problem.data === 'string' ? problem.data : null
  return { kind: 'error', code: problem.code, message: problem.details, data }
}

/** No retries here: whoever asks knows whether asking again is worth the time. */
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

/** `Error(string)` of a revert; `null` when the contract gave no text. */
export const revertText = (data: string | null): string | null => {
  if (data === null || !data.startsWith('0x08c379a0')) return null
  try {
    return String(decodeErrorResult({ data: data as `0x${string}` }).args?.[0])
  } catch {
    return null
  }
}

/** What a call that has used up its gas is called: our own limit on it, and no fault of the node. */
const OUT_OF_GAS = /out ?of ?gas/i

/** A call that the contract turned down, as against one that the node could not run (code 3: geth and its kin). */
export const reverted = (answer: RpcReply<unknown>): boolean =>
  answer.kind === 'error' &&
  (answer.code === 3 || answer.data !== null || answer.message.includes('revert') || OUT_OF_GAS.test(answer.message))

export const quantity = (value: bigint | number): string => `0x${value.toString(16)}`
