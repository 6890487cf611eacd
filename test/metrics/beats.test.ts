import { describe, expect, test } from 'bun:test'
import { createBeats } from '../../src/metrics/beats.ts'
import { createTally } from '../../src/metrics/meter.ts'
import { roleFamilies, roleStates } from '../../src/metrics/role-states.ts'
import { processFamilies } from '../../src/metrics/shown.ts'
import { exposition } from '../../src/metrics/text.ts'
import { ROLE_NAMES } from '../../src/role-names.ts'
import { readPrometheus } from '../support/prometheus.ts'

/** Processes on a clock that is moved by hand, and what is made of their reports. */

const service = () => {
  let now = 1_000_000
  const start = () => {
    const tally = createTally()
    const beats = createBeats(tally, { ms: () => now })
    const report = (agoMs = 0) => {
      beats.report()
      return { gauges: tally.gauges(), agoMs }
    }
    return { ...beats, report }
  }
  return { start, pass: (seconds: number) => void (now += seconds * 1000) }
}

const ageOf = (role: string, ...reports: Parameters<typeof roleStates>[0]) => {
  const { processes, ageSeconds } = roleStates(reports).find((each) => each.role === role)!
  return [processes, ageSeconds]
}

describe('a role', () => {
  test('that nobody plays is there with no process and no age', () => {
    expect(roleStates([]).map(({ role }) => role)).toEqual([...ROLE_NAMES])
    const found = readPrometheus(exposition(roleFamilies([])))
    expect(found.by('claros_role_processes', 'role')).toEqual(Object.fromEntries(ROLE_NAMES.map((role) => [role, 0])))
    expect(found.by('claros_role_beat_age_seconds', 'role')).toEqual({})
  })

  test('is as old as its last pass, and as its start before the first', () => {
    const { start, pass } = service()
    const worker = start()
    const beats = worker.plays('courier', ['sweep'])
    pass(7)
    expect(ageOf('courier', worker.report())).toEqual([1, 7])
    beats.worked('sweep')
    pass(2)
    expect(ageOf('courier', worker.report())).toEqual([1, 2])
    expect(ageOf('signer', worker.report())).toEqual([0, null])
  })

  test('is as old as the loop that went round least lately', () => {
    const { start, pass } = service()
    const worker = start()
    const beats = worker.plays('courier', ['news', 'deliveries', 'sweep'])
    pass(90)
    beats.worked('news')
    beats.worked('sweep')
    pass(1)
    expect(ageOf('courier', worker.report())).toEqual([1, 91])
    beats.worked('deliveries')
    expect(ageOf('courier', worker.report())).toEqual([1, 1])
    const found = readPrometheus(exposition(processFamilies([{ process: 'worker/a/1/0', ...worker.report() }])))
    expect(found.by('claros_process_beat_age_seconds', 'loop')).toEqual({ news: 1, deliveries: 0, sweep: 1 })
  })

  test('grows older while no report comes', () => {
    const { start, pass } = service()
    const worker = start()
    worker.plays('courier', ['sweep'])
    pass(1)
    expect(ageOf('courier', worker.report(12_500))).toEqual([1, 13.5])
  })

  test('is as young as in the process where it works', () => {
    const { start, pass } = service()
    const [hangs, works] = [start(), start()]
    hangs.plays('courier', ['sweep'])
    const beats = works.plays('courier', ['sweep'])
    pass(500)
    beats.worked('sweep')
    pass(3)
    expect(ageOf('courier', hangs.report(), works.report())).toEqual([2, 3])
  })

  test('tells how long the one of its processes is silent that reported least lately, until it is gone', () => {
    const { start } = service()
    const [dies, lives, other] = [start(), start(), start()]
    for (const each of [dies, lives]) each.plays('publisher', ['ticks'])
    other.plays('courier', ['sweep'])
    const publisher = (...reports: Parameters<typeof roleStates>[0]) =>
      roleStates(reports).find(({ role }) => role === 'publisher')
    const both = publisher(dies.report(14_000), lives.report(1_000), other.report(19_000))
    expect(both).toMatchObject({ processes: 2, reportAgeSeconds: 14 })
    expect(publisher(lives.report(1_000))).toMatchObject({ processes: 1, reportAgeSeconds: 1 })
    expect(publisher(other.report(1_000))).toMatchObject({ processes: 0, reportAgeSeconds: null })
  })

  test('does not hide behind who stands by: whoever has the lease must do the work', () => {
    const { start, pass } = service()
    const [fails, waits] = [start(), start()]
    const failing = fails.plays('bookkeeper', ['moves'])
    const waiting = waits.plays('bookkeeper', ['moves'])
    failing.leads(true)
    pass(300)
    failing.leads(true)
    waiting.leads(false)
    expect(ageOf('bookkeeper', fails.report(), waits.report())).toEqual([2, 300])
    // Its process is gone, and the other has not looked again yet.
    pass(1)
    expect(ageOf('bookkeeper', waits.report())).toEqual([1, 1])
    // It takes over with the time of its last look, not with that of its start.
    waiting.leads(true)
    pass(4)
    expect(ageOf('bookkeeper', fails.report(), waits.report())).toEqual([2, 5])
    waiting.worked('moves')
    expect(ageOf('bookkeeper', fails.report(), waits.report())).toEqual([2, 0])
  })
})

test('a process of another release tells of a role that this one does not know, or of none', () => {
  const other = new Map([
    ['["claros_process_beat_age_seconds","value","baker","oven"]', 4],
    ['["claros_process_beat_age_seconds","value"]', 4],
    ['["claros_process_leads","value"]', 0],
  ])
  expect(roleStates([{ gauges: other, agoMs: 0 }]).every(({ processes }) => processes === 0)).toBe(true)
})
