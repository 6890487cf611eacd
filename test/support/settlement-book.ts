import { receiptMark } from '../../src/canonical/receipt-mark.ts'
import type { SettlementBook, SettlementClaim } from '../../src/actors/settler/book.ts'
import type { Settlement } from '../../src/payments/settlement.ts'
import type { ChainReason } from '../../src/chain/reasons.ts'
import type { Transfer } from '../../src/payments/transfer.ts'

/** Claims in memory, with the moves of the Redis scripts and a journal of them. */
export interface KeptBook extends SettlementBook {
  /** Stores a deliverable, and marks the settlement as sent. Its receipt is the payment's name. */
  place(payment: string, transfer: Transfer, sentAt?: number): void
  stateOf(payment: string): SettlementClaim['state'] | 'none'
  /** `store`, `spend` and `release` as they were made, in order. */
  readonly moves: readonly { readonly move: string; readonly payment: string; readonly detail: string }[]
  /** Why a claim was released. */
  readonly released: ReadonlyMap<string, ChainReason>
}

export const keptBook = (): KeptBook => {
  const claims = new Map<string, SettlementClaim & { readonly sentAt: number }>()
  const moves: { move: string; payment: string; detail: string }[] = []
  const released = new Map<string, ChainReason>()
  const sent = (payment: string) => {
    const claim = claims.get(payment)
    return claim?.state === 'sent' ? claim : null
  }
  return {
    moves,
    released,
    place: (payment, transfer, sentAt = 0) =>
      void claims.set(payment, {
        state: 'sent',
        transfer,
        stored: null,
        settlement: null,
        receipt: receiptMark(payment),
        sentAt,
      }),
    stateOf: (payment) => claims.get(payment)?.state ?? 'none',
    read: async (payment) => claims.get(payment) ?? null,
    storeTransaction: async (payment, transaction, replaces) => {
      const claim = sent(payment)
      if (!claim || (claim.stored?.hash ?? null) !== replaces) return false
      claims.set(payment, { ...claim, stored: transaction })
      moves.push({ move: 'store', payment, detail: transaction.hash })
      return true
    },
    spend: async (payment, settlement: Settlement) => {
      const claim = sent(payment)
      if (!claim) return false
      claims.set(payment, { ...claim, state: 'spent', settlement, receipt: '' })
      moves.push({ move: 'spend', payment, detail: settlement.transaction })
      return true
    },
    release: async (payment, reason, stored) => {
      const claim = sent(payment)
      if (!claim || (stored !== undefined && (claim.stored?.hash ?? null) !== stored)) return false
      claims.delete(payment)
      released.set(payment, reason)
      moves.push({ move: 'release', payment, detail: reason })
      return true
    },
    listSent: async (before) =>
      [...claims]
        .filter(([, claim]) => claim.state === 'sent' && claim.sentAt < before)
        .sort(([, a], [, b]) => a.sentAt - b.sentAt)
        .slice(0, 200)
        .map(([payment]) => payment),
    countSent: async () => {
      const names = [...claims].filter(([, { state }]) => state === 'sent').map(([payment]) => payment.split(':'))
      const tokens = new Set(names.map(([, chainId, asset]) => `${chainId}:${asset}`))
      return [...tokens].map((token) => {
        const [chainId, asset] = token.split(':') as [string, string]
        const count = names.filter(([, chain, of]) => `${chain}:${of}` === token).length
        return { chainId: Number(chainId), asset, count }
      })
    },
  }
}
