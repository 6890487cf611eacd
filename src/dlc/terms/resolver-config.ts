import { type GivenPriceOrigin, source, url } from './addresses.ts'
import { type Circumstances, type Field, loose, note, object, optional, required } from './checks.ts'
import { choice, list, number, positive } from './fields.ts'
import { LIMITS } from './schema.ts'

/**
 * `metadata.resolverConfig`: how an event is resolved by itself. It is published with the announcement and never
 * changes, because the announcement's bytes do not contain it.
 */

/** Enum: the bucket between two boundaries that a price falls into. */
export interface PriceBuckets {
  readonly kind: 'price_buckets'
  readonly source: GivenPriceOrigin
  readonly boundaries: readonly number[]
}

/** Numeric: a price times the scale of the event. */
export interface PriceSource {
  readonly kind: 'price_source'
  readonly source: GivenPriceOrigin
  readonly scaleFactor: number | null
}

/** Either: an address that answers what happened. */
export interface Webhook {
  readonly kind: 'webhook'
  readonly url: string
}

export type ResolverConfig = PriceBuckets | PriceSource | Webhook

export const webhook = (around: Circumstances): Field<Webhook> =>
  object({ kind: required(choice(['webhook'])), url: required(url(around)) })

/** The resolver's own scale. It must equal the event's, or two readers could get two numbers. */
const scaleLike =
  (own: number | null): Field<number> =>
  (notes, path, value) => {
    const scale = positive(notes, path, value)
    if (scale === undefined || own === null || own === scale) return scale
    return note(
      notes,
      'scaleFactor',
      'scale_conflict',
      `is ${own}, but ${path} is ${scale}; give one, or the same twice`,
    )
  }

/** @param own the event's scale; `null` when the body has none that could be compared. */
export const priceSource = (around: Circumstances, own: number | null): Field<PriceSource> =>
  object({
    kind: required(choice(['price_source'])),
    source: required(source(around)),
    scaleFactor: optional(scaleLike(own), null),
  })

/** Strictly ascending numbers, one fewer than `outcomes`; `null` when the body has no outcomes to count. */
const boundaries =
  (outcomes: number | null): Field<readonly number[]> =>
  (notes, path, value) => {
    const before = notes.broken.length
    const edges = list(number, { min: 1, max: LIMITS.outcomes.max - 1 })(notes, path, value)
    if (!edges || !Array.isArray(value)) return undefined
    if (outcomes !== null && value.length !== outcomes - 1) {
      const message = `has ${value.length} numbers for ${outcomes} outcomes, one fewer than outcomes is required`
      note(notes, path, 'wrong_count', message)
    }
    edges.forEach((edge, i) => {
      const previous = edges.slice(0, i).findLast((one) => one !== undefined)
      if (edge !== undefined && previous !== undefined && edge <= previous) {
        note(notes, `${path}.${i}`, 'not_ascending', `is ${edge}, must be above ${previous}`)
      }
    })
    return notes.broken.length > before ? undefined : edges.filter((edge) => edge !== undefined)
  }

export const priceBuckets = (around: Circumstances, outcomes: number | null): Field<PriceBuckets> =>
  object({
    kind: required(choice(['price_buckets'])),
    source: required(source(around)),
    boundaries: required(boundaries(outcomes)),
  })

/**
 * The body's `metadata`, of which only the resolver concerns us. `readers` has one entry per kind the event may name.
 */
export const metadata =
  <R extends ResolverConfig>(readers: { readonly [K in R['kind']]: Field<R> }): Field<{
    readonly resolver: R | null
  }> =>
  (notes, path, value) => {
    const kinds = Object.keys(readers) as R['kind'][]
    const config: Field<R> = (inner, at, given) => {
      // First only the kind, since its reader knows the other fields.
      const kind = loose({ ...inner, ignored: [] }, at, given, { kind: required(choice(kinds)) })?.kind
      return kind && readers[kind](inner, at, given)
    }
    const read = loose(notes, path, value, { resolverConfig: optional(config, null) })
    return read?.resolverConfig === undefined ? undefined : { resolver: read.resolverConfig }
  }

/** As documents show it: what the customer wrote, and the pair if one of our own feeds resolves the event. */
export const published = (config: ResolverConfig): Readonly<Record<string, unknown>> => {
  if (config.kind === 'webhook') return { ...config }
  const { kind, source: origin, ...rest } = config
  return { kind, source: origin.given, ...rest, ...(origin.kind === 'feed' ? { settledBy: origin.pair } : {}) }
}
