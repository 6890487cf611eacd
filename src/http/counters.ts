import type { Rail } from '../canonical/snapshot.ts'

/** What operators want to know about money. Plain numbers: counting costs nothing on the way of a sale. */
export interface Counters {
  challenge(): void
  sale(rail: Rail, actor: string): void
  refusal(rail: Rail, reason: string): void
  /** `sales{rail,actor}`, `refusals{rail,reason}`, `challenges`. */
  read(): CountersRead
}

export interface CountersRead {
  readonly challenges: number
  readonly sales: Readonly<Record<string, number>>
  readonly refusals: Readonly<Record<string, number>>
}

export const createCounters = (): Counters => {
  let challenges = 0
  const sales = new Map<string, number>()
  const refusals = new Map<string, number>()
  const add = (to: Map<string, number>, key: string) => to.set(key, (to.get(key) ?? 0) + 1)
  return {
    challenge: () => void challenges++,
    sale: (rail, actor) => void add(sales, `${rail} ${actor}`),
    refusal: (rail, reason) => void add(refusals, `${rail} ${reason}`),
    read: () => ({ challenges, sales: Object.fromEntries(sales), refusals: Object.fromEntries(refusals) }),
  }
}
