import { expect } from 'bun:test'
import type { Json } from '../../src/canonical/jcs.ts'
import { verifyAnswer } from '../../src/canonical/verify.ts'
import { LAYOUTS } from '../../src/cli/verify.ts'
import { buyerL402, sandboxWallet } from '../../src/demo/buyers.ts'
import type { TestStack } from './stack.ts'

/** What a test does with a running product from outside: changes its market, buys, counts money and requests. */

export type Body = Readonly<Record<string, Json>>

/** The part of `/health` that says what is sold. */
export interface SeenHealth {
  readonly status: string
  readonly feeds: readonly { readonly feed: string; readonly not_sellable: readonly string[] }[]
}

/** A line of `/actors`. */
export interface SeenActor {
  readonly actor: string
  readonly ageSeconds: number | null
  readonly sellable: boolean
  readonly failedAt?: number
  readonly reason?: string
}

export const handsOn = ({ baseUrl, sandboxUrl, adminUrl }: TestStack) => {
  const json = async <T>(url: string): Promise<T> => (await (await fetch(url)).json()) as T
  const pay = sandboxWallet(sandboxUrl)

  return {
    /** Sends a change to the simulated market. */
    async order(verbs: object): Promise<void> {
      const response = await fetch(`${sandboxUrl}/world`, { method: 'POST', body: JSON.stringify(verbs) })
      expect([response.status, await response.text()]).toEqual([200, expect.any(String)])
    },

    /** Bought over Lightning and verified; `null` when it is not for sale. */
    async buy(path: string): Promise<Body | null> {
      const response = await buyerL402(pay)(baseUrl + path)
      if (response.status === 503) return null
      expect(response.status).toBe(200)
      const body = (await response.json()) as Body
      expect(verifyAnswer(body, { layouts: LAYOUTS }).checks.filter(({ ok }) => !ok)).toEqual([])
      return body
    },

    health: () => json<SeenHealth>(`${baseUrl}/health`),

    /** What operators read about an actor. */
    async actor(name: string): Promise<SeenActor> {
      const { items } = await json<{ items: readonly SeenActor[] }>(`${adminUrl}/actors`)
      return items.find(({ actor }) => actor === name)!
    },

    /** Lightning invoices ever made, and how many of them were paid. */
    async invoices(): Promise<{ readonly made: number; readonly paid: number }> {
      const { invoices } = await json<{ invoices: readonly { state: string }[] }>(`${sandboxUrl}/lightning/invoices`)
      return { made: invoices.length, paid: invoices.filter(({ state }) => state === 'SETTLED').length }
    },

    /** Transfers of USDC, oldest first. */
    async transfers(): Promise<readonly Readonly<Record<string, string>>[]> {
      return (await json<{ transfers: readonly Record<string, string>[] }>(`${sandboxUrl}/chain/transfers`)).transfers
    },

    /** How often a provider was asked. */
    async asked(provider: string): Promise<number> {
      const { byProvider } = await json<{ byProvider: Record<string, { count: number }> }>(
        `${sandboxUrl}/world/requests`,
      )
      return byProvider[provider]?.count ?? 0
    },
  }
}

export type Hands = ReturnType<typeof handsOn>
