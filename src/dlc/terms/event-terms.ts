import type { CancelTerms } from './cancelling.ts'
import type { EnumTerms } from './enum-terms.ts'
import type { NumericTerms } from './numeric-terms.ts'
import type { DlcPair } from './pairs.ts'
import { published, type ResolverConfig } from './resolver-config.ts'
import type { DecimalText } from './scale.ts'
import type { Direction } from './threshold.ts'
import type { ThresholdTerms } from './threshold-terms.ts'

/** The stored parts of a create body: what documents show, and what only the oracle reads. */

/** The rail that paid for an event; `none`: a standing event, without a payment. */
export type EventRail = 'l402' | 'x402' | 'none'

export type Terms = ThresholdTerms | EnumTerms | NumericTerms

/** Public terms, besides those in the announcement itself. */
export type ShownTerms =
  | ({
      readonly kind: 'threshold'
      readonly pair: DlcPair
      readonly strike: number
      readonly direction: Direction
      readonly rail: EventRail
    } & CancelTerms)
  | {
      readonly kind: 'enum'
      readonly label: string
      readonly resolverConfig: Readonly<Record<string, unknown>> | null
      readonly rail: EventRail
    }
  | {
      readonly kind: 'numeric'
      readonly label: string
      readonly scaleFactor: number
      readonly resolverConfig: Readonly<Record<string, unknown>> | null
      readonly rail: EventRail
    }

/** Terms that are never shown. */
export interface HiddenTerms {
  readonly webhookUrl: string | null
  /** Who paid over x402, lower case: may cancel without a token. */
  readonly payer: string | null
  /** SHA-256 of the manage token, hex. */
  readonly manageTokenHash: string
  /** The secret of its webhook, encrypted for the courier; absent without a webhook. */
  readonly sealedWebhookSecret?: string
  /** How it is resolved; `null` for thresholds and for events that wait for an administrator. */
  readonly resolver: ResolverConfig | null
  /** The one scale of a numeric event; `1` for others. */
  readonly scale: DecimalText
}

/** The owner of an event, known by its payment. */
export interface Creator {
  readonly rail: EventRail
  readonly payer: string | null
  readonly manageTokenHash: string
  readonly sealedWebhookSecret?: string
}

const shownConfig = (resolver: ResolverConfig | null) => (resolver ? published(resolver) : null)

export const shownTerms = (terms: Terms, { rail }: Creator): ShownTerms => {
  switch (terms.kind) {
    case 'threshold': {
      const { kind, pair, strike, direction, cancellable, cancelUntil } = terms
      return { kind, pair, strike, direction, cancellable, cancelUntil, rail }
    }
    case 'enum':
      return { kind: 'enum', label: terms.label, resolverConfig: shownConfig(terms.resolver), rail }
    case 'numeric': {
      const { label, scaleFactor, resolver } = terms
      return { kind: 'numeric', label, scaleFactor, resolverConfig: shownConfig(resolver), rail }
    }
  }
}

export const hiddenTerms = (terms: Terms, { payer, manageTokenHash, sealedWebhookSecret }: Creator): HiddenTerms => ({
  webhookUrl: terms.kind === 'threshold' ? terms.webhookUrl : null,
  payer: payer?.toLowerCase() ?? null,
  manageTokenHash,
  ...(sealedWebhookSecret !== undefined && { sealedWebhookSecret }),
  resolver: terms.kind === 'threshold' ? null : terms.resolver,
  scale: terms.kind === 'numeric' ? terms.scaleText : '1',
})

/** The pair whose price resolves it; `null` for foreign sources and events that are attested by hand. */
export const pairOf = (terms: Terms): DlcPair | null => {
  if (terms.kind === 'threshold') return terms.pair
  const { resolver } = terms
  return resolver && 'source' in resolver && resolver.source.kind === 'feed' ? resolver.source.pair : null
}
