import { text } from './setting-kinds.ts'

/** Settings of the pool behind insurance quotes. The service counts none of these amounts: the operator states them. */

const usdc = (description: string) =>
  text(`${description}, USDC, with at most two decimals`, {
    default: '0',
    pattern: '^(?:0|[1-9]\\d{0,14})(?:\\.\\d{1,2})?$',
    form: 'an amount of at most two decimals',
  })

/** Workers judge quotes by these. Servers show them, so both must be told the same. */
export const pool = {
  INSURANCE_POOL_CAPITAL: usdc('Insurance quotes: the capital that stands behind them; with 0 they are indications'),
  INSURANCE_POOL_OPEN_PAYOUTS: usdc(
    'Insurance quotes: what would be paid at most for everything that is insured now; with the next voyage it may not exceed the capital',
  ),
}

/** What `/insurance/pool` shows besides. */
export const poolAccount = {
  ...pool,
  INSURANCE_POOL_PREMIUMS_12M: usdc('Shown by /insurance/pool: premiums of the last twelve months'),
  INSURANCE_POOL_PAYOUTS_12M: usdc('Shown by /insurance/pool: payouts of the last twelve months'),
}
