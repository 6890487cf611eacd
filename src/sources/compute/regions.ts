/** Where a machine stands, as far as prices are compared: sellers ask other prices in other parts of the world. */
export type Area = 'us' | 'eu' | 'anywhere' | 'elsewhere'

const US = /^us[-\d]|^us$|^(?:north|south|west)?(?:central|east|west)us\d?$/
/** The codes of AWS, Nebius and Lambda, the countries of Azure, those of RunPod, and the zones of Scaleway. */
const EU =
  /^(?:eu|uk)-|^eu-?(?:north|south|west|central|east)|europe|^(?:fr-par|nl-ams|pl-waw)-|^(?:france|germany|sweden|norway|poland|italy|spain|switzerland|uk)/

/** @param region the seller's own name; `null` if the price is the same everywhere */
export const areaOf = (region: string | null): Area => {
  if (region === null) return 'anywhere'
  const name = region.toLowerCase()
  if (US.test(name)) return 'us'
  return EU.test(name) ? 'eu' : 'elsewhere'
}
