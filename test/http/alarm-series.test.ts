import { expect, test } from 'bun:test'
import { createTickBook } from '../../src/actors/publisher/tick-book.ts'
import type { AnyFeed } from '../../src/feeds/feed.ts'
import { itemOf, registry } from '../../src/feeds/registry.ts'
import { adminApp } from '../../src/http/app/admin.ts'
import { everyRouteLabel } from '../../src/http/app/route-labels.ts'
import { PROBLEMS } from '../../src/http/wire/problem.ts'
import { countedLog } from '../../src/metrics/counted-log.ts'
import { createTally } from '../../src/metrics/meter.ts'
import { startReporter } from '../../src/metrics/reporter.ts'
import { ALARM_GROUPS } from '../../src/ops/alarm-groups.ts'
import { deafBeats } from '../support/heard-beats.ts'
import { adminDeps } from '../support/http/admin-deps.ts'
import { readPrometheus, type Scraped } from '../support/prometheus.ts'
import { fileShop } from '../support/shop.ts'
import { keptLog } from '../support/still.ts'

/**
 * The first event of a series that was not there before is invisible to `increase()`. So whatever an alarm counts is there
 * at 0 from the start: read from the alarms themselves, on the page of a service to which nothing ever happened.
 */

const tally = createTally()
countedLog(keptLog(), tally, 'server')
const shop = await fileShop({ meter: tally })
const reporter = startReporter({
  self: { name: 'server/a/1/0', startedAt: 1_795_000_000, residentBytes: () => 1_000 },
  beats: deafBeats,
  tally,
  clock: shop.clock,
  take: shop.store.totals.take,
})
const deps = adminDeps(shop, {
  facilitators: ['one.example', 'two.example'],
  routes: everyRouteLabel(shop.endpoints, [{ path: '/mcp' }]),
  flush: reporter.flush,
})

const scrape = async (): Promise<Scraped> =>
  readPrometheus(await (await adminApp(deps)(new Request('http://localhost/metrics'))).text())

type Matches = (labels: Readonly<Record<string, string>>) => boolean

/** `cause!="lied",outcome=~"a|b"` as PromQL reads it: a label that is missing is empty. */
const matcher = (text: string): Matches => {
  const each = [...text.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)].map(([, label, how, value]): Matches => {
    const isOf = how!.includes('~')
      ? (said: string) => new RegExp(`^(?:${value})$`).test(said)
      : (said: string) => said === value
    return (labels) => isOf(labels[label!] ?? '') !== how!.startsWith('!')
  })
  return (labels) => each.every((matches) => matches(labels))
}

const EXPRESSIONS = ALARM_GROUPS.flatMap(({ alarms }) => alarms).map(({ expression }) => expression)
/** A series for each period of a group, which only its first run names; that counts every outcome, also at 0. */
const OF_GROUPS = 'claros_group_runs_total'
const SELECTORS = [
  ...new Set(EXPRESSIONS.flatMap((each) => each.match(/\bclaros_\w+_total\b(?:\{(?:"[^"]*"|[^}"])*\})?/g) ?? [])),
].filter((selector) => !selector.startsWith(OF_GROUPS))

const seriesOf = (found: Scraped, selector: string): readonly string[] => {
  const [, name, labels = ''] = /^(\w+)(?:\{(.*)\})?$/.exec(selector)!
  const matches = matcher(labels)
  return [...found.series.keys()].filter((key) => {
    const at = key.indexOf('[')
    return (
      key.slice(0, at) === name &&
      matches(Object.fromEntries(JSON.parse(key.slice(at)) as readonly (readonly [string, string])[]))
    )
  })
}

test('every counter that an alarm reads is on the page of a fresh store, at 0', async () => {
  const found = await scrape()
  expect(SELECTORS).toContain('claros_invoices_total{outcome="failed"}')
  expect(SELECTORS.length).toBeGreaterThanOrEqual(8)
  for (const selector of SELECTORS) {
    const series = seriesOf(found, selector)
    expect([selector, series.length > 0]).toEqual([selector, true])
    for (const key of series) expect([key, found.series.get(key)]).toEqual([key, 0])
  }
})

test('by every facilitator, cause, level and state, and by every actor that ticks', async () => {
  const found = await scrape()
  const count = (selector: string) => seriesOf(found, selector).length
  for (const facilitator of ['one.example', 'two.example'])
    for (const cause of ['open_outcomes', 'unreached', 'lied'])
      expect(found.of('claros_facilitator_closed_total', { facilitator, cause })).toBe(0)
  expect(count('claros_facilitator_closed_total')).toBe(6)
  expect(found.by('claros_log_lines_total', 'level')).toEqual({ info: 0, warn: 0, error: 0 })
  expect(count('claros_settled_total{state="undelivered",rail="x402"}')).toBe(1)
  const ticking = [
    ...registry.boards.map(({ id }) => id),
    ...registry.fills.map(({ id }) => id),
    ...registry.items.map(({ actor }) => actor),
    ...registry.onDemand.map(({ id }) => id),
  ]
  const crashed = found.by('claros_ticks_total', 'actor')
  const outside = found.by('claros_tick_declines_total', 'actor')
  for (const actor of ticking) expect([actor, crashed[actor], outside[actor]]).toEqual([actor, 0, 0])
  expect(count('claros_ticks_total')).toBe(count('claros_ticks_total{outcome="crashed"}'))
  // Every fault that a problem may be answered with: alarms tell those of bugs from 503.
  const faults = new Set(Object.values(PROBLEMS).flatMap(({ status }) => (status >= 500 ? [String(status)] : [])))
  const route = '/oracle/price/{base}/{quote}'
  expect(faults.size).toBeGreaterThanOrEqual(2)
  for (const status of faults) expect(found.of('claros_http_requests_total', { route, status })).toBe(0)
})

test('what is counted then is one of these series, and no other beside it', async () => {
  const before = seriesOf(await scrape(), 'claros_ticks_total').length
  const { log, clock } = shop
  const book = createTickBook({ registry, meter: tally, log, clock, clockFault: () => null })
  const crash = async () => {
    throw new Error('a bug')
  }
  // A board, an item, one that is not sold, and a place that somebody asked for.
  const [feed] = registry.onDemand as [AnyFeed]
  const place = itemOf(feed, feed.subjects[0]!).actor
  const actors = [registry.boards[0]!.id, registry.items[0]!.actor, registry.internal[0]!.actor, place]
  for (const actor of actors) await book.run(actor, clock.now(), crash).catch(() => {})
  const found = await scrape()
  const counted = seriesOf(found, 'claros_ticks_total').filter((key) => found.series.get(key)! > 0)
  expect(counted.length).toBe(4)
  expect(found.of('claros_ticks_total', { actor: feed.id, outcome: 'crashed' })).toBe(1)
  expect(seriesOf(found, 'claros_ticks_total').length).toBe(before)
  await reporter.close()
})
