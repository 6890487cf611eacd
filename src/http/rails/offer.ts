import type { TSchema } from '@sinclair/typebox'
import type { Json } from '../../canonical/jcs.ts'
import type { Rail } from '../../canonical/snapshot.ts'
import type { Tariff } from '../../feeds/tariff.ts'
import type { Guards } from './guards.ts'

/** How a call to a route is built, for catalogues of facilitators. */
export interface OfferedRoute {
  /** OpenAPI template: `/oracle/weather/{lat}/{lon}/rainfall/{window}`. */
  readonly template: string
  /** The parameters of the template in this offer. */
  readonly params: Readonly<Record<string, string>>
  /** A query as an example. */
  readonly query: Readonly<Record<string, string>>
  /** Every query parameter that the route takes. */
  readonly parameters: Readonly<Record<string, TSchema>>
  /** Those of them that a call must have. */
  readonly needs: readonly string[]
  /** Who sells it. */
  readonly serviceName: string
  readonly tags: readonly string[]
}

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
  /** Absent if the route is not for catalogues. */
  readonly route?: OfferedRoute
  /** Hash of method, path template, parameters, query and body, to which a payment is bound. */
  readonly request: string
  /** The rails it is sold on. */
  readonly rails: readonly Rail[]
  /**
   * Time of the request, Unix milliseconds, for products that depend on it. An invoice buys the product of that time.
   */
  readonly askedAt: number | null
  /** What the buyer asks of the answer beside its subject; left out where the route takes no guards. */
  readonly guards?: Guards
}
