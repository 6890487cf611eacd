/** What a client and a relay say to one another, NIP-01: as much of it as publishing takes. */

/** A relay's verdict on one event. */
export interface RelayVerdict {
  readonly id: string
  readonly accepted: boolean
  /** Its own words, bounded: they go into a log. */
  readonly reason: string
}

const REASON_CHARS = 200

/** @param event the JSON text of a signed event */
export const publishWords = (event: string): string => `["EVENT",${event}]`

/** The verdict that a frame holds; `null` for everything else that relays say. */
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
  // Some relays refuse what they have: it lies there all the same.
  return { id: said[1], accepted: said[2] || reason.startsWith('duplicate:'), reason }
}
