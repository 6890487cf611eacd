import type { Source } from '../query.ts'

/**
 * What all exchanges have in common: readers poll every five seconds and a tick never waits for one, so an answer is
 * given half of that; and their keyless market data may be sold with the source named.
 */
export const exchangeSource = (own: Pick<Source, 'name' | 'origin' | 'rate' | 'maxBytes' | 'terms'>): Source => ({
  ...own,
  timeoutMs: 2500,
  rights: 'attribution',
  termsNote: 'public market data; not reviewed by counsel',
})
