import { DAY_SECONDS, HOUR_SECONDS } from '../../time-units.ts'
import { type DlcPair, isDlcPair } from './pairs.ts'
import { LIMITS } from './schema.ts'

/**
 * Standing events: numeric events that the oracle announces without a payment, so that two parties find one without
 * buying it. The setting and the time alone determine which ones.
 */

/** `BTCUSD@08:00Z+7d`, `BTCUSD@5m+15m` */
export interface StandingPlan {
  readonly pair: DlcPair
  /** From one maturity to the next; a part of a day. */
  readonly everySeconds: number
  /** The first maturity of a day, in seconds after midnight UTC. */
  readonly offsetSeconds: number
  /** How long before its maturity an event is announced. */
  readonly leadSeconds: number
}

export type StandingPlans =
  | { readonly ok: true; readonly plans: readonly StandingPlan[] }
  /** Every broken rule, each with the wrong value. */
  | { readonly ok: false; readonly problems: readonly string[] }

const SECONDS: Readonly<Record<string, number>> = { m: 60, h: HOUR_SECONDS, d: DAY_SECONDS }

/** For all plans together, since each event has a line in the journal and its own schedule. */
const MOST_OPEN = 1_000

const LATE_SECONDS = HOUR_SECONDS

/**
 * The least time before its maturity at which an event is still announced, for example after a pause: an hour, or half
 * of its lead if that is shorter. Wallets must have time to make a contract.
 */
export const marginOf = ({ leadSeconds }: StandingPlan): number => Math.min(LATE_SECONDS, Math.floor(leadSeconds / 2))

/** Two events of one plan never mature together, so this many wait at once. */
const openAtOnce = ({ everySeconds, leadSeconds }: StandingPlan): number => Math.ceil(leadSeconds / everySeconds)

const GRAMMAR = /^([A-Z]+)@(?:(\d\d):(\d\d)Z|(\d{1,4})([mh]))\+(\d{1,4})([mhd])$/

const SHAPE = 'must look like BTCUSD@08:00Z+7d or BTCUSD@5m+15m'

const readPlan = (text: string): StandingPlan | readonly string[] => {
  const match = GRAMMAR.exec(text)
  if (!match) return [SHAPE]
  const [, pair = '', hour, minute, count, unit = '', lead, leadUnit = ''] = match
  const daily = hour !== undefined
  const plan = {
    everySeconds: daily ? DAY_SECONDS : Number(count) * SECONDS[unit]!,
    offsetSeconds: daily ? Number(hour) * HOUR_SECONDS + Number(minute) * 60 : 0,
    leadSeconds: Number(lead) * SECONDS[leadUnit]!,
  }
  const problems: string[] = []
  if (daily && (Number(hour) > 23 || Number(minute) > 59)) problems.push(`names no time of day: ${hour}:${minute}`)
  if (plan.everySeconds === 0 || DAY_SECONDS % plan.everySeconds !== 0) problems.push('its interval must divide a day')
  const { min, max } = LIMITS.maturityAhead
  if (plan.leadSeconds < 2 * min || plan.leadSeconds > max)
    problems.push(`must be announced ${2 * min} seconds to ${max / DAY_SECONDS} days ahead`)
  if (!isDlcPair(pair)) return [...problems, `${pair} is no pair that can settle an event`]
  return problems.length > 0 ? problems : { pair, ...plan }
}

/** @param written the setting; undefined: none */
export const readStanding = (written: string | undefined): StandingPlans => {
  const texts = (written ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
  const read = texts.map((text) => [text, readPlan(text)] as const)
  const problems = read.flatMap(([text, plan]) =>
    'pair' in plan ? [] : plan.map((problem) => `STANDING_EVENTS: ${JSON.stringify(text)} ${problem}`),
  )
  for (const text of new Set(texts.filter((each, at) => texts.indexOf(each) !== at)))
    problems.push(`STANDING_EVENTS: ${JSON.stringify(text)} is named more than once`)
  const plans = read.flatMap(([, plan]) => ('pair' in plan ? [plan] : []))
  const open = plans.reduce((sum, plan) => sum + openAtOnce(plan), 0)
  if (Number.isFinite(open) && open > MOST_OPEN)
    problems.push(`STANDING_EVENTS: ${open} events would be open at once, at most ${MOST_OPEN}`)
  return problems.length > 0 ? { ok: false, problems } : { ok: true, plans }
}

/** Maturities that should be announced by now and are not too near, Unix seconds, the next one first. */
export const wantedMaturities = (plan: StandingPlan, nowTs: number): readonly number[] => {
  const { everySeconds, offsetSeconds, leadSeconds } = plan
  const earliest = nowTs + marginOf(plan)
  const first = Math.ceil((earliest - offsetSeconds) / everySeconds) * everySeconds + offsetSeconds
  const count = Math.max(0, Math.floor((nowTs + leadSeconds - first) / everySeconds) + 1)
  return Array.from({ length: count }, (_, at) => first + at * everySeconds)
}
