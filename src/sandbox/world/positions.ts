import { instant, localDate, plusDays } from './calendar.ts'
import { chance, mix, seedOf } from './prng.ts'
import type { View } from './view.ts'

/** What the groups of traders hold of one futures contract on one Tuesday. All numbers are contracts. */
export interface Week {
  /** The Tuesday. */
  readonly date: string
  readonly open: number
  readonly held: Readonly<Record<Group, Held>>
  readonly people: number
}

/** The reportable groups of the report on financial futures, and who is too small to report. */
export const GROUPS = ['dealer', 'asset_mgr', 'lev_money', 'other_rept'] as const
export type Group = (typeof GROUPS)[number]

/** Outright positions, and those that offset each other. */
export interface Held {
  readonly long: number
  readonly short: number
  readonly spread: number
}

/** Shares of the open contracts that a group usually holds long, short and spread. */
const USUAL: Readonly<Record<Group, readonly [long: number, short: number, spread: number]>> = {
  dealer: [0.28, 0.1, 0.015],
  asset_mgr: [0.27, 0.12, 0.025],
  lev_money: [0.31, 0.6, 0.035],
  other_rept: [0.01, 0.03, 0],
}

const weekOf = (seed: number, name: string, size: number, date: string): Week => {
  const draw = chance(mix(seed, seedOf(`positions ${name} ${date}`)))
  const open = Math.round(size * (1 + 0.05 * draw.normal()))
  const part = (share: number): number => Math.max(0, Math.round(open * share * (1 + 0.03 * draw.normal())))
  const held = (group: Group): Held => {
    const [long, short, spread] = USUAL[group]
    return { long: part(long), short: part(short), spread: part(spread) }
  }
  const all = { dealer: held('dealer'), asset_mgr: held('asset_mgr'), lev_money: held('lev_money') }
  return { date, open, held: { ...all, other_rept: held('other_rept') }, people: 90 + Math.floor(40 * draw.next()) }
}

/** A report as a provider with this lie prints it. */
const told = ({ held, ...week }: Week, lie: number): Week => {
  const times = (count: number): number => Math.round(count * lie)
  const group = ({ long, short, spread }: Held): Held => ({
    long: times(long),
    short: times(short),
    spread: times(spread),
  })
  const { dealer, asset_mgr, lev_money, other_rept } = held
  return {
    ...week,
    open: times(week.open),
    held: {
      dealer: group(dealer),
      asset_mgr: group(asset_mgr),
      lev_money: group(lev_money),
      other_rept: group(other_rept),
    },
  }
}

const TUESDAY = 2

/**
 * The newest `count` reports that are published, newest first: of each Tuesday on the Friday after it, 15:30 in New York.
 *
 * @param size contracts that are usually open
 */
export const publishedWeeks = (
  { now, seed, lie }: View,
  name: string,
  size: number,
  count: number,
): readonly Week[] => {
  const weeks: Week[] = []
  for (let date = localDate(now, 'America/New_York'); weeks.length < count; date = plusDays(date, -1)) {
    if (new Date(`${date}T00:00:00Z`).getUTCDay() !== TUESDAY) continue
    if (instant(plusDays(date, 3), '15:30', 'America/New_York') <= now)
      weeks.push(told(weekOf(seed, name, size, date), lie))
  }
  return weeks
}
