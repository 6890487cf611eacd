import { type GpuOffer, offerKey, perGpu } from '../../sources/compute/gpu-offer.ts'
import { HOUR_MS } from '../../time-units.ts'

/** An offer as it is kept between polls. Times are Unix milliseconds. */
export interface KeptOffer extends GpuOffer {
  /** When the teller last said this price. */
  readonly seenAt: number
  /** Another price that it says now, which is not believed yet, and since when. */
  readonly held?: { readonly offer: GpuOffer; readonly since: number }
}

/** A list price that moves further at once is held back: units, machines and currencies differ by more. */
const MOST_MOVE = 1.25
/** How long the other price must stand before it is believed. */
export const HELD_MS = HOUR_MS

/** The rule for people. */
export const HELD_RULE = `a price that moves by more than a factor of ${MOST_MOVE} at once is believed after ${HELD_MS / HOUR_MS} h; until then the former one stands, with its age`

const isMove = (from: GpuOffer, to: GpuOffer): boolean => {
  const ratio = perGpu(to) / perGpu(from)
  return to.currency !== from.currency || ratio > MOST_MOVE || ratio * MOST_MOVE < 1
}

const entered = (told: GpuOffer, kept: KeptOffer | undefined, now: number): KeptOffer => {
  // A market moves by the minute, and no headline is made of it.
  if (!kept || told.tag === 'market' || !isMove(kept, told)) return { ...told, seenAt: now }
  const { held } = kept
  if (!held || isMove(held.offer, told)) return { ...kept, held: { offer: told, since: now } }
  return now - held.since >= HELD_MS ? { ...told, seenAt: now } : { ...kept, held: { offer: told, since: held.since } }
}

/**
 * The offers after a reply. What it no longer lists is gone: it cannot be rented any more.
 *
 * @param told one offer for each seller, model, kind and area
 */
export const enteredOffers = (
  told: readonly GpuOffer[],
  kept: readonly KeptOffer[],
  now: number,
): readonly KeptOffer[] => {
  const known = new Map(kept.map((offer) => [offerKey(offer), offer]))
  return told.map((offer) => entered(offer, known.get(offerKey(offer)), now))
}
