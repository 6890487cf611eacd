import type { Rail } from '../canonical/snapshot.ts'
import { actorLabels } from '../feeds/actor-label.ts'
import type { Registry } from '../feeds/registry.ts'
import { TARIFF, type Tariff } from '../feeds/tariff.ts'
import { deafMeter, type Meter } from '../metrics/meter.ts'

/** What operators want to know about money. Plain numbers: counting costs nothing on the way of a sale. */
export interface Counters {
  /** @param rails those that were offered; none where a refused payment could be offered nothing */
  challenge(rails: readonly Rail[]): void
  /** What became of the wish for an invoice. `limited`: this address has had enough of them for now. */
  invoice(outcome: 'made' | 'failed' | 'limited'): void
  sale(rail: Rail, actor: string): void
  refusal(rail: Rail, reason: string): void
  /** `sales{rail,actor}`, `refusals{rail,reason}`, `challenges`: of this process. */
  read(): CountersRead
}

export interface CountersRead {
  readonly challenges: number
  readonly sales: Readonly<Record<string, number>>
  readonly refusals: Readonly<Record<string, number>>
}

/** What an actor's answers cost; `null` for one that sells nothing. */
const listPrices =
  (registry: Registry) =>
  (actor: string): Tariff | null =>
    registry.item(actor)?.feed.sale.price ?? (actor.startsWith('dlc/') ? TARIFF.event : null)

/** @param registry knows prices, and under which name a sale is counted */
export const createCounters = (registry: Registry, meter: Meter = deafMeter): Counters => {
  const priceOf = listPrices(registry)
  const labelOf = actorLabels(registry)
  let challenges = 0
  const sales = new Map<string, number>()
  const refusals = new Map<string, number>()
  const add = (to: Map<string, number>, key: string) => to.set(key, (to.get(key) ?? 0) + 1)
  const earn = (rail: Rail, { sats, microUsd }: Tariff) =>
    rail === 'l402'
      ? meter.count('claros_revenue_sats_total', {}, sats)
      : meter.count('claros_revenue_microusd_total', {}, microUsd)
  return {
    challenge: (rails) => {
      challenges++
      for (const rail of rails.length > 0 ? rails : ['none']) meter.count('claros_challenges_total', { rail })
    },
    invoice: (outcome) => meter.count('claros_invoices_total', { outcome }),
    sale: (rail, actor) => {
      add(sales, `${rail} ${actor}`)
      meter.count('claros_sales_total', { rail, actor: labelOf(actor) })
      const price = priceOf(actor)
      if (price) earn(rail, price)
    },
    refusal: (rail, reason) => {
      add(refusals, `${rail} ${reason}`)
      meter.count('claros_refusals_total', { rail, reason })
    },
    read: () => ({ challenges, sales: Object.fromEntries(sales), refusals: Object.fromEntries(refusals) }),
  }
}
