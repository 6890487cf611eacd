import type { Clock } from '../../../ports.ts'
import type { Demand } from './demand.ts'
import { hasLife, type Maker } from './maker.ts'
import { type Invoice, lightningFailure, type LightningFailure, NODE_TIME_LIMIT_MS } from './node.ts'

/** Invoices of one price, made ahead. */
export interface PriceInvoices {
  take(): Promise<Invoice | LightningFailure>
  /** Drops invoices that expire soon, adapts to demand, and refills. */
  maintain(): void
  /** There are none, and the last request to the node failed. */
  readonly isBare: boolean
  /** There are none, none are needed, and no buyer waits. */
  readonly isIdle: boolean
  close(): void
}

const MOST_IN_FLIGHT = 4
/** Most buyers that wait for new invoices. More would wait too long. */
const MOST_WAITING = 64

interface Waiter {
  readonly since: number
  readonly answer: (outcome: Invoice | LightningFailure) => void
}

const closed = lightningFailure('unreachable', 'closed')
const crowded = lightningFailure('timeout', 'too many buyers at once')

export const createPriceInvoices = (maker: Maker, demand: Demand, clock: Clock): PriceInvoices => {
  let ready: readonly Invoice[] = []
  let waiting: readonly Waiter[] = []
  let making = 0
  let isClosed = false

  /** Answers the waiters for which `whom` is true. */
  const answer = (outcome: Invoice | LightningFailure, whom: (waiter: Waiter) => boolean = () => true): void => {
    const served = waiting.filter(whom)
    waiting = waiting.filter((waiter) => !served.includes(waiter))
    for (const each of served) each.answer(outcome)
  }

  const make = async (): Promise<void> => {
    making++
    const made = await maker.make()
    making--
    if (isClosed) return
    const [first] = waiting
    if (made.kind !== 'invoice') answer(made)
    else if (first) answer(made, (waiter) => waiter === first)
    else ready = [...ready, made]
    refill()
  }

  const wanted = (): number => {
    const short = waiting.length + Math.max(0, demand.target - ready.length)
    // One request must find out when the node answers again.
    return maker.isNodeAwake ? short : Math.max(1, short)
  }

  const refill = (): void => {
    if (isClosed) return
    answer(crowded, ({ since }) => clock.now() - since > NODE_TIME_LIMIT_MS)
    while (making < Math.min(MOST_IN_FLIGHT, wanted()) && maker.mayAsk()) void make()
    // No request to the node is running for which they could wait.
    if (making === 0) answer(maker.whyNot())
  }

  const maintain = (): void => {
    ready = ready.filter((invoice) => hasLife(invoice, clock.now()))
    demand.review()
    refill()
  }

  return {
    maintain,

    get isBare() {
      return ready.length === 0 && !maker.isWorking
    },

    get isIdle() {
      return demand.target + ready.length + waiting.length + making === 0
    },

    async take() {
      if (isClosed) return closed
      if (maker.isNodeAwake) {
        const [invoice, ...rest] = ready.filter((each) => hasLife(each, clock.now()))
        ready = rest
        if (invoice) {
          demand.left(rest.length)
          maintain()
          return invoice
        }
        demand.missed()
      } else if (!maker.mayAsk()) {
        // The node does not answer, so ready invoices could not be paid either.
        return maker.whyNot()
      }
      if (waiting.length >= MOST_WAITING) return crowded
      return new Promise((answer) => {
        waiting = [...waiting, { since: clock.now(), answer }]
        maintain()
      })
    },

    close() {
      isClosed = true
      ready = []
      answer(closed)
    },
  }
}
