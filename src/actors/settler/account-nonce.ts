import type { Chain } from '../../chain/chain.ts'

/**
 * The counter of transaction numbers of the settling account. A chain takes an account's transactions in the order of
 * their numbers and waits for ever at a missing one, so every number that is handed out must end up in a transaction.
 * When each transaction asked the node for its number, 18 of 20 simultaneous settlements failed.
 */
export interface AccountNonce {
  /** The next number; `null` if the first one cannot be read from the chain. */
  take(): Promise<number | null>
  /** The transaction was sent, or may have been; or another transaction has this number. */
  used(number: number): void
  /** No transaction with this number was broadcast, so the next one gets it. */
  giveBack(number: number): void
  /** A number was in use: another program sends from this account. Continues after the numbers of the pool. */
  resync(): Promise<void>
  /**
   * Returns a number that chain and pool wait for and that nobody is about to use: its transaction was lost, or it was
   * given back after later ones were sent. `null`: there is none.
   */
  takeMissing(): Promise<number | null>
}

export const accountNonce = (chain: Chain, address: string): AccountNonce => {
  let next: number | null = null
  let beginning: Promise<number | null> | null = null
  /** Numbers that were taken and are neither used nor given back. */
  const out = new Set<number>()
  /** Numbers that were given back, below `next`. */
  const free = new Set<number>()

  const pending = (): Promise<number | null> => chain.count(address, 'pending')
  const handOut = (number: number): number => {
    free.delete(number)
    out.add(number)
    return number
  }
  return {
    take: async () => {
      if (next === null) {
        beginning ??= pending().finally(() => (beginning = null))
        const first = await beginning
        if (first === null) return null
        // Several calls may have waited for this. The first has set `next`, and others have increased it since.
        next ??= first
      }
      if (free.size > 0) return handOut(Math.min(...free))
      return handOut(next++)
    },
    used: (number) => void out.delete(number),
    giveBack: (number) => {
      out.delete(number)
      free.add(number)
      while (next !== null && free.delete(next - 1)) next--
    },
    resync: async () => {
      const count = await pending()
      if (count === null) return
      next = Math.max(next ?? count, count)
      for (const number of free) if (number < count) free.delete(number)
    },
    takeMissing: async () => {
      const count = await pending()
      if (count === null || next === null || count >= next || out.has(count)) return null
      return handOut(count)
    },
  }
}
