import type { EventKind } from '../../dlc/terms/lifecycle.ts'

/** What the free reads of the DLC oracle say, as far as the pages read them. */

/** One row of `/dlc/oracle/announcements`. */
export interface ListedEvent {
  readonly eventid: string
  readonly type: EventKind
  readonly pair: string | null
  readonly settled: boolean
  readonly label?: string
  readonly strike?: number
  readonly direction?: 'above' | 'below'
  /** Unix seconds. */
  readonly maturityTs: number
  readonly createdAt: string
}

export interface EventList {
  readonly count: number
  readonly announcements: readonly ListedEvent[]
  /** What `before` says to get the next page; `null`: this is the last. */
  readonly next: number | string | null
}

/** `/dlc/oracle/announcements/{eventid}`. */
export interface AnnouncementDocument extends ListedEvent {
  readonly status: string
  readonly oraclePubkey: string
  readonly serialized: string
  readonly announcementId: string
  readonly nonces: readonly string[]
  readonly outcomes?: readonly string[]
  readonly base?: number
  readonly nbDigits?: number
  readonly isSigned?: boolean
  readonly unit?: string
  readonly settles?: { readonly breached: string; readonly safe: string }
  readonly rounding?: string
  readonly edgeRule?: string
  readonly resolverConfig?: Readonly<Record<string, unknown>> | null
  readonly advice: readonly string[]
  readonly compatibility: readonly WalletRow[]
}

/** Which wallet software can use an event. */
export interface WalletRow {
  readonly wallet: string
  readonly usable: boolean
  readonly reads: string
  readonly reasons: readonly string[]
}

/** `/dlc/oracle/attestations/{eventid}`; a problem until it is attested. */
export interface AttestationRead {
  readonly outcome: string
  readonly outcomes: readonly string[]
  readonly serialized: string
  readonly attestedAt: string
  readonly reason: string
  readonly evidence?: Readonly<Record<string, unknown>> | null
}

/** What a free preview of an event says of terms that break no rule. */
export interface EventPreview {
  readonly eventid: string
  readonly outcomes?: readonly string[]
  readonly nonceCount?: number
  readonly maturityTs?: number
  readonly settles?: { readonly breached: string; readonly safe: string }
  readonly rounding?: string
  readonly price_usd: string
  readonly price_sats: number
  readonly advice?: readonly string[]
  readonly ignored?: readonly string[]
  readonly compatibility?: readonly WalletRow[]
}
