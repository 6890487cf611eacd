import {
  type Invoice,
  type InvoiceOrder,
  type Lightning,
  lightningFailure,
  type LightningFailure,
} from '../../../../../src/http/rails/lightning/node.ts'
import { stillClock } from '../../../still.ts'

/** The state of the node. `hanging` ends after three seconds, as in every backend. */
export type Mood = 'well' | 'hanging' | 'unreachable' | 'refusing' | 'broken'

interface Creation {
  readonly order: InvoiceOrder
  readonly doneAt: number
  readonly finish: (outcome: Invoice | LightningFailure) => void
  readonly fail: (problem: Error) => void
  readonly mood: Mood
}

const START = 1_793_491_200_000

/** A node with its own clock: nothing happens until a test moves it. */
export const fakeNode = () => {
  const clock = stillClock(START)
  const creations = new Set<Creation>()
  const asked: { at: number; sats: number; mood: Mood }[] = []
  let made = 0
  let mostInFlight = 0
  const state = { mood: 'well' as Mood, tookMs: 20, livesMs: 300_000, refuses: 0 }

  const moodFor = ({ sats }: InvoiceOrder): Mood => (sats === state.refuses ? 'refusing' : state.mood)

  const outcome = ({ mood, doneAt }: Creation): Invoice | LightningFailure => {
    if (mood === 'hanging') return lightningFailure('timeout', 'no answer in time')
    if (mood === 'unreachable') return lightningFailure('unreachable', 'ConnectionRefused')
    if (mood === 'refusing') return lightningFailure('refused', 'status 400')
    const paymentHash = (++made).toString(16).padStart(64, '0')
    return { kind: 'invoice', bolt11: `lnbc${made}`, paymentHash, expiresAt: doneAt + state.livesMs }
  }

  const node: Lightning = {
    name: 'fake',
    invoiceState: async () => ({ kind: 'unknown' }),
    createInvoice: (order) => {
      const mood = moodFor(order)
      asked.push({ at: clock.now(), sats: order.sats, mood })
      const tookMs = mood === 'hanging' ? 3_000 : mood === 'unreachable' ? 1 : state.tookMs
      return new Promise((finish, fail) => {
        creations.add({ order, doneAt: clock.now() + tookMs, finish, fail, mood })
        const inFlight = [...creations].filter((each) => each.order.sats === order.sats).length
        mostInFlight = Math.max(mostInFlight, inFlight)
      })
    },
  }

  /** Moves the clock, and does everything that is due, in its order. */
  const move = async (ms: number): Promise<void> => {
    const until = clock.now() + ms
    await new Promise(setImmediate)
    for (;;) {
      const [next] = [...creations].sort((a, b) => a.doneAt - b.doneAt)
      if (!next || next.doneAt > until) break
      clock.set(Math.max(clock.now(), next.doneAt))
      creations.delete(next)
      if (next.mood === 'broken') next.fail(new Error('a bug'))
      else next.finish(outcome(next))
      await new Promise(setImmediate)
    }
    clock.set(until)
    await new Promise(setImmediate)
  }

  return {
    node,
    clock,
    state,
    asked,
    move,
    get mostInFlight() {
      return mostInFlight
    },
    /** Moves the clock and maintains the pool as a server does. */
    live: async (ms: number, pool: { maintain(): void }): Promise<void> => {
      for (let left = ms; left > 0; left -= 1_000) {
        await move(Math.min(1_000, left))
        pool.maintain()
      }
    },
  }
}
