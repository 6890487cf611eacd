import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../../canonical/check.ts'
import type { Json } from '../../../canonical/jcs.ts'
import { nextFridays } from '../../math/expiry-calendar.ts'
import { FALLBACK } from '../../reading.ts'
import { isNear, RULE, timesOf } from './expiry-times.ts'
import { isOrigin, MAIN_VENUES, ORIGIN } from '../chains/main-chain.ts'

const Expiry = Type.Object({
  date: Type.String(),
  time: Type.Integer(),
  type: Type.String(),
  days_away: Type.Number(),
  hours_away: Type.Number(),
})

const Inputs = Type.Object({
  next: Expiry,
  upcoming: Type.Array(Expiry),
  within_24h: Type.Boolean(),
  source: Type.String(),
  ...ORIGIN,
})

interface Stated {
  readonly next_date: string
  readonly next_type: string
  readonly next_hours: number
}

/** Whether an expiry is named by its date: a Friday ahead, its type, and how far it is away. */
const isNamed = ({ date, time, type, days_away, hours_away }: Static<typeof Expiry>, fetchedAt: number): boolean => {
  const found = timesOf(time, fetchedAt)
  const same = found.date === date && found.type === type && found.days_away === days_away
  return same && found.hours_away === hours_away && time > fetchedAt && isExpiryTime(time)
}

/** Whether it is a Friday, at the second at which options end. */
const isExpiryTime = (time: number): boolean => nextFridays(time * 1_000 - 1, 1)[0] === time * 1_000

const isInOrder = (times: readonly number[]): boolean => times.every((time, at) => at === 0 || times[at - 1]! < time)

/** Without a venue the calendar is every Friday, one after the other. */
const isByRule = (times: readonly number[], fetchedAt: number): boolean =>
  nextFridays(fetchedAt * 1_000, times.length).every((time, at) => time / 1_000 === times[at])

const isOfRule = (body: Static<typeof Inputs>): boolean =>
  body.sources.join() === RULE &&
  body.exchange_count === 0 &&
  body.missing.length === MAIN_VENUES.length &&
  body.confidence === FALLBACK &&
  body.degraded &&
  body.observed_at === body.fetched_at

/** Names the expiries of a body again, from their times and that of the tick. */
export const recountedExpiry = (stated: Stated, body: Readonly<Record<string, Json>>): readonly Check[] => {
  const inputs: unknown = body
  if (!Value.Check(Inputs, inputs)) return [{ what: 'expiries are named again from their times', ok: false }]
  const { next, upcoming, within_24h, source, fetched_at } = inputs
  const all = [next, ...upcoming]
  const times = all.map(({ time }) => time)
  return [
    {
      what: 'expiries are named again from their times',
      ok: all.every((each) => isNamed(each, fetched_at)) && within_24h === isNear(next.time, fetched_at),
      detail: all.map(({ date }) => date).join(', '),
    },
    {
      what: 'expiries come one after the other, by the rule where it stands alone',
      ok: isInOrder(times) && (source !== 'rule' || isByRule(times, fetched_at)),
    },
    {
      what: 'the string names the next expiry',
      ok: stated.next_date === next.date && stated.next_type === next.type && stated.next_hours === next.hours_away,
      detail: stated.next_date,
    },
    {
      what: 'age and confidence are possible for the venue',
      ok: source === 'rule' ? isOfRule(inputs) : source === 'listed' && isOrigin(inputs, 1, false),
    },
  ]
}
