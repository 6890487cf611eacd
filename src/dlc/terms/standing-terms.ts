import type { Creator } from './event-terms.ts'
import { type NumericTerms, numericTerms } from './numeric-terms.ts'
import { DLC_PAIRS, type DlcPair } from './pairs.ts'
import { type DecimalText, plainDecimal, scaled } from './scale.ts'

/** The terms of a standing event: our own price as a number in binary digits, with room above it. */

/** The id is the same for every process and clock, so a second process finds the event of the first. */
export const standingId = (pair: DlcPair, maturityTs: number): string => `STANDING-${pair}-${maturityTs}`

const PREFIX = 'standing:'

/** Replaces the payment id of a standing event. No payment has such an id. */
export const standingPayment = (id: string): string => PREFIX + id

export const isStanding = (payment: string): boolean => payment.startsWith(PREFIX)

/** The creator of an event without a payment: nobody has the rights of a creator. */
export const NOBODY: Creator = { rail: 'none', payer: null, manageTokenHash: '' }

/** The scaled price is at least this large, so a step of one is at most a sixteen-thousandth of it. */
const FINEST = 2n ** 14n

/** The price may grow by this factor before the digits are too few. */
export const ROOM = 8n

/**
 * Digits for a price as it is now. The scale is a power of two, so that the announcement itself says it, as its
 * precision, to wallets that see nothing else. Throws `RangeError` on a price that is not above zero.
 */
export const digitsFor = (price: DecimalText): { readonly scaleFactor: number; readonly nbDigits: number } => {
  if (!(Number(price) > 0)) throw new RangeError(`${price} is no price above zero`)
  let scaleFactor = 1
  while (scaled(price, plainDecimal(scaleFactor)) < FINEST) scaleFactor *= 2
  return { scaleFactor, nbDigits: (scaled(price, plainDecimal(scaleFactor)) * ROOM).toString(2).length }
}

const labelOf = (pair: DlcPair, maturityTs: number): string => {
  const { feed, subject } = DLC_PAIRS[pair]
  const name = subject.replace('-', '/') + (feed === 'price/vwap' ? ' VWAP' : '')
  return `${name} at ${new Date(maturityTs * 1000).toISOString().replace('.000Z', 'Z')}`
}

/** The terms as a buyer's body would make them, judged by the same rules. Throws `RangeError` naming a broken one. */
export const standingTerms = (pair: DlcPair, maturityTs: number, price: DecimalText, nowTs: number): NumericTerms => {
  const body = {
    label: labelOf(pair, maturityTs),
    maturityTs,
    base: 2,
    ...digitsFor(price),
    unit: pair.slice(3, 6),
    metadata: { resolverConfig: { kind: 'price_source', source: pair } },
  }
  const checked = numericTerms(body, { nowTs, ownHosts: [], plainHosts: [] })
  if (!checked.ok) throw new RangeError(`${standingId(pair, maturityTs)}: ${JSON.stringify(checked)}`)
  return checked.terms
}
