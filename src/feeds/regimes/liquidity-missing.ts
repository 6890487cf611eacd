import { missingInputs, type ShownInput } from '../attested.ts'

/** The names of the inputs that are missing, by coin: `btc.oi_usd`. */
export const missingByCoin = (
  inputs: Readonly<Record<string, Readonly<Record<string, Pick<ShownInput, 'value'>>>>>,
): string[] =>
  Object.entries(inputs).flatMap(([coin, ofCoin]) => missingInputs(ofCoin).map((name) => `${coin}.${name}`))
