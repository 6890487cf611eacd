import { rounded } from '../../canonical/measure.ts'
import { type GpuModel } from '../../sources/compute/gpu-models.ts'
import { type OfferTag, perGpu } from '../../sources/compute/gpu-offer.ts'
import { GPU_TELLERS } from '../../sources/compute/tellers.ts'
import { DAY_MS, HOUR_MS } from '../../time-units.ts'
import { GPU_BOARDS } from '../boards/gpu-boards.ts'
import type { TickContext } from '../feed.ts'
import { FX } from '../prices/price-carry.ts'
import { isHeld, isShown, type KeptOffer } from './kept-offers.ts'

/** Decimals of a price per GPU and hour. */
export const GPU_PLACES = 4
/** A quote that is older is left out (methods 12.1). */
export const QUOTE_MS = DAY_MS
/** Dollars per GPU and hour; what lies outside is in another unit. */
export const PRICE_RAILS = { low: 0.05, high: 15 } as const
/** The exchange rate of a euro may be this old: its feed carries it over a weekend. */
const RATE_MS = HOUR_MS
/** The actor whose rate turns euros into dollars. */
export const EURO = 'EUR-USD'

/** One price in dollars per GPU and hour, rounded. */
export interface GpuPrice {
  readonly provider: string
  /** Who told it: `skypilot-aws`. */
  readonly source: string
  readonly usd: number
  readonly instance: string
  readonly region: string | null
  readonly gpus: number
  readonly tag: OfferTag
  /** When it was last told, Unix milliseconds. */
  readonly at: number
  /** The teller says another price now, or none. */
  readonly isHeld: boolean
}

/** All prices of one model, and those that are not dollars per GPU. */
export interface ModelPrices {
  readonly prices: readonly GpuPrice[]
  readonly outside: readonly GpuPrice[]
  /** Tellers that should have had something to say. */
  readonly configured: readonly string[]
}

/** Dollars per euro; `null` without a young rate. */
const euroRate = (context: TickContext): number | null => {
  const found = context.earlier(FX, EURO)
  return found && context.now - found.timestamp * 1_000 <= RATE_MS ? found.carry.value : null
}

const priceOf = (source: string, offer: KeptOffer, rate: number | null): readonly GpuPrice[] => {
  const factor = offer.currency === 'USD' ? 1 : rate
  if (factor === null) return []
  const { seller: provider, instance, region, gpus, tag, seenAt: at } = offer
  const usd = rounded(perGpu(offer) * factor, GPU_PLACES)
  return [{ provider, source, usd, instance, region, gpus, tag, at, isHeld: isHeld(offer) }]
}

const isInRails = ({ usd }: GpuPrice): boolean => usd >= PRICE_RAILS.low && usd <= PRICE_RAILS.high

/** What every teller says of one model at this tick. */
export const pricesOf = (model: GpuModel, context: TickContext): ModelPrices => {
  const rate = euroRate(context)
  const told = [...GPU_BOARDS].flatMap(([name, board]) =>
    Object.values(context.boards.read(board)?.parts ?? {})
      .flat()
      .filter((offer) => offer.model === model && context.now - offer.seenAt <= QUOTE_MS)
      .filter((offer) => isShown(offer, context.now))
      .flatMap((offer) => priceOf(name, offer, rate)),
  )
  return {
    prices: told.filter(isInRails),
    outside: told.filter((price) => !isInRails(price)),
    configured: GPU_TELLERS.filter(
      ({ name, models, source }) =>
        models.includes(model) &&
        // Without a key nobody is asked, and nothing is missing.
        (source.keyed?.needed !== true || context.boards.read(GPU_BOARDS.get(name)!) !== null),
    ).map(({ name }) => name),
  }
}
