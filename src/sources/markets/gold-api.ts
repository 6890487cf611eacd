import type { MetalQuote } from '../market.ts'
import { type Query, type Source, UnreadableReply } from '../query.ts'
import { field, millisFromIso, optional, type Piece, positive, reply, text } from '../shape.ts'

/** Spot prices of metals without a key. https://gold-api.com/llms.txt */
export const goldApi: Source = {
  name: 'goldapi',
  origin: 'https://api.gold-api.com',
  // No limit is published. Answers should be cached for 30 seconds; we send one request a minute.
  rate: { requests: 10, perSeconds: 60 },
  timeoutMs: 5_000,
  maxBytes: 16_384,
  rights: 'open',
  terms: 'https://gold-api.com/llms.txt',
  termsNote: 'Stated free, without limits and without guarantee; not reviewed by counsel.',
}

/**
 * US dollars per troy ounce of a precious metal, per pound of copper (`HG`). Before the middle of 2026 the reply had no `currency`, `currencySymbol` and
 * `exchangeRate`; without them the price is in dollars. `updatedAt` does not change while the market is closed.
 */
export const metalSpot = (symbol: 'XAU' | 'XAG' | 'HG'): Query<MetalQuote> => ({
  provider: goldApi,
  path: `/price/${symbol}`,
  read: (body) => {
    const quote = reply(body)
    const named = text(field(quote, 'symbol'))
    if (named !== symbol) throw new UnreadableReply(`asked for ${symbol}, answered ${named}`)
    const currency = optional(quote, 'currency')
    if (currency && text(currency) !== 'USD') throw new UnreadableReply(`the price is in ${text(currency)}, not in USD`)
    return { price: positive(field(quote, 'price')), at: utc(field(quote, 'updatedAt')) }
  },
})

/** This time decides whether the price is used, so anything but a full time in UTC is refused. */
const utc = (of: Piece): number => {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text(of)))
    throw new UnreadableReply(`${of.path} is not a time in UTC: ${text(of).slice(0, 40)}`)
  return millisFromIso(of)
}

/** XAU/USD. */
export const goldSpot: Query<MetalQuote> = metalSpot('XAU')

/** Copper, dollars per pound. */
export const copperSpot: Query<MetalQuote> = metalSpot('HG')
