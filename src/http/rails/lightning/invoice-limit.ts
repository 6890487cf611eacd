import type { Clock } from '../../../ports.ts'
import { createAddressLimit } from './address-limit.ts'
import { wideKey } from './limit-key.ts'
import { createSharedCap } from './shared-cap.ts'

/** How many invoices are made for clients who may not pay them: each costs our node a row in its database. */
export interface InvoiceLimit {
  /** Whether this address may have one more, and if so, counts it. */
  take(address: string): InvoiceTaken
  /** A sale returns what its invoice took: buyers are not limited. */
  giveBack(address: string): void
}

export type InvoiceTaken = { readonly kind: 'taken' } | InvoiceWithheld

/** The limit of the address and its network; the limit of all clients together. */
export const WITHHELD_REASONS = ['too_many_unpaid_invoices', 'too_many_invoices'] as const

export interface InvoiceWithheld {
  readonly kind: 'withheld'
  readonly why: (typeof WITHHELD_REASONS)[number]
  /** Seconds. */
  readonly retryAfter: number
}

export interface InvoiceLimitOptions {
  readonly clock: Clock
  /** How many routes are priced: a directory asks each of them at once, from one address. */
  pricedRoutes(): number
  /** Invoices a second for all clients together. */
  readonly perSecond: number
}

/** A directory may request all routes this many times at once. */
const WALKS = 2
/** Then invoices a second for one address. */
const PER_SECOND = 2
const MAX_ADDRESSES = 100_000

const TAKEN = { kind: 'taken' } as const

export const createInvoiceLimit = ({ clock, pricedRoutes, perSecond }: InvoiceLimitOptions): InvoiceLimit => {
  const open = () => {
    const burst = WALKS * pricedRoutes()
    return {
      addresses: createAddressLimit({ clock, burst, perSecond: PER_SECOND, maxAddresses: MAX_ADDRESSES }),
      // One request of all routes from one network fits into the part that is not reserved.
      all: createSharedCap({ clock, burst: 2 * burst, reserved: burst, perSecond, maxNetworks: MAX_ADDRESSES }),
    }
  }
  let opened: ReturnType<typeof open> | null = null
  // The routes are counted when the first client asks: they are made with this limit in hand.
  const limits = () => (opened ??= open())

  return {
    take(address) {
      const { addresses, all } = limits()
      if (!addresses.take(address))
        return { kind: 'withheld', why: 'too_many_unpaid_invoices', retryAfter: addresses.waitSeconds(address) }
      if (all.take(wideKey(address))) return TAKEN
      addresses.giveBack(address)
      return { kind: 'withheld', why: 'too_many_invoices', retryAfter: all.waitSeconds(wideKey(address)) }
    },

    giveBack(address) {
      const { addresses, all } = limits()
      addresses.giveBack(address)
      all.giveBack(wideKey(address))
    },
  }
}
