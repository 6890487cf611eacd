import type { Tariff } from '../../feeds/tariff.ts'

/** What is for sale at one request: made by the route, never looked up by an address. */
export interface Offer {
  readonly price: Tariff
  /** Absolute, from configuration: never from a Host header. */
  readonly url: string
  readonly description: string
  /** Hash of method, path template, parameters, query and body: what a payment is bound to. */
  readonly request: string
}
