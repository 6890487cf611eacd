/** What `/health` and `/dlc/oracle/status` say, as far as the pages read them. */

export interface RailRow {
  readonly rail: string
  readonly open: boolean
  readonly reason: string | null
  readonly warning: string | null
}

export interface WorkerState {
  readonly role: string
  readonly working: boolean
  readonly reason: string | null
}

export interface HealthRead {
  readonly status: string
  readonly version: string
  readonly mode: string
  readonly sellable: number
  readonly total: number
  readonly rails: readonly RailRow[]
  readonly wrong_clocks: readonly unknown[]
  readonly workers: readonly WorkerState[]
}

interface WaitingEvents {
  readonly count: number
  readonly events: readonly unknown[]
}

export interface OracleStatus {
  readonly status: string
  readonly last_attestation: string | null
  readonly events: Readonly<Record<string, { readonly open: number; readonly done: number }>>
  readonly overdue: number
  readonly unsigned: number
  readonly overdueEvents: readonly unknown[]
  readonly signer: {
    readonly alive: boolean
    /** ISO 8601; `null`: never. */
    readonly last_seen: string | null
    readonly signs: boolean
    readonly waiting: WaitingEvents
    readonly quarantined: WaitingEvents
  }
  readonly pubkey: string
  /** What contracts may be about. */
  readonly pairs: readonly string[]
}
