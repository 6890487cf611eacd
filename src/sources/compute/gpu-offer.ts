import type { Question } from '../../ports.ts'
import type { DecimalText } from '../market.ts'
import { type Query, type Source, UnreadableReply } from '../query.ts'
import type { GpuModel } from './gpu-models.ts'
import { type Area, areaOf } from './regions.ts'

/** What kind of price it is; only like is compared with like. */
export const OFFER_TAGS = ['on_demand', 'community', 'market'] as const
export type OfferTag = (typeof OFFER_TAGS)[number]

/** The price of one machine for an hour, as a seller asks it. */
export interface GpuOffer {
  /** Who rents it out: `aws`. */
  readonly seller: string
  readonly model: GpuModel
  /** The seller's own name of the machine. */
  readonly instance: string
  /** The seller's own name of the place; `null` where the price is the same everywhere. */
  readonly region: string | null
  /** The GPUs of the machine. */
  readonly gpus: number
  /** For the whole machine, in `currency` per hour. */
  readonly price: DecimalText
  readonly currency: 'USD' | 'EUR'
  readonly tag: OfferTag
}

/** One question to a provider of prices, and the part of its offers that the reply replaces. */
export interface GpuQuestion {
  /** Unique at the provider: a region, a model, `all`. */
  readonly part: string
  readonly query: Query<readonly GpuOffer[]>
}

/** Somebody who tells prices of GPUs: the seller itself, or a catalogue about it. */
export interface GpuTeller {
  /** As in `sources` of a body: `skypilot-aws`. */
  readonly name: string
  readonly source: Source
  readonly everySeconds: number
  /** The models of which it should have something to say. */
  readonly models: readonly GpuModel[]
  readonly questions: readonly GpuQuestion[]
}

/** Dollars or euros per GPU and hour, unrounded. */
export const perGpu = ({ price, gpus }: Pick<GpuOffer, 'price' | 'gpus'>): number => Number(price) / gpus

/** What is told apart among the offers of one teller: each has at most one row. */
export const offerKey = ({ seller, model, tag, region }: GpuOffer): string =>
  [seller, model, tag, areaOf(region)].join(' ')

const SOLD: readonly Area[] = ['anywhere', 'eu', 'us']

/**
 * The cheapest offer of each seller, model, kind and area. Areas other than the United States and Europe are left out.
 *
 * @throws UnreadableReply if none is left: a list without any is a provider in trouble, and no sign of empty shelves
 */
export const cheapestOffers = (offers: readonly GpuOffer[]): readonly GpuOffer[] => {
  const found = new Map<string, GpuOffer>()
  for (const offer of offers) {
    if (!SOLD.includes(areaOf(offer.region))) continue
    const key = offerKey(offer)
    const known = found.get(key)
    if (!known || perGpu(offer) < perGpu(known)) found.set(key, offer)
  }
  if (found.size === 0) throw new UnreadableReply('no offer of any of our models')
  return [...found.values()]
}

/** A question whose reply is a list of offers. */
export const offersOf = (
  question: Question & { readonly provider: Source },
  read: (body: string) => readonly GpuOffer[],
): Query<readonly GpuOffer[]> => ({ ...question, read: (body) => cheapestOffers(read(body)) })
