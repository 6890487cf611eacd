import type { Json } from '../canonical/jcs.ts'

/** Where the tour goes, and with what. */
export interface TourStops {
  readonly baseUrl: string
  readonly sandboxUrl: string
  readonly buyerKey: `0x${string}`
  /** Where the ledger lies. */
  readonly dataFolder: string
  say(line: string): void
}

/** A stop that did not go as it should. */
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
