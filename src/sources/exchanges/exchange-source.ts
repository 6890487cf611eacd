import type { Source } from '../query.ts'

/**
 * The common values of all exchanges. Tickers are polled every five seconds and a tick never waits for a reply, so a
 * request may take half of that. Their keyless market data may be sold if the source is named.
 */
export const exchangeSource = (own: Pick<Source, 'name' | 'origin' | 'rate' | 'maxBytes' | 'terms'>): Source => ({
  ...own,
  timeoutMs: 2500,
  rights: 'attribution',
  termsNote: 'public market data; not reviewed by counsel',
})
