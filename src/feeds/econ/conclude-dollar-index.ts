import { fixed } from '../../canonical/decimal.ts'
import { rounded } from '../../canonical/measure.ts'
import { endOfPeriod } from '../../sources/statistics/period.ts'
import { DAY_MS, inSeconds, utcDay } from '../../time-units.ts'
import type { Boards } from '../board.ts'
import type { Conclusion, Declined, TickContext } from '../feed.ts'
import { FALLBACK } from '../reading.ts'
import { legNow } from '../prices/cross.ts'
import type { FxLeg } from '../prices/fx-legs.ts'
import { VENUE_PLACES } from '../venue-parts.ts'
import type { Named } from './conclude-indicator.ts'
import { DOLLAR_LEGS, dollarIndex, type DollarCurrency, type DollarParts, LEG_PLACES } from './dollar-index.ts'
import { FIXED_DAYS_BOARD, indexOfDay } from './dollar-index-days.ts'
import type { EconAnswer } from './econ-answer.ts'
import { KRONA, kronaNow, kronaTrust, LEAST_BANKS } from './krona.ts'

/** How far the index of the last fixings may lie from that of now, as a share: more than a usual day, less than a unit. */
export const FIXING_BOUND = 0.02
const FIXING_DAYS = 5

type Legs = Readonly<Record<Exclude<DollarCurrency, typeof KRONA>, FxLeg>>

export const MARKET_CURRENCIES = DOLLAR_LEGS.flatMap(({ currency }) => (currency === KRONA ? [] : [currency]))

/** What the legs say, or why one of them says nothing. */
const legsNow = (context: TickContext): { readonly kind: 'legs'; readonly legs: Legs } | Declined => {
  const legs: [string, FxLeg][] = []
  for (const currency of MARKET_CURRENCIES) {
    const leg = legNow(context, currency)
    if (leg.kind !== 'leg') return leg
    legs.push([currency, leg])
  }
  return { kind: 'legs', legs: Object.fromEntries(legs) as Legs }
}

/** The last day of fixings before this one, and whether the newest of them lies where the index lies. */
const byFixings = (boards: Boards, value: string, period: string, now: number) => {
  const days = boards.read(FIXED_DAYS_BOARD)?.days ?? []
  const before = days.findLast(({ date }) => date < period)
  const newest = days.at(-1)
  const isYoung = newest !== undefined && now - endOfPeriod(newest.date) <= FIXING_DAYS * DAY_MS
  const gap = newest ? Math.abs(Number(value) / Number(indexOfDay(newest)) - 1) : Number.NaN
  return {
    previous: before ? { value: indexOfDay(before), period: before.date } : null,
    agrees: isYoung ? gap <= FIXING_BOUND : null,
  }
}

/** The dollar index of this tick: each leg is rounded as it is shown, so that a verifier counts the same number. */
export const concludeDollarIndex = (named: Named, context: TickContext): Conclusion<EconAnswer> | Declined => {
  const { boards, now } = context
  const found = legsNow(context)
  if (found.kind !== 'legs') return found
  const krona = kronaNow(boards, now)
  if (krona === null) return { kind: 'input_missing', input: 'a fixing of SEK' }
  const legs = Object.values(found.legs)
  const parts = DOLLAR_LEGS.map(({ pair, currency }) => ({
    name: pair,
    value: fixed(currency === KRONA ? krona.value : found.legs[currency].value, LEG_PLACES),
  }))
  const value = dollarIndex(Object.fromEntries(parts.map((part) => [part.name, part.value])) as DollarParts)
  const at = Math.min(...legs.map((leg) => leg.at))
  const period = utcDay(at)
  const { previous, agrees } = byFixings(boards, value, period, now)
  const isPlain =
    krona.banks.length >= LEAST_BANKS &&
    krona.isAgreed &&
    legs.every(({ basis }) => basis !== 'fixing') &&
    agrees !== false
  const trust =
    Math.min(kronaTrust(krona, now), ...legs.map(({ confidence }) => confidence)) *
    (agrees === false || !krona.isAgreed ? FALLBACK : 1)
  const content: EconAnswer = {
    ...named,
    value,
    unit: 'index1973100',
    period,
    vintage_date: utcDay(now),
    vintage_basis: 'computed',
    source_agency: 'CLAROS',
    series_id: 'DXY6FX',
    source_model: 'computed',
    revised: false,
    provisional: false,
    previous,
    parts,
    stale: false,
    checked_at: inSeconds(at),
    checked_by: agrees === true ? [FIXED_DAYS_BOARD.source.name] : [],
    disputed_by: agrees === false ? [FIXED_DAYS_BOARD.source.name] : [],
    sources: [...new Set([...legs.flatMap(({ sources }) => sources), ...krona.banks])].toSorted(),
    missing: krona.silent.toSorted(),
    confidence: rounded(trust, VENUE_PLACES.confidence),
    degraded: !isPlain,
    observed_at: inSeconds(Math.min(at, krona.at)),
    fetched_at: inSeconds(now),
  }
  return { kind: 'concluded', content, carry: {}, disputedBy: content.disputed_by }
}
