import type { Source } from '../query.ts'

/**
 * How Open-Meteo is reached. Its free host is for non-commercial use only; those who sell answers use a key of their
 * own (the customers' host) or a server of their own (the program and the data are open).
 */
export type OpenMeteoAccess =
  | { readonly kind: 'free' }
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'server'; readonly origin: string }

const NOTES = {
  free: 'The free host is for non-commercial use only: not to be sold.',
  key: 'Data CC BY 4.0, named as Open-Meteo and the weather services; the key buys commercial use. Not reviewed by counsel.',
  server:
    'Data CC BY 4.0, named as Open-Meteo and the weather services; the server is the operator’s own. Not reviewed by counsel.',
} as const

/** One of Open-Meteo's hosts, `archive-api` or `marine-api`, under one way to reach it. */
export const openMeteoSource = (
  access: OpenMeteoAccess,
  host: { readonly name: string; readonly api: 'archive-api' | 'marine-api'; readonly maxBytes: number },
): Source => ({
  name: host.name,
  origin:
    access.kind === 'server'
      ? access.origin
      : `https://${access.kind === 'key' ? 'customer-' : ''}${host.api}.open-meteo.com`,
  // Published: 600 calls a minute on the free host; a call about 130 days counts several times.
  rate: { requests: 60, perSeconds: 60 },
  timeoutMs: 10_000,
  maxBytes: host.maxBytes,
  rights: access.kind === 'free' ? 'noncommercial' : 'attribution',
  terms: access.kind === 'server' ? 'https://open-meteo.com/en/license' : 'https://open-meteo.com/en/terms',
  termsNote: NOTES[access.kind],
})

/** What a query string ends with so that the customers' host opens. */
export const openMeteoKey = (access: OpenMeteoAccess): string =>
  access.kind === 'key' ? `&apikey=${encodeURIComponent(access.key)}` : ''
