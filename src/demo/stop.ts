import type { Json } from '../canonical/jcs.ts'

/** What the stops of the tour need: addresses, the buyer's key, and where to write. */
export interface TourStops {
  readonly baseUrl: string
  readonly sandboxUrl: string
  readonly buyerKey: `0x${string}`
  /** The folder that holds the ledger. */
  readonly dataFolder: string
  say(line: string): void
  /** Shows how many seconds are left of what `says` names. */
  countDown(says: string, seconds: number): void
}

/** One stop of the tour. Its number follows from its place. */
export interface Stop {
  /** What happens here, with the request in short. */
  readonly title: string
  visit(): Promise<void>
}

/** A stop of the tour failed. The message names the stop. */
export class TourFailed extends Error {
  override readonly name = 'TourFailed'
}

export type Body = Readonly<Record<string, Json>>

export const expect = (ok: boolean, what: string): void => {
  if (!ok) throw new TourFailed(what)
}

export const readJson = async (response: Response, stop: string): Promise<Body> => {
  const text = await response.text()
  try {
    return JSON.parse(text) as Body
  } catch {
    throw new TourFailed(`${stop}: status ${response.status}, not JSON: ${text.slice(0, 120)}`)
  }
}
