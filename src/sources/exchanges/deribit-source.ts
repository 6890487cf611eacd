import { exchangeSource } from './exchange-source.ts'

/** Deribit, keyless JSON-RPC over GET. Perpetuals and options share one request limit. https://docs.deribit.com */
export const deribitSource = exchangeSource({
  name: 'deribit',
  origin: 'https://www.deribit.com',
  // About twenty a second per address, sustained.
  rate: { requests: 10, perSeconds: 1 },
  // A chain of a thousand options is half a megabyte.
  maxBytes: 2 ** 22,
  terms: 'https://www.deribit.com/kb/terms-of-service',
})
