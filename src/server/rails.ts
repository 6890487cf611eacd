import { type Registry } from '../feeds/registry.ts'
import { chainSeen } from '../http/paywall/chain-seen.ts'
import { createRailAvailability, type RailAvailability } from '../http/paywall/rail-availability.ts'
import { facilitatorNews } from '../http/paywall/facilitator-news.ts'
import { createProofs } from '../http/paywall/proofs.ts'
import type { ReceiptIds } from '../http/paywall/receipt-id.ts'
import { askedConfirm, askedLookUp, askedSettler, askedSignatureCheck } from '../http/rails/asked-settler.ts'
import { configuredL402, configuredX402 } from '../http/rails/configured.ts'
import type { RailSettings } from '../http/rails/rail-settings.ts'
import { nobleRecover, sampleSignature } from '../http/rails/eip3009.ts'
import { facilitatorIds } from '../http/rails/facilitator-list.ts'
import type { Rails } from '../http/paywall/context.ts'
import type { Meter } from '../metrics/meter.ts'
import { pickRecover } from '../native/recover.ts'
import type { Clock, Log, Random } from '../ports.ts'
import type { Asker } from '../queues/ask.ts'
import type { SettlerLane } from '../queues/lanes.ts'
import type { Store } from '../store/store.ts'
import { inSeconds } from '../time-units.ts'

/** Both rails as they are configured, and whether each can be offered at this moment. */

export interface RailParts {
  readonly settings: RailSettings
  readonly registry: Registry
  readonly store: Pick<Store, 'boards' | 'liars' | 'settlers' | 'unproven'>
  readonly receipts: ReceiptIds
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly meter: Meter
  /** Opens a lane of the settling worker. */
  openLane<L extends SettlerLane>(lane: L): Promise<Asker<L>>
}

export interface OpenedRails {
  readonly rails: Rails
  readonly availability: RailAvailability
  /**
   * Called once a second: makes invoices ahead, and looks on the chain for settlements that were reported but not seen.
   */
  maintain(): void
  close(): Promise<void>
}

/** The amounts, in sats, of which invoices are made ahead. */
const pricesOf = ({ feeds }: Registry): readonly number[] => [...new Set(feeds.map((feed) => feed.sale.price.sats))]

export const openRails = async (parts: RailParts): Promise<OpenedRails> => {
  const { settings, store, clock, random, log, meter } = parts
  const settler =
    settings.PAY_TO === undefined
      ? null
      : { settlements: await parts.openLane('settlements'), inquiries: await parts.openLane('inquiries') }
  const isChainSeen = chainSeen(store.settlers, clock)
  const proofs =
    settler &&
    createProofs({
      confirm: askedConfirm(settler),
      unproven: store.unproven,
      liars: store.liars,
      facilitators: facilitatorIds(settings),
      receipts: parts.receipts,
      isChainSeen,
      clock,
      log,
      meter,
    })
  const lightning = configuredL402(settings, { clock, random, log, prices: pricesOf(parts.registry) })
  const x402 = configuredX402(settings, {
    clock,
    random,
    recover: pickRecover(nobleRecover, sampleSignature, log),
    news: facilitatorNews(log, meter, clock),
    ...(proofs && { proofs }),
    ...(settler && {
      own: askedSettler(settler),
      lookUp: askedLookUp(settler),
      signatures: askedSignatureCheck(settler),
    }),
  })
  return {
    rails: { l402: lightning?.rail ?? null, x402 },
    availability: createRailAvailability({
      clock,
      boards: store.boards,
      settlers: store.settlers,
      pegged: settings.X402_NETWORK === 'base',
      ownSettlement: settings.X402_SETTLEMENT === 'own',
      settler: x402?.settler ?? null,
      isChainSeen,
    }),
    maintain: () => {
      lightning?.pool.maintain()
      if (lightning?.certificateEnd)
        meter.set('claros_lightning_certificate_seconds', {}, inSeconds(lightning.certificateEnd - clock.now()))
      if (settings.X402_SETTLEMENT === 'facilitator') void proofs?.maintain()
    },
    close: async () => {
      lightning?.pool.close()
      await Promise.all([settler?.settlements.close(), settler?.inquiries.close()])
    },
  }
}
