import { exchangeSource } from './exchange-source.ts'

/** Deribit, keyless JSON-RPC over GET. Perpetuals and options share one request limit. https://docs.deribit.com */
export const deribitSource = exchangeSource({
  name: 'deribit',
  origin: 'https://www.deribit.com',
  // Credits for a hundred requests at once, which come back at twenty a second:
  // https://docs.deribit.com/articles/rate-limits
  rate: { requests: 40, perSeconds: 2 },
  // A chain of a thousand options is half a megabyte.
  maxBytes: 2 ** 22,
  terms: 'https://www.deribit.com/kb/terms-of-service',
})
