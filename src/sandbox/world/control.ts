import { DAY_MS, MINUTE_MS } from '../../time-units.ts'
import { MOST_RHO } from './coupling.ts'
import type { FaultOrder, Faults } from './faults.ts'
import { LEVELS, type Market } from './market.ts'
import { HOSTED, hostedKey } from './model-prices.ts'
import { DIALECTS, providerNamed } from './providers.ts'
import { type Scenario, scenarioNamed, SCENARIOS } from './scenarios.ts'
import { isReleased, RELEASED } from './releases.ts'
import { STATISTICS, statisticOf } from './statistics/catalogue.ts'

/** The changes in a `POST /world`, checked, in the order in which they are made. */
export type Control =
  | { readonly ok: true; readonly steps: readonly Step[]; readonly scenario: Scenario | null }
  | { readonly ok: false; readonly problems: readonly string[] }

/** One change to the simulation. */
export type Step = (market: Market, faults: Faults) => void

/** A verb checks its argument, reports what is wrong with it, and returns steps. */
type Verb = (argument: unknown, problem: (at: string, reason: string) => void) => readonly Step[]

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isWithin = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= least && value <= most

/** `{"spot.BTC": 90000}`: factor to number. */
const onFactors =
  (least: number, most: number, step: (key: string, value: number) => Step): Verb =>
  (argument, problem) => {
    if (!isRecord(argument)) return (problem('', 'must be an object of level to number'), [])
    return Object.entries(argument).flatMap(([key, value]) => {
      if (!LEVELS.includes(key))
        return (problem(`.${key}`, `is no level of the world; it has ${LEVELS.join(', ')}`), [])
      if (!isWithin(value, least, most)) return (problem(`.${key}`, `must be a number from ${least} to ${most}`), [])
      return [step(key, value)]
    })
  }

const known = (name: unknown, at: string, problem: (at: string, reason: string) => void): string | null => {
  const provider = typeof name === 'string' ? providerNamed(name) : null
  if (provider === null)
    problem(at, `is no provider of the world; it has ${DIALECTS.map((one) => one.provider).join(', ')}`)
  return provider
}

/** `["kraken"]`: a list of providers. */
const onProviders =
  (step: (provider: string) => Step): Verb =>
  (argument, problem) => {
    if (!Array.isArray(argument)) return (problem('', 'must be a list of providers'), [])
    return argument.flatMap((name: unknown, index) => {
      const provider = known(name, `[${index}]`, problem)
      return provider === null ? [] : [step(provider)]
    })
  }

/** `{"okx": 3000}`: provider to number. */
const perProvider =
  (least: number, most: number, step: (provider: string, value: number) => Step, isWhole = false): Verb =>
  (argument, problem) => {
    if (!isRecord(argument)) return (problem('', 'must be an object of provider to number'), [])
    return Object.entries(argument).flatMap(([name, value]) => {
      const provider = known(name, `.${name}`, problem)
      if (!isWithin(value, least, most) || (isWhole && !Number.isInteger(value)))
        return (problem(`.${name}`, `must be a ${isWhole ? 'whole ' : ''}number from ${least} to ${most}`), [])
      return provider === null ? [] : [step(provider, value)]
    })
  }

const flag = (kind: 'halt' | 'garbage' | 'endless' | 'freeze' | 'freezeSocket'): Verb =>
  onProviders((provider) => (_, faults) => faults.order(provider, { kind }))

const measured = (
  kind: Extract<FaultOrder, { value: number }>['kind'],
  least: number,
  most: number,
  isWhole = true,
): Verb =>
  perProvider(least, most, (provider, value) => (_, faults) => faults.order(provider, { kind, value }), isWhole)

const isField = (name: string): boolean => /^\w{1,40}$/.test(name)

/** `{"deribit": {"mark_iv": 0.01}}`: provider to fields to factors. */
const onFields =
  (least: number, most: number): Verb =>
  (argument, problem) => {
    if (!isRecord(argument)) return (problem('', 'must be an object of provider to fields'), [])
    return Object.entries(argument).flatMap(([name, fields]): readonly Step[] => {
      const provider = known(name, `.${name}`, problem)
      if (!isRecord(fields)) return (problem(`.${name}`, 'must be an object of field to number'), [])
      const factors = Object.entries(fields).flatMap(([field, factor]): readonly (readonly [string, number])[] => {
        if (!isField(field)) return (problem(`.${name}.${field}`, 'is no name of a field'), [])
        if (isWithin(factor, least, most)) return [[field, factor]]
        return (problem(`.${name}.${field}`, `must be a number from ${least} to ${most}`), [])
      })
      if (provider === null) return []
      return [(_, faults) => faults.order(provider, { kind: 'misstate', fields: Object.fromEntries(factors) })]
    })
  }

/** `{"series": "us.cpi", "value": 337.1}`: a statistic and its new value. */
const onStatistic =
  (step: (key: string, value: number) => Step): Verb =>
  (argument, problem) => {
    if (!isRecord(argument)) return (problem('', 'must be an object of series and value'), [])
    const { series, value } = argument
    const key = typeof series === 'string' && statisticOf(series) !== null ? series : null
    if (key === null)
      problem('.series', `is no statistic of the world; it has ${STATISTICS.map((one) => one.key).join(', ')}`)
    if (!isWithin(value, -1e9, 1e9)) return (problem('.value', 'must be a number from -1e9 to 1e9'), [])
    return key === null ? [] : [step(key, value)]
  }

/** `{"openai/o3": 2}`: a hosted model and the factor on its prices. */
const onModels =
  (least: number, most: number): Verb =>
  (argument, problem) => {
    if (!isRecord(argument)) return (problem('', 'must be an object of model to number'), [])
    return Object.entries(argument).flatMap(([key, by]): readonly Step[] => {
      if (!HOSTED.some((model) => hostedKey(model) === key))
        return (problem(`.${key}`, `is no model of the world; it has ${HOSTED.map(hostedKey).join(', ')}`), [])
      if (!isWithin(by, least, most)) return (problem(`.${key}`, `must be a number from ${least} to ${most}`), [])
      return [(market) => market.reprice(key, by)]
    })
  }

const TEN_MINUTES = 600_000
/** So many times as much as there is. */
const MOST_SWOLLEN = 1_000_000
const ONE_WEEK = 7 * DAY_MS
const ONE_WEEK_MINUTES = 10_080
const YEAR_MINUTES = 525_600

/** `"crash"`: the orders of a script, as if they stood in the body. */
const scenario: Verb = (argument, problem) => {
  const found = scenarioNamed(argument)
  if (found === null)
    return (problem('', `is no scenario of the world; it has ${Object.keys(SCENARIOS).join(', ')}`), [])
  return Object.entries(VERBS).flatMap(([key, verb]) =>
    Object.hasOwn(found.orders, key) ? verb(found.orders[key], problem) : [],
  )
}

/** In the order of execution: first the ends of faults, then levels, then new faults. */
const VERBS: Readonly<Record<string, Verb>> = {
  clear: (argument, problem) =>
    argument === true ? [(_, faults) => faults.clear()] : (problem('', 'must be true'), []),
  resume: onProviders((provider) => (_, faults) => faults.resume(provider)),
  volatility: (argument, problem) =>
    isWithin(argument, 0, 100)
      ? [(market) => market.setVolatility(argument)]
      : (problem('', 'must be a number from 0 to 100'), []),
  rho: (argument, problem) =>
    isWithin(argument, -MOST_RHO, MOST_RHO)
      ? [(market) => market.couple(argument)]
      : (problem('', `must be a number from ${-MOST_RHO} to ${MOST_RHO}`), []),
  set: onFactors(1e-6, 1e9, (key, value) => (market) => market.set(key, value)),
  shock: onFactors(0.01, 100, (key, by) => (market) => market.shock(key, by)),
  scenario,
  cascade: onFactors(0.001, 0.5, (key, drop) => (market) => market.cascade(key, drop)),
  event: (argument, problem) => {
    if (!isRecord(argument)) return (problem('', 'must be an object of country, kind and inMinutes'), [])
    const { country, kind, inMinutes, ...others } = argument
    for (const name of Object.keys(others)) problem(`.${name}`, 'is not known; it takes country, kind and inMinutes')
    const isKnown = isReleased(country, kind)
    if (!isKnown) problem('', `nobody announces that; they announce ${RELEASED.join(', ')}`)
    if (!isWithin(inMinutes, -ONE_WEEK_MINUTES, YEAR_MINUTES))
      problem('.inMinutes', `must be a number from ${-ONE_WEEK_MINUTES} to ${YEAR_MINUTES}`)
    if (!isKnown || typeof inMinutes !== 'number') return []
    const [of, what] = [String(country), String(kind)]
    return [(market) => market.announce({ country: of, kind: what, at: market.advance() + inMinutes * MINUTE_MS })]
  },
  release: onStatistic((key, value) => (market) => market.release(key, value)),
  revise: onStatistic((key, value) => (market) => market.revise(key, value)),
  reprice: onModels(0.01, 100),
  lie: measured('lie', 1e-8, 1e8, false),
  delay: measured('delay', 0, TEN_MINUTES),
  stale: measured('stale', 0, ONE_WEEK),
  thin: measured('thin', 0, 1, false),
  drain: measured('drain', -MOST_SWOLLEN, 1, false),
  misstate: onFields(1e-8, 1e8),
  chain: measured('chain', 1, 2 ** 31),
  halt: flag('halt'),
  status: measured('status', 400, 599),
  garbage: flag('garbage'),
  endless: flag('endless'),
  freeze: flag('freeze'),
  freezeSocket: flag('freezeSocket'),
}

/**
 * Reads the body of a `POST /world`. Either all of it is done or nothing: a body with one wrong key changes nothing.
 */
export const controlOf = (text: string): Control => {
  const body = parsed(text)
  if (!isRecord(body)) return { ok: false, problems: ['the body must be a JSON object'] }
  const problems = Object.keys(body)
    .filter((key) => !Object.hasOwn(VERBS, key))
    .map((key) => `${key} is no verb of the world; it has ${Object.keys(VERBS).join(', ')}`)
  const steps = Object.entries(VERBS).flatMap(([key, verb]) =>
    Object.hasOwn(body, key) ? verb(body[key], (at, reason) => problems.push(`${key}${at} ${reason}`)) : [],
  )
  return problems.length === 0
    ? { ok: true, steps, scenario: scenarioNamed(body['scenario']) }
    : { ok: false, problems }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
