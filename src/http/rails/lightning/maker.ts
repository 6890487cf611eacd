import type { Clock, Log } from '../../../ports.ts'
import { type Invoice, type Lightning, lightningFailure, type LightningFailure } from './node.ts'
import { createRest, type Rest } from './rest.ts'

/** Requests invoices of one price from the node, pauses after failures, and logs them. */
export interface Maker {
  readonly isNodeAwake: boolean
  /** Whether the node answers and does not refuse this price. */
  readonly isWorking: boolean
  /** Whether a request may go out; if not, `whyNot` says what to tell a buyer. */
  mayAsk(): boolean
  whyNot(): LightningFailure
  /** Never throws. */
  make(): Promise<Invoice | LightningFailure>
}

export interface MakerOptions {
  readonly sats: number
  readonly memo: string
  readonly node: Lightning
  /** Shared by all prices, since a node that does not answer fails for all of them. */
  readonly nodeRest: Rest
  readonly clock: Clock
  readonly log: Log
}

export const INVOICE_SECONDS = 300
/** The least time that a buyer has to pay. */
const LEAST_LIFE_MS = 120_000

/**
 * No invoice of ours is valid for longer. One that seems so was made before the clock was set back, and may be expired.
 */
const MOST_LIFE_MS = INVOICE_SECONDS * 1000 + 60_000

export const hasLife = ({ expiresAt }: Invoice, now: number): boolean =>
  expiresAt - now >= LEAST_LIFE_MS && expiresAt - now <= MOST_LIFE_MS

export const createMaker = ({ sats, memo, node, nodeRest, clock, log }: MakerOptions): Maker => {
  /** A node may refuse one price, for example a large one. That must not stop invoices of other prices. */
  const ownRest = createRest()
  let refusal: LightningFailure | null = null

  const ordered = async (): Promise<Invoice | LightningFailure> => {
    const askedAt = clock.now()
    try {
      const made = await node.createInvoice({ sats, memo, expirySeconds: INVOICE_SECONDS })
      if (made.kind !== 'invoice') return made
      // With a clock that is ahead, a node seems to make invoices that are valid longer. They are not.
      const expiresAt = Math.min(made.expiresAt, askedAt + INVOICE_SECONDS * 1000)
      if (hasLife({ ...made, expiresAt }, clock.now())) return { ...made, expiresAt }
      const seconds = Math.floor((expiresAt - clock.now()) / 1000)
      return lightningFailure('unreadable', `the invoice lives ${seconds} s: compare the node's clock with ours`)
    } catch {
      return lightningFailure('unreachable', 'the backend threw')
    }
  }

  const nodeAnswered = (): void => {
    if (!nodeRest.awake) log.info('lightning.back', { node: node.name })
    nodeRest.worked()
  }

  return {
    get isNodeAwake() {
      return nodeRest.awake
    },

    get isWorking() {
      return nodeRest.awake && ownRest.awake
    },

    mayAsk: () => nodeRest.mayAsk(clock.now()) && ownRest.mayAsk(clock.now()),

    whyNot: () =>
      refusal && nodeRest.mayAsk(clock.now()) ? refusal : lightningFailure('unreachable', `${node.name} is away`),

    async make() {
      const [askedNode, askedOwn] = [nodeRest.asked(), ownRest.asked()]
      const made = await ordered()
      if (made.kind === 'invoice') {
        nodeAnswered()
        ownRest.worked()
        return made
      }
      const fields = { node: node.name, reason: made.reason, detail: made.detail }
      if (made.reason === 'timeout' || made.reason === 'unreachable') {
        ownRest.undecided(askedOwn)
        const pauseMs = nodeRest.failed(askedNode, clock.now())
        if (pauseMs !== null) log.warn('lightning.away', { ...fields, pauseMs })
      } else {
        nodeAnswered()
        refusal = made
        const pauseMs = ownRest.failed(askedOwn, clock.now())
        if (pauseMs !== null) log.warn('lightning.refused', { ...fields, sats, pauseMs })
      }
      return made
    },
  }
}
