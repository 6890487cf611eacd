import { bytesToHex } from '@noble/hashes/utils.js'
import type { Clock, Random } from '../../ports.ts'
import { type Authorization, authorizationDigest, domainSeparator, recoverSigner, type Token } from './eip3009.ts'

/** Why the token would revert. */
export type Revert =
  'not_yet_valid' | 'expired' | 'nonce_used' | 'bad_signature' | 'zero_address' | 'insufficient_balance'

/** The error texts of the token (FiatTokenV2_2). */
export const REVERT_MESSAGES: Readonly<Record<Revert, string>> = {
  not_yet_valid: 'FiatTokenV2: authorization is not yet valid',
  expired: 'FiatTokenV2: authorization is expired',
  nonce_used: 'FiatTokenV2: authorization is used or canceled',
  bad_signature: 'FiatTokenV2: invalid signature',
  zero_address: 'ERC20: transfer to the zero address',
  insufficient_balance: 'ERC20: transfer amount exceeds balance',
}

/** One entry of the token's Transfer and AuthorizationUsed logs. */
export interface Transfer {
  /** Transaction hash, `0x` and 64 hex digits. */
  readonly transaction: string
  readonly blockNumber: number
  readonly from: string
  readonly to: string
  /** Base units, decimal text. */
  readonly value: string
  readonly nonce: string
  /** Unix milliseconds. */
  readonly at: number
}

export type Transferred =
  { readonly ok: true; readonly transfer: Transfer } | { readonly ok: false; readonly revert: Revert }

/** A chain with only one contract, the token. Its time is the clock's, in whole seconds. */
export interface Chain {
  readonly token: Token
  /** Mints; returns the new balance, or null when the total would exceed 2^256 − 1 units. */
  fund(address: string, amount: bigint): bigint | null
  balance(address: string): bigint
  /** The result of `eth_call`: the revert, or null. */
  simulate(authorization: Authorization, signature: string): Revert | null
  /** Anyone may call it; the money can only go where the payer signed. */
  transferWithAuthorization(authorization: Authorization, signature: string): Transferred
  /** The block that is being made now. */
  blockNumber(): number
  /** When a block was made, Unix seconds. */
  blockTime(block: number): number
  /** Oldest first. All of them: who asks for one of many asks below. */
  transfers(): readonly Transfer[]
  /** Within `[from, to]`, oldest first. */
  transfersIn(from: number, to: number): readonly Transfer[]
  /** @param transaction its hash, in either case */
  transferOf(transaction: string): Transfer | null
  /** Whether a payer has used a nonce, in either case. */
  hasUsed(payer: string, nonce: string): boolean
}

/** The time of Base's first block, Unix milliseconds; one block every two seconds since. */
const GENESIS_MS = 1_686_789_347_000
const BLOCK_MS = 2_000
const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000'

export const createChain = (options: { clock: Clock; random: Random; token: Token }): Chain => {
  const { clock, random, token } = options
  const separator = domainSeparator(token)
  const balances = new Map<string, bigint>()
  const usedNonces = new Set<string>()
  const log: Transfer[] = []
  // A run of hours makes tens of thousands, and each payment asks for its own several times.
  const byTransaction = new Map<string, Transfer>()
  const byBlock = new Map<number, Transfer[]>()
  let supply = 0n

  const balance = (address: string): bigint => balances.get(address.toLowerCase()) ?? 0n
  const add = (address: string, amount: bigint): void => {
    balances.set(address.toLowerCase(), balance(address) + amount)
  }
  /** Nonces are per payer: two payers may use the same one. */
  const nonceKey = (payer: string, nonce: string): string => `${payer}:${nonce}`.toLowerCase()

  /** The checks of FiatTokenV2_2 in its order, so that of several faults the same one is reported. */
  const simulate = (authorization: Authorization, signature: string): Revert | null => {
    const { from, to, value, validAfter, validBefore, nonce } = authorization
    const now = BigInt(Math.floor(clock.now() / 1000))
    if (now <= validAfter) return 'not_yet_valid'
    if (now >= validBefore) return 'expired'
    if (usedNonces.has(nonceKey(from, nonce))) return 'nonce_used'
    if (recoverSigner(authorizationDigest(separator, authorization), signature) !== from) return 'bad_signature'
    if (to === ZERO_ADDRESS) return 'zero_address'
    return balance(from) < value ? 'insufficient_balance' : null
  }

  const blockAt = (at: number): number => Math.floor((at - GENESIS_MS) / BLOCK_MS)

  return {
    token,
    blockNumber: () => blockAt(clock.now()),
    blockTime: (block) => Math.floor((GENESIS_MS + block * BLOCK_MS) / 1000),
    balance,
    simulate,
    transfers: () => [...log],
    transfersIn(from, to) {
      const blocks = to - from
      // Of many blocks fewer have a transfer.
      if (!(blocks < byBlock.size)) return log.filter(({ blockNumber }) => blockNumber >= from && blockNumber <= to)
      return Array.from({ length: Math.max(0, blocks + 1) }, (_, at) => byBlock.get(from + at) ?? []).flat()
    },
    transferOf: (transaction) => byTransaction.get(transaction.toLowerCase()) ?? null,
    hasUsed: (payer, nonce) => usedNonces.has(nonceKey(payer, nonce)),

    fund(address, amount) {
      if (supply + amount >= 1n << 256n) return null
      supply += amount
      add(address, amount)
      return balance(address)
    },

    transferWithAuthorization(authorization, signature) {
      const revert = simulate(authorization, signature)
      if (revert !== null) return { ok: false, revert }
      const { from, to, value, nonce } = authorization
      usedNonces.add(nonceKey(from, nonce))
      add(from, -value)
      add(to, value)
      const at = clock.now()
      const transfer: Transfer = Object.freeze({
        transaction: `0x${bytesToHex(random.bytes(32))}`,
        blockNumber: blockAt(at),
        from,
        to,
        value: String(value),
        nonce,
        at,
      })
      log.push(transfer)
      byTransaction.set(transfer.transaction, transfer)
      const sameBlock = byBlock.get(transfer.blockNumber)
      if (sameBlock) sameBlock.push(transfer)
      else byBlock.set(transfer.blockNumber, [transfer])
      return { ok: true, transfer }
    },
  }
}
