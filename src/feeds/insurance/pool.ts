import { type Static, Type } from '@sinclair/typebox'
import { fromUnits, toUnits } from '../../canonical/decimal.ts'
import { rounded } from '../../canonical/measure.ts'
import { word } from '../answer-fields.ts'

/** What stands behind quotes. The operator says it in settings; a quote moves none of it. */

/** Amounts are decimal text with at most this many places. */
export const USDC_PLACES = 2
const SHARE_PLACES = 4

/** The amounts by which a quote is judged, hundredths of a USDC. */
export interface PoolState {
  readonly capital: bigint
  /** What would be paid at most for everything that is insured now. */
  readonly open: bigint
}

/** What the operator states of the pool: decimal text, USDC. */
export interface PoolSettings {
  readonly INSURANCE_POOL_CAPITAL: string
  readonly INSURANCE_POOL_OPEN_PAYOUTS: string
}

/** The same with what came in and went out in the last twelve months. */
export interface PoolAccount extends PoolSettings {
  readonly INSURANCE_POOL_PREMIUMS_12M: string
  readonly INSURANCE_POOL_PAYOUTS_12M: string
}

/** Without capital, and nothing insured. */
export const UNFUNDED: PoolAccount = {
  INSURANCE_POOL_CAPITAL: '0',
  INSURANCE_POOL_OPEN_PAYOUTS: '0',
  INSURANCE_POOL_PREMIUMS_12M: '0',
  INSURANCE_POOL_PAYOUTS_12M: '0',
}

const units = (text: string): bigint => toUnits(text, USDC_PLACES)
const amount = (found: bigint): string => fromUnits(found, USDC_PLACES)

export const poolState = (settings: PoolSettings): PoolState => ({
  capital: units(settings.INSURANCE_POOL_CAPITAL),
  open: units(settings.INSURANCE_POOL_OPEN_PAYOUTS),
})

/** A sentence for buyers: who pays. */
export const poolStatement = ({ capital }: Pick<PoolState, 'capital'>): string =>
  capital === 0n
    ? 'No capital stands behind these quotes. They are indications, not offers.'
    : `The operator states a capital of ${amount(capital)} USDC behind these quotes. They bind nobody: nothing is sold here.`

/** The capital that a statement names, hundredths of a USDC; `null` if no pool states this. */
export const capitalStated = (statement: string): bigint | null => {
  const named = /\b(?:0|[1-9]\d*)\.\d{2}(?= USDC\b)/.exec(statement)
  const capital = named ? units(named[0]) : 0n
  return poolStatement({ capital }) === statement ? capital : null
}

const POOL_STATES = ['unfunded', 'open', 'exhausted'] as const

export const usdc = (description: string) =>
  Type.String({ description: `${description}, USDC, decimal text`, examples: ['0.00'] })
const shareOrNull = (description: string) => Type.Union([Type.Number({ minimum: 0 }), Type.Null()], { description })

export const PoolAnswer = Type.Object(
  {
    currency: Type.Literal('USDC'),
    capital: usdc('What stands behind quotes'),
    open_maximum_payouts: usdc('What would be paid at most for everything that is insured now'),
    available: usdc('Capital that no open payout may need'),
    utilization: shareOrNull('Open maximum payouts over capital; null without capital'),
    premiums_12m: usdc('Premiums of the last twelve months'),
    payouts_12m: usdc('Payouts of the last twelve months'),
    loss_ratio: shareOrNull('Payouts over premiums; null without premiums'),
    status: word(POOL_STATES, 'unfunded: without capital. exhausted: nothing is available'),
    statement: Type.String(),
    updated_at: Type.Integer({ description: 'Unix seconds since which this process states these numbers' }),
  },
  { title: 'InsurancePool' },
)

const ratio = (part: bigint, whole: bigint): number | null =>
  whole === 0n ? null : rounded(Number(part) / Number(whole), SHARE_PLACES)

/** @param at Unix seconds when the settings were read */
export const poolAnswer = (account: PoolAccount, at: number): Static<typeof PoolAnswer> => {
  const { capital, open } = poolState(account)
  const [premiums, payouts] = [units(account.INSURANCE_POOL_PREMIUMS_12M), units(account.INSURANCE_POOL_PAYOUTS_12M)]
  const available = open < capital ? capital - open : 0n
  const funded = available > 0n ? 'open' : 'exhausted'
  return {
    currency: 'USDC',
    capital: amount(capital),
    open_maximum_payouts: amount(open),
    available: amount(available),
    utilization: ratio(open, capital),
    premiums_12m: amount(premiums),
    payouts_12m: amount(payouts),
    loss_ratio: ratio(payouts, premiums),
    status: capital === 0n ? 'unfunded' : funded,
    statement: poolStatement({ capital }),
    updated_at: at,
  }
}
