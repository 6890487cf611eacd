import type { Clock } from '../../ports.ts'
import type { FacilitatorHealth } from './facilitator.ts'

/**
 * Stops the use of a facilitator that does not answer. After three payments without a result within a minute it gets no
 * more payments, except one at a time to test whether it works again. The author of a wallet contract can make a
 * payment hang, and one person can have many addresses. So only payers with plain keys count: three of them, from three
 * client networks.
 */
export interface Breaker {
  /** Whether no payment may be sent at this moment. */
  isClosed(): boolean
  /** `null`: closed. */
  enter(who: Entrant): Pass | null
}

export interface Entrant {
  /** Address of the payer. */
  readonly payer: string
  /** The client's network; `null` counts as a different network for each payer. */
  readonly network: string | null
  /** Whether the payer's own key signed, and not a contract. Called only when needed, since it recovers a key. */
  hasPlainKey(): boolean
}

export interface Pass {
  /** Reports the result. An answer to `verify` does not show that the facilitator settles. */
  end(verb: 'verify' | 'settle', heard: FacilitatorHealth): void
}

/** Called on each change. */
export type BreakerNews = (door: 'open' | 'open_outcomes' | 'unreached') => void

/** This many payers and networks, within this time. */
const LIMIT = 3
const WINDOW_MS = 60_000
const CLOSED_MS = 30_000
/** A payment cannot cause a failed connection, so that closes at once, for a time that grows. */
const FIRST_PAUSE_MS = 2_000

interface Closed {
  readonly until: number
  readonly cause: 'open_outcomes' | 'unreached'
}

export const createBreaker = (clock: Clock, news: BreakerNews = () => {}): Breaker => {
  let seen: readonly { readonly payer: string; readonly network: string; readonly at: number }[] = []
  let closed: Closed | null = null
  let pause = FIRST_PAUSE_MS
  /** Which tests are running: one with a plain key, and one with a wallet, which must not block the other. */
  const trying = { key: false, wallet: false }
  /** Payments that began in an earlier era say nothing about the current state. */
  let era = 0

  const change = (to: Closed | null): void => {
    era++
    closed = to
    seen = []
    trying.key = trying.wallet = false
    news(to?.cause ?? 'open')
  }
  const close = (cause: Closed['cause'], forMs: number): void => change({ until: clock.now() + forMs, cause })
  const closeUnreached = (): void => {
    close('unreached', pause)
    pause = Math.min(CLOSED_MS, pause * 2)
  }
  const isShut = ({ until }: Closed): boolean => {
    const left = until - clock.now()
    // A longer time is not possible, so the clock was set back.
    return left > 0 && left <= CLOSED_MS
  }

  const leftOpen = ({ payer: address, network }: Entrant): void => {
    const now = clock.now()
    const payer = address.toLowerCase()
    const fresh = seen.filter(({ at }) => at <= now && now - at < WINDOW_MS)
    seen = [...fresh, { payer, network: network ?? `of ${payer}`, at: now }]
    const payers = new Set(seen.map((each) => each.payer))
    const networks = new Set(seen.map((each) => each.network))
    if (payers.size >= LIMIT && networks.size >= LIMIT) close('open_outcomes', CLOSED_MS)
  }

  const atWork = (who: Entrant): Pass => {
    const mine = era
    return {
      end: (_verb, heard) => {
        if (mine !== era) return
        if (heard === 'answered') pause = FIRST_PAUSE_MS
        if (heard === 'unreached') closeUnreached()
        if (heard === 'open' && who.hasPlainKey()) leftOpen(who)
      },
    }
  }
  const onTrial = (turn: keyof typeof trying, { cause }: Closed): Pass => {
    const mine = era
    trying[turn] = true
    return {
      end: (verb, heard) => {
        if (mine !== era) return
        trying[turn] = false
        if (heard === 'answered' && (verb === 'settle' || cause === 'unreached')) change(null)
        if (heard === 'unreached') closeUnreached()
        if (heard === 'open' && turn === 'key') close('open_outcomes', CLOSED_MS)
      },
    }
  }
  return {
    isClosed: () => closed !== null && (isShut(closed) || trying.key),
    enter: (who) => {
      if (closed === null) return atWork(who)
      if (isShut(closed)) return null
      const turn = who.hasPlainKey() ? 'key' : 'wallet'
      return trying[turn] ? null : onTrial(turn, closed)
    },
  }
}
