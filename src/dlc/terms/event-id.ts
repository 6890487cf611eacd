import type { DlcPair } from './pairs.ts'
import type { DecimalText } from './scale.ts'

/**
 * Event ids. An id is never used again, since the same id would use the same nonces again.
 * ASCII and at most 100 bytes (node-dlc), no `:` and not digits alone (BullMQ job ids), no `/` (it stands in paths).
 */

const FORM = '[A-Z0-9][A-Z0-9.-]{0,99}'
const SHAPE = new RegExp(`^(?=.*[A-Z])${FORM}$`)

/** How a path may spell an id: in either case. */
export const EVENT_ID_SPELLING = `^${FORM.replaceAll('A-Z', 'A-Za-z')}$`

/** Only capitals, so that a path in lower case still names the event. */
export const isEventId = (text: string): boolean => SHAPE.test(text)

/** The event id that a path segment names, in whatever case it was typed, or `null`. */
export const readEventId = (segment: string): string | null => {
  const id = segment.toUpperCase()
  return isEventId(id) ? id : null
}

/**
 * `<PAIR>-<DIRECTION uppercase>-<strike>-<unix seconds>`, the second of registration (interface 7.1). Two equal
 * contracts of one second must not share an id (cancelling one while the other is breached would sign twice with one
 * nonce): when it is taken, the caller asks again with the next second.
 */
export const thresholdEventId = (
  pair: DlcPair,
  direction: 'above' | 'below',
  strike: DecimalText,
  registeredTs: number,
): string => `${pair}-${direction.toUpperCase()}-${strike}-${registeredTs}`

/** `ENUM-<maturity>-<16 hex digits>`; `random` is 8 fresh bytes. */
export const datedEventId = (kind: 'enum' | 'numeric', maturityTs: number, random: Uint8Array): string => {
  if (random.length !== 8) throw new RangeError(`expected 8 random bytes, found ${random.length}`)
  return `${kind.toUpperCase()}-${maturityTs}-${random.toHex().toUpperCase()}`
}
