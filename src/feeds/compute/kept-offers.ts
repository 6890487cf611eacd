import { type GpuOffer, offerKey, perGpu } from '../../sources/compute/gpu-offer.ts'
import { UnreadableReply } from '../../sources/query.ts'
import { DAY_MS, HOUR_MS } from '../../time-units.ts'

/** An offer as it is kept between polls. Times are Unix milliseconds. */
export interface KeptOffer extends GpuOffer {
  /** When the teller last said this price. */
  readonly seenAt: number
  /** The price that stood for an hour last, by which moves are measured; absent: the believed one. */
  readonly anchor?: GpuOffer
  /** Another price than that which it says now, and since when. */
  readonly other?: { readonly offer: GpuOffer; readonly since: number }
  /** Listed since then by a teller that did not list it before, and not believed yet. */
  readonly newSince?: number
  /** No longer listed since then. It is remembered, so that it cannot come back at any price. */
  readonly leftAt?: number
}

/** A list price that moves further is held back: units, machines and currencies differ by more. */
const MOST_MOVE = 1.25
/** A price that moves further from poll to poll does not stand. */
const STILL = 1.02
/** How long another price, another machine, or an absence must stand before it is believed. */
export const HELD_MS = HOUR_MS
/** How long a machine that left the list is remembered. */
const REMEMBERED_MS = 7 * DAY_MS
/** A list that has lost more than this share of what it had within a day was cut, or is another list. */
const LEAST_KEPT = 0.5

/** The rule for people. */
export const HELD_RULE = `a price that moves by more than a factor of ${MOST_MOVE}, at once or in steps within an hour, is believed once it has stood within a factor ${STILL} for ${HELD_MS / HOUR_MS} h; until then the former one stands, with its age. A machine that a seller lists anew is believed after the same time, and one that it lists no longer stands as long, with its age. Machines that left are remembered for ${REMEMBERED_MS / DAY_MS} d, and come back at their former price or after that hour. A list with less than ${LEAST_KEPT} of the machines that it had within the day is not read`

const isApart = (from: GpuOffer, to: GpuOffer, factor: number): boolean => {
  const ratio = perGpu(to) / perGpu(from)
  return to.currency !== from.currency || ratio > factor || ratio * factor < 1
}

const isMove = (from: GpuOffer, to: GpuOffer): boolean => isApart(from, to, MOST_MOVE)
const isStill = (from: GpuOffer, to: GpuOffer): boolean => !isApart(from, to, STILL)

/** Whether the teller says another price now than the believed one, or no longer lists it. */
export const isHeld = (kept: KeptOffer): boolean =>
  kept.leftAt !== undefined || (kept.other !== undefined && isMove(kept.anchor ?? kept, kept.other.offer))

/** The price itself, without what is remembered of it. */
const bare = ({ seenAt: _1, anchor: _2, other: _3, newSince: _4, leftAt: _5, ...offer }: KeptOffer): GpuOffer => offer

/** A price of a machine that was listed before: walking does not lead away from the price that stood. */
const moved = (told: GpuOffer, kept: KeptOffer, now: number): KeptOffer => {
  const anchor = kept.anchor ?? bare(kept)
  if (isStill(anchor, told)) return { ...told, seenAt: now, anchor }
  const since = kept.other && isStill(kept.other.offer, told) ? kept.other.since : now
  if (now - since >= HELD_MS) return { ...told, seenAt: now }
  const other = kept.other?.since === since ? kept.other : { offer: told, since }
  return isMove(anchor, told)
    ? { ...bare(kept), seenAt: kept.seenAt, anchor, other }
    : { ...told, seenAt: now, anchor, other }
}

const entered = (told: GpuOffer, kept: KeptOffer | undefined, isFirst: boolean, now: number): KeptOffer => {
  // A market moves by the minute, and no headline is made of it.
  if (told.tag === 'market') return { ...told, seenAt: now }
  if (!kept) return { ...told, seenAt: now, ...(!isFirst && { newSince: now }) }
  if (kept.newSince === undefined) return moved(told, kept, now)
  if (!isStill(kept, told)) return { ...told, seenAt: now, newSince: now }
  // Its first price is kept until then: one that walks a little each poll does not stand.
  return now - kept.newSince >= HELD_MS ? { ...told, seenAt: now } : { ...kept, seenAt: now }
}

/** What is no longer listed: the offer of a market is forgotten, the machine of a price list is remembered. */
const left = (kept: KeptOffer, now: number): readonly KeptOffer[] => {
  const { other: _, leftAt = now, ...before } = kept
  const isOver = kept.tag === 'market' || kept.newSince !== undefined || now - leftAt > REMEMBERED_MS
  return isOver ? [] : [{ ...before, leftAt }]
}

/** Whether it is told at this moment, or has not been away for long enough to be gone. */
export const isShown = ({ newSince, leftAt }: KeptOffer, now: number): boolean =>
  newSince === undefined && (leftAt === undefined || now - leftAt < HELD_MS)

/**
 * The offers after a reply.
 *
 * @param told one offer for each seller, model, kind and area
 * @param kept `null` before the first reply
 * @throws UnreadableReply of a list from which more than half of the offers of the day have vanished
 */
export const enteredOffers = (
  told: readonly GpuOffer[],
  kept: readonly KeptOffer[] | null,
  now: number,
): readonly KeptOffer[] => {
  const known = new Map(kept?.map((offer) => [offerKey(offer), offer]))
  const names = new Set(told.map(offerKey))
  const lately = [...known].filter(([, { tag, seenAt }]) => tag !== 'market' && now - seenAt <= DAY_MS)
  const still = lately.filter(([name]) => names.has(name)).length
  if (still < LEAST_KEPT * lately.length)
    throw new UnreadableReply(`${still} of ${lately.length} offers of the last day: a list that was cut`)
  return [
    ...told.map((offer) => entered(offer, known.get(offerKey(offer)), kept === null, now)),
    ...[...known].flatMap(([name, offer]) => (names.has(name) ? [] : left(offer, now))),
  ]
}
