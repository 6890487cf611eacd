import { describe, expect, test } from 'bun:test'
import type { Json } from '../../../src/canonical/jcs.ts'
import { concludeAhead, concludeCalendar, concludeRates } from '../../../src/feeds/calendar/conclude-calendar.ts'
import { recountedCalendar } from '../../../src/feeds/calendar/recount-calendar.ts'
import { announced, moved, NOON, unlicensed, USUAL } from '../../support/feeds/calendars.ts'

type Body = Readonly<Record<string, Json>>
type Row = Readonly<Record<string, Json>>

/** A body as a buyer reads it. */
const bodyOf = (found: { readonly kind: string; readonly content?: object }): Body => {
  if (found.content === undefined) throw new Error(found.kind)
  return JSON.parse(JSON.stringify(found.content)) as Body
}

const context = unlicensed(announced(USUAL), NOON + 456)
const AHEAD = bodyOf(concludeAhead(context))
const [first, second, ...more] = AHEAD['events'] as readonly Row[]

const oks = (body: Body): readonly boolean[] => recountedCalendar({}, body).map(({ ok }) => ok)

describe('a calendar is counted again', () => {
  test.each([
    ['of thirty days', AHEAD],
    ['of today', bodyOf(concludeCalendar('TODAY', context))],
    ['of one country', bodyOf(concludeCalendar('GB', context))],
    ['of decisions', bodyOf(concludeRates(context))],
  ])('%s, and is as it says', (_scope, body) => expect(oks(body)).toEqual([true, true]))

  test.each<[string, object]>([
    ['an event less', { events: [first!, ...more] }],
    ['an order of its own', { events: [first!, more[0]!, second!, ...more.slice(1)] }],
    ['another next one', { next_time: second!['time'] }],
    ['no next one', { next_time: null }],
    ['another name', { events: [{ ...first!, event: 'JP producer prices' }, second!, ...more] }],
    ['another currency', { events: [{ ...first!, currency: 'USD' }, second!, ...more] }],
    ['another count of great ones', { high_impact_count: 14 }],
    // Its first event has passed by then.
    ['a later time', { fetched_at: Date.parse('2026-11-19T23:30:00Z') / 1_000, next_time: second!['time'] }],
  ])('with %s it is found out', (_what, lie) => expect(oks({ ...AHEAD, ...lie })[0]).toBe(false))

  test('with a confidence that its coverage does not give it is found out', () => {
    expect(oks({ ...AHEAD, confidence: 0.9 })).toEqual([true, false])
  })
})

test('all times of an answer are whole seconds: an event of this second has passed', () => {
  const due = Date.UTC(2026, 10, 19, 23, 30)
  const body = bodyOf(concludeAhead(unlicensed(announced(USUAL), due + 999)))
  expect([(body['events'] as readonly Row[])[0]!['event'], oks(body)]).toEqual(['PBoC rate decision', [true, true]])
  const before = bodyOf(concludeAhead(unlicensed(announced(USUAL), due - 1)))
  expect([(before['events'] as readonly Row[])[0]!['event'], oks(before)]).toEqual(['JP consumer prices', [true, true]])
})

test('an event without an hour is ahead until its day is over', () => {
  const lists = announced(moved(USUAL, 29), NOON + 29 * 86_400_000)
  const isTold = (now: number): boolean => {
    const events = bodyOf(concludeCalendar('JP', unlicensed(lists, now)))['events'] as readonly Row[]
    return events.some(({ kind, date }) => kind === 'rate_decision' && date === '2026-12-18')
  }
  const day = Date.UTC(2026, 11, 18)
  expect([day, day + 86_399_000, day + 86_400_000].map(isTold)).toEqual([true, true, false])
})
