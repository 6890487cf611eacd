import type { Source } from '../query.ts'

/**
 * One of Open-Meteo's hosts, `archive-api` or `marine-api`. The free hosts are for non-commercial use only. A seller of
 * answers needs a key, which opens the hosts for customers, or a server of its own (program and data are open). The
 * data is CC BY 4.0 in both cases.
 */
export const openMeteoSource = (host: {
  readonly name: string
  readonly api: 'archive-api' | 'marine-api'
  readonly maxBytes: number
}): Source => ({
  name: host.name,
  origin: `https://${host.api}.open-meteo.com`,
  keyed: { origin: `https://customer-${host.api}.open-meteo.com`, parameter: 'apikey' },
  // The published limit is 600 calls a minute for all free hosts together: https://open-meteo.com/en/terms
  countedAs: 'openmeteo',
  rate: { requests: 500, perSeconds: 60 },
  timeoutMs: 10_000,
  maxBytes: host.maxBytes,
  rights: 'noncommercial',
  terms: 'https://open-meteo.com/en/terms',
  termsNote:
    'The free host is not to be sold from. With a key (`PROVIDER_KEYS`) or a server of one’s own (`PROVIDER_ORIGINS`, `SOURCES_LICENSED`) it is asked first; data CC BY 4.0, named as Open-Meteo and the weather services. Not reviewed by counsel.',
})
