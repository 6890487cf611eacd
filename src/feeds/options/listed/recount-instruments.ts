import type { Check } from '../../../canonical/check.ts'
import type { Json } from '../../../canonical/jcs.ts'

type Row = Readonly<Record<string, Json>>

const rowsOf = (value: Json | undefined): readonly Row[] =>
  Array.isArray(value)
    ? value.filter((each): each is Row => typeof each === 'object' && each !== null && !Array.isArray(each))
    : []

/** The checks of `claros verify`: the counts follow from the expiries. Different strikes are not in the body. */
export const recountInstruments = (
  stated: { readonly contract_count: number; readonly expiry_count: number },
  body: Readonly<Record<string, Json>>,
): readonly Check[] => {
  const expiries = rowsOf(body['expiries'])
  const contracts = expiries
    .flatMap(({ venues }) => rowsOf(venues))
    .reduce((sum, { calls, puts }) => sum + Number(calls) + Number(puts), 0)
  return [
    {
      what: 'contracts and expiries are counted again',
      ok: contracts === stated.contract_count && expiries.length === stated.expiry_count,
      detail: `${contracts} contracts, ${expiries.length} expiries`,
    },
  ]
}
