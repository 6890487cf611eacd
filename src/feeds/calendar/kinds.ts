/** The countries of the calendar, in the order in which answers name them. */
export const COUNTRIES = ['US', 'EU', 'GB', 'JP', 'CN'] as const
export type Country = (typeof COUNTRIES)[number]

/** Each country with its currency, its central bank, and its share of confidence. */
export const OF_COUNTRY: Readonly<
  Record<Country, { readonly currency: string; readonly bank: string; readonly weight: number }>
> = {
  US: { currency: 'USD', bank: 'Fed', weight: 0.4 },
  EU: { currency: 'EUR', bank: 'ECB', weight: 0.3 },
  GB: { currency: 'GBP', bank: 'BoE', weight: 0.1 },
  JP: { currency: 'JPY', bank: 'BoJ', weight: 0.1 },
  CN: { currency: 'CNY', bank: 'PBoC', weight: 0.1 },
}

export const IMPACTS = ['high', 'medium'] as const
export type Impact = (typeof IMPACTS)[number]

/** The kinds of events: how much they move markets by this table alone, and how an event of one is called. */
export const KINDS = {
  rate_decision: { impact: 'high', name: 'rate decision' },
  rate_minutes: { impact: 'high', name: 'minutes of the rate decision' },
  cpi: { impact: 'high', name: 'consumer prices' },
  cpi_flash: { impact: 'high', name: 'consumer prices, flash' },
  payrolls: { impact: 'high', name: 'payrolls and unemployment' },
  gdp: { impact: 'high', name: 'GDP, first estimate' },
  pce: { impact: 'high', name: 'personal income and PCE prices' },
  ppi: { impact: 'medium', name: 'producer prices' },
  unemployment: { impact: 'medium', name: 'unemployment' },
  retail_sales: { impact: 'medium', name: 'retail sales' },
  trade: { impact: 'medium', name: 'trade balance' },
  confidence: { impact: 'medium', name: 'confidence' },
  pmi_manufacturing: { impact: 'medium', name: 'PMI of manufacturing' },
  pmi_services: { impact: 'medium', name: 'PMI of services' },
} as const satisfies Readonly<Record<string, { readonly impact: Impact; readonly name: string }>>
export type Kind = keyof typeof KINDS

export const KIND_NAMES = Object.keys(KINDS) as readonly Kind[]

/** `ECB rate decision`, `US consumer prices`. */
export const eventName = (country: Country, kind: Kind): string =>
  `${kind.startsWith('rate_') ? OF_COUNTRY[country].bank : country} ${KINDS[kind].name}`

/**
 * What must be known of a country ahead, or it is not covered. A list that ends tells of some days more: the next event of
 * a kind never comes sooner after the last one than this many days.
 */
export const NEEDED: Readonly<Record<Country, Readonly<Partial<Record<Kind, number>>>>> = {
  US: { rate_decision: 40, cpi: 24, payrolls: 24, gdp: 80, pce: 20 },
  EU: { rate_decision: 40, cpi_flash: 24, cpi: 24 },
  GB: { rate_decision: 40, cpi: 24 },
  JP: { rate_decision: 40, cpi: 24 },
  CN: { rate_decision: 27, cpi: 24 },
}
