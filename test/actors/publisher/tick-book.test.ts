import { describe, expect, test } from 'bun:test'
import { createDeclineLog } from '../../../src/actors/publisher/decline-log.ts'
import type { TickOutcome } from '../../../src/actors/publisher/polled.ts'
import { createTickBook } from '../../../src/actors/publisher/tick-book.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { createTally } from '../../../src/metrics/meter.ts'
import { keptLog, stillClock } from '../../support/still.ts'

const NOW = 1_795_000_000_000
const ACTOR = 'ticker/kraken'

const open = () => {
  const log = keptLog()
  const clock = stillClock(NOW)
  const lines = createDeclineLog(log, clock)
  return {
    log,
    clock,
    decline: (actor = ACTOR) => lines.declined(actor, 'timeout', 'timeout after 2500 ms'),
    recover: (actor = ACTOR) => lines.recovered(actor),
    said: () => log.lines.map(({ event, fields }) => [event, (fields as { ticks: number }).ticks]),
  }
}

describe('lines about an actor that declines', () => {
  test('one at once, then one a minute with a count, and one when it is over', () => {
    const { clock, decline, recover, said, log } = open()
    for (let tick = 0; tick < 30; tick++) {
      decline()
      clock.move(5_000)
    }
    recover()
    recover()
    expect(said()).toEqual([
      ['tick.declined', 1],
      ['tick.declined', 12],
      ['tick.declined', 12],
      ['tick.recovered', 5],
    ])
    expect(log.lines[0]).toEqual({
      level: 'warn',
      event: 'tick.declined',
      fields: { actor: ACTOR, cause: 'timeout', reason: 'timeout after 2500 ms', ticks: 1 },
    })
  })

  test('none about one that never declined', () => {
    const { recover, said } = open()
    recover()
    expect(said()).toEqual([])
  })

  test('at most two a minute about one that goes to and fro', () => {
    const { clock, decline, recover, said } = open()
    for (let at = 0; at < 600; at += 10) {
      decline()
      clock.move(5_000)
      recover()
      clock.move(5_000)
    }
    expect(said().length).toBeLessThanOrEqual(20)
    expect(said().length).toBeGreaterThanOrEqual(16)
  })

  test('each actor has its own', () => {
    const { decline, said } = open()
    for (const actor of ['a', 'b', 'a', 'b']) decline(actor)
    expect(said()).toHaveLength(2)
  })

  test('it remembers a limited number of actors, since requests may invent them', () => {
    const { decline, said } = open()
    for (let n = 0; n < 10_000; n++) decline(`weather/rainfall/${n}`)
    const before = said().length
    decline('one more')
    decline('weather/rainfall/9999')
    expect(said().length).toBe(before + 1)
    decline('weather/rainfall/0')
    expect(said().length).toBe(before + 2)
  })

  test('a clock that was set back silences nobody', () => {
    const { clock, decline, said } = open()
    decline()
    clock.set(NOW - 3_600_000)
    decline()
    expect(said()).toHaveLength(2)
  })
})

describe('the book of ticks', () => {
  const run = async (outcome: TickOutcome | Error, dueAt = NOW) => {
    const tally = createTally()
    const log = keptLog()
    const book = createTickBook({ registry, meter: tally, log, clock: stillClock(NOW), clockFault: () => null })
    const given = await book
      .run(ACTOR, dueAt, async () => {
        if (outcome instanceof Error) throw outcome
        return outcome
      })
      .catch((problem: unknown) => problem)
    return { given, log, cells: Object.fromEntries(tally.take()) }
  }
  const outcomeCell = (outcome: string) => `["claros_ticks_total","value","${ACTOR}","${outcome}"]`

  test.each<TickOutcome>([{ kind: 'published' }, { kind: 'superseded' }])('counts %p', async (outcome) => {
    const { given, log, cells } = await run(outcome)
    expect(given).toEqual(outcome)
    expect(cells[outcomeCell(outcome.kind)]).toBe(1)
    expect(log.lines).toEqual([])
  })

  test('counts the rows that no table knows', async () => {
    const { cells } = await run({ kind: 'published', unknown: 3 })
    expect(cells[`["claros_rows_unknown_total","value","${ACTOR}"]`]).toBe(3)
    expect(Object.keys((await run({ kind: 'published', unknown: 0 })).cells).join()).not.toContain('rows_unknown')
  })

  test('counts a declined tick under its cause, and says why', async () => {
    const { log, cells } = await run({ kind: 'declined', cause: 'quorum_missed', reason: 'quorum missed: 2 of 6' })
    expect(cells[outcomeCell('declined')]).toBe(1)
    expect(cells[`["claros_tick_declines_total","value","${ACTOR}","quorum_missed"]`]).toBe(1)
    expect(log.lines).toHaveLength(1)
  })

  test('counts a crash and hands it on', async () => {
    const bug = new TypeError('undefined is not a function')
    const { given, cells } = await run(bug)
    expect(given).toBe(bug)
    expect(cells[outcomeCell('crashed')]).toBe(1)
  })

  test('measures how late a tick starts', async () => {
    const { cells } = await run({ kind: 'published' }, NOW - 1_250)
    expect(cells[`["claros_tick_delay_seconds","sum","${ACTOR}"]`]).toBe(1_250)
  })

  test('runs none while the clock is wrong, counts each and leaves the line to who watches the clock', async () => {
    const tally = createTally()
    const log = keptLog()
    let fault: string | null = 'a day ahead'
    const clockFault = () => fault
    const book = createTickBook({ registry, meter: tally, log, clock: stillClock(NOW), clockFault })
    let ran = 0
    const tick = async (): Promise<TickOutcome> => {
      ran++
      return { kind: 'published' }
    }
    for (let n = 0; n < 3; n++)
      expect(await book.run(ACTOR, NOW, tick)).toEqual({ kind: 'declined', cause: 'clock_wrong', reason: fault })
    expect(ran).toBe(0)
    const cells = Object.fromEntries(tally.take())
    expect(cells[`["claros_tick_declines_total","value","${ACTOR}","clock_wrong"]`]).toBe(3)
    expect(cells[outcomeCell('declined')]).toBe(3)
    expect(log.lines).toEqual([])
    fault = null
    expect(await book.run(ACTOR, NOW, tick)).toEqual({ kind: 'published' })
  })
})
