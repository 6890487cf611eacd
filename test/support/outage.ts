import { expect } from 'bun:test'
import { SELLS_AGAIN_MS } from './failover-times.ts'
import type { InsistentBuyers, Purchase, Seen } from './insistent-buyers.ts'
import { until } from './until.ts'

/** What buyers see while servers of Redis die, and must have in the end. */

/** For what has no promise: how long a machine that has other work may take. */
export const GENEROUS_MS = 60_000

/**
 * Until something is sold for a request that was made after `since`, as soon as is promised, and more after it; the time
 * it took. It waits for longer, so that a failure says how late it was.
 */
export const sellsAgain = async (buyers: InsistentBuyers, since: number, more: number): Promise<number> => {
  const first = await until(
    'it sells again',
    () => buyers.seen.find(({ asked, status, paying }) => asked > since && status === 200 && paying),
    GENEROUS_MS,
  )
  expect(first.at - since).toBeLessThanOrEqual(SELLS_AGAIN_MS)
  const before = buyers.served()
  await until('it goes on selling', () => buyers.served() >= before + more, GENEROUS_MS)
  return first.at - since
}

/** Everybody was told that nothing is sold, why, and nobody was asked for money. */
export const expectNoSales = (seen: readonly Seen[], why: string): void => {
  expect(seen.length).toBeGreaterThan(5)
  expect(seen.filter(({ status, challenge }) => status !== 503 || challenge)).toEqual([])
  expect(seen.some(({ text }) => text.includes(why))).toBe(true)
}

/** No answer went to two buyers, and a payment that is shown again brings the same one or none. */
export const expectServedOnce = async ({ seen, bought, again }: InsistentBuyers): Promise<readonly Purchase[]> => {
  expect(seen.filter(({ status }) => ![200, 402, 503].includes(status))).toEqual([])
  // A request that carries a payment never gets a second challenge.
  expect(seen.filter(({ paying, challenge }) => paying && challenge)).toEqual([])
  const all = [...bought.l402, ...bought.x402]
  expect(all.length - new Set(all.map(({ canonical }) => canonical)).size).toBe(0)
  for (const purchase of all) {
    const response = await again(purchase)
    const { canonical } = ((await response?.json()) ?? {}) as { readonly canonical?: string }
    if (response?.status === 200) expect(canonical).toBe(purchase.canonical)
  }
  return all
}
