/** What `/feeds` and `/feeds/…` say, as far as the pages read it. */

export interface FeedItem {
  readonly feed: string
  readonly family: string
  /** The group of the list that it belongs to. */
  readonly group: string
  readonly layer: string
  readonly subject: string
  readonly title: string
  readonly path: string
  readonly page: string
  readonly sellable: boolean
  readonly reason: string | null
  readonly age_seconds: number | null
  readonly period_seconds: number
  readonly sellable_seconds: number
  readonly confidence: number | null
  readonly sources: readonly string[]
  readonly price_usd: string
  readonly price_sats: number
  readonly preview: string | null
  readonly delayed: DelayedValue | null
}

/** The main number, or word, of a free copy. */
export interface DelayedValue {
  readonly value: string
  readonly kind: 'number' | 'word'
  readonly unit: string | null
  readonly field: string
  readonly age_seconds: number
  readonly max_age_minutes: number
}

export interface FeedList {
  readonly mode: string
  /** Unix seconds. */
  readonly read_at: number
  readonly total: number
  readonly sellable: number
  readonly items: readonly FeedItem[]
}

/** A past day in steps, none newer than the preview's own delay. */
export interface PastDaySeries {
  readonly kind: 'number' | 'word'
  readonly unit: string | null
  readonly field: string
  readonly step_seconds: number
  readonly delay_seconds: number
  /** `t` in Unix seconds, oldest first. */
  readonly points: readonly { readonly t: number; readonly value: string }[]
}

export interface FeedDetail extends FeedItem {
  readonly mode: string
  readonly read_at: number
  readonly summary: string
  readonly methodology: Readonly<Record<string, unknown>>
  readonly series: PastDaySeries | null
}
