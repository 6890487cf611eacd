import type { Clock, Log } from '../../../ports.ts'
import { type Invoice, type Lightning, lightningFailure, type LightningFailure } from './node.ts'
import { createRest, type Rest } from './rest.ts'

/** Has invoices of one price made, leaves the node alone when it fails, and says so in the log. */
export interface Maker {
  readonly isNodeAwake: boolean
  /** Neither away nor refusing this price. */
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
  /** Shared by all prices: what is away is away for all of them. */
  readonly nodeRest: Rest
  readonly clock: Clock
  readonly log: Log
}

export const INVOICE_SECONDS = 300
/** What a buyer gets at least to pay in. */
const LEAST_LIFE_MS = 120_000

/** Nothing of ours lives for longer than this: what seems to is from before a clock was set back, and may be over. */
const MOST_LIFE_MS = INVOICE_SECONDS * 1000 + 60_000

export const hasLife = ({ expiresAt }: Invoice, now: number): boolean =>
  expiresAt - now >= LEAST_LIFE_MS && expiresAt - now <= MOST_LIFE_MS

export const createMaker = ({ sats, memo, node, nodeRest, clock, log }: MakerOptions): Maker => {
  /** A node may refuse one price, too large for it say, and serve the others: these must not suffer for it. */
  const ownRest = createRest()
  let refusal: LightningFailure | null = null

  const ordered = async (): Promise<Invoice | LightningFailure> => {
    const askedAt = clock.now()
    try {
      const made = await node.createInvoice({ sats, memo, expirySeconds: INVOICE_SECONDS })
      if (made.kind !== 'invoice') return made
      // A node whose clock is ahead seems to make invoices that live long. It closes them all the same.
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
