import type { Json } from '../../canonical/jcs.ts'
import type { Rail } from '../../canonical/snapshot.ts'
import type { Tariff } from '../../feeds/tariff.ts'

/** What is for sale at one request: made by the route, never looked up by an address. */
export interface Offer {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly price: Tariff
  /** Absolute, from configuration: never from a Host header. */
  readonly url: string
  readonly description: string
  /** A few fields of the answer, for catalogues of facilitators. */
  readonly example: Readonly<Record<string, unknown>>
  /** An accepted body, where the route takes one. */
  readonly body?: Readonly<Record<string, Json>>
  /** Hash of method, path template, parameters, query and body: what a payment is bound to. */
  readonly request: string
  /** The rails it is sold on. */
  readonly rails: readonly Rail[]
  /** Unix milliseconds, where what may be bought depends on when it was asked for; an invoice honours that moment. */
  readonly askedAt: number | null
}
