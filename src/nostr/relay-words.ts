/** The messages of NIP-01 between client and relay that publishing needs. */

/** A relay's verdict on one event. */
export interface RelayVerdict {
  readonly id: string
  readonly accepted: boolean
  /** The relay's own text, cut to a maximum length, for the log. */
  readonly reason: string
}

const REASON_CHARS = 200

/** @param event the JSON text of a signed event */
export const publishWords = (event: string): string => `["EVENT",${event}]`

/** The verdict in a frame; `null` for all other messages of relays. */
export const readVerdict = (frame: string): RelayVerdict | null => {
  let said: unknown
  try {
    said = JSON.parse(frame)
  } catch {
    return null
  }
  if (!Array.isArray(said) || said[0] !== 'OK' || typeof said[1] !== 'string' || typeof said[2] !== 'boolean')
    return null
  const reason = typeof said[3] === 'string' ? said[3].slice(0, REASON_CHARS).toWellFormed() : ''
  // Some relays refuse an event that they already have: it is stored all the same.
  return { id: said[1], accepted: said[2] || reason.startsWith('duplicate:'), reason }
}
