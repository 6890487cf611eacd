/** Names for a funding rate, by who pays to hold a position (methods 5.1). */
export const FUNDING_REGIMES = [
  'EXTREME_BACKWARDATION',
  'BACKWARDATION',
  'NEUTRAL',
  'CONTANGO',
  'EXTREME_CONTANGO',
] as const
export type FundingRegime = (typeof FUNDING_REGIMES)[number]

/** The first rule that matches, by the rate per eight hours. The exchanges' usual rate of 0.01 % is neutral. */
export const fundingRegime = (rate8h: number): FundingRegime => {
  if (rate8h <= -0.0003) return 'EXTREME_BACKWARDATION'
  if (rate8h < -0.00005) return 'BACKWARDATION'
  if (rate8h <= 0.00015) return 'NEUTRAL'
  if (rate8h < 0.0005) return 'CONTANGO'
  return 'EXTREME_CONTANGO'
}

/** The same rules as text for the methodology. */
export const FUNDING_REGIME_RULES: Readonly<Record<FundingRegime, string>> = {
  EXTREME_BACKWARDATION: 'rate <= -0.00030',
  BACKWARDATION: 'rate < -0.00005',
  NEUTRAL: 'rate <= 0.00015',
  CONTANGO: 'rate < 0.00050',
  EXTREME_CONTANGO: 'otherwise',
}
