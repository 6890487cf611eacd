import { dollarUnits } from '../../client/src/dollars.ts'
import type { Payer } from '../../client/src/payer.ts'
import { SATS_PER_USD } from '../feeds/tariff.ts'
import type { Environment } from './data-folder.ts'
import { type Budget, createBudget, withinBudget } from './mcp-budget.ts'
import { BadPurchase, DOLLAR_WALLET, dollarPayer, LIGHTNING_WALLET, lightningPayer } from './wallets.ts'

/** What `claros mcp` may spend, and with which wallets: from its settings. */

export interface McpMoney {
  readonly pay: readonly Payer[]
  readonly budget: Budget
}

/** In dollars, decimal text; options before settings. */
export interface McpLimits {
  readonly maxUsd: string | undefined
  readonly budgetUsd: string | undefined
}

const MICRO = 1_000_000n
const MSAT = 1_000n

/** A host waits for about a minute; what takes longer is gone on with by its next call. */
const WALLET_MS = 30_000

const dollarsIn = (name: string, text: string): bigint => {
  const units = dollarUnits(text)
  if (units === null) throw new BadPurchase(`${name} is dollars in decimal text, such as 0.10.`)
  return units
}

/** At what the limits in dollars count Lightning: the price list's own measure, unless the buyer has another. */
const rateIn = (env: Environment): bigint => {
  const given = env['CLAROS_SATS_PER_USD'] || String(SATS_PER_USD)
  if (!/^[1-9]\d{0,8}$/.test(given)) throw new BadPurchase('CLAROS_SATS_PER_USD is a whole number, 1 or more.')
  return BigInt(given)
}

const overLightning = (max: bigint, budget: Budget, env: Environment): Payer => {
  const rate = rateIn(env)
  const maxSats = (max * rate) / MICRO
  if (maxSats < 1n) throw new BadPurchase('CLAROS_MAX_USD is less than one satoshi.')
  const payer = lightningPayer(Number(maxSats), env, WALLET_MS)
  const perMicro = MSAT * rate
  // Rounded up: parts of a millionth count in whole.
  return withinBudget(payer, budget, (msat) => (msat * MICRO + perMicro - 1n) / perMicro)
}

/**
 * @returns `null` without a wallet
 * @throws BadPurchase
 */
export const readMcpMoney = (env: Environment, limits: McpLimits): McpMoney | null => {
  const maxUsd = limits.maxUsd ?? env['CLAROS_MAX_USD']
  const budgetUsd = limits.budgetUsd ?? env['CLAROS_BUDGET_USD']
  const given = (names: readonly string[]): string | undefined => names.find((name) => env[name])
  const [lightning, dollars] = [given(LIGHTNING_WALLET), given(DOLLAR_WALLET)]
  const wallet = lightning ?? dollars
  if (wallet === undefined) {
    if (maxUsd || budgetUsd)
      throw new BadPurchase('a limit is set and no wallet: set CLAROS_WALLET_FILE or CLAROS_NWC_FILE, or no limit.')
    return null
  }
  if (!maxUsd || !budgetUsd)
    throw new BadPurchase(
      `${wallet} is set, so CLAROS_MAX_USD must say the most for one call and CLAROS_BUDGET_USD the most for this run, in dollars.`,
    )
  const max = dollarsIn('CLAROS_MAX_USD', maxUsd)
  const budget = createBudget(dollarsIn('CLAROS_BUDGET_USD', budgetUsd))
  return {
    budget,
    pay: [
      ...(lightning === undefined ? [] : [overLightning(max, budget, env)]),
      ...(dollars === undefined ? [] : [withinBudget(dollarPayer(maxUsd, env), budget, (units) => units)]),
    ],
  }
}
