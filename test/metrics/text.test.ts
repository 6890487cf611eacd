import { describe, expect, test } from 'bun:test'
import { createTally, readMetricCell } from '../../src/metrics/meter.ts'
import { processFamilies, totalFamilies } from '../../src/metrics/shown.ts'
import { exposition } from '../../src/metrics/text.ts'
import { readPrometheus } from '../support/prometheus.ts'

describe('the text', () => {
  test('escapes what a label or a help text may not hold', () => {
    const labels = { rail: 'a"b\\c\nd', actor: '{x},y="z"' }
    const text = exposition([
      { name: 'a_total', help: 'back\\slash\nand line', type: 'counter', samples: [{ labels, value: 3 }] },
    ])
    expect(text).toBe(
      '# HELP a_total back\\\\slash\\nand line\n# TYPE a_total counter\n' +
        'a_total{rail="a\\"b\\\\c\\nd",actor="{x},y=\\"z\\""} 3\n',
    )
    expect(readPrometheus(text).of('a_total', labels)).toBe(3)
  })

  test('leaves out what has no samples', () => {
    expect(exposition([{ name: 'a', help: 'a', type: 'gauge', samples: [] }])).toBe('')
  })
})

describe('what was counted', () => {
  test('is shown under the names of its definition, in all parts', () => {
    const tally = createTally()
    tally.count('claros_refusals_total', { rail: 'l402', reason: 'expired' })
    tally.count('claros_refusals_total', { reason: 'expired', rail: 'l402' }, 2)
    tally.count('claros_challenges_total', { rail: 'x402' }, 30)
    for (const ms of [0, 50, 51, 100, 99_999]) tally.time('claros_source_seconds', { source: 'kraken' }, ms)
    tally.time('claros_tick_delay_seconds', { actor: 'ticker/kraken' }, 1_500)
    tally.time('claros_tick_delay_seconds', { actor: 'ticker/kraken' }, -20)
    const found = readPrometheus(exposition(totalFamilies(tally.take())))
    expect(found.of('claros_refusals_total', { rail: 'l402', reason: 'expired' })).toBe(3)
    expect(found.of('claros_challenges_total', { rail: 'x402' })).toBe(30)
    const bucket = (le: string) => found.of('claros_source_seconds_bucket', { source: 'kraken', le })
    expect([bucket('0.05'), bucket('0.1'), bucket('10'), bucket('+Inf')]).toEqual([2, 4, 4, 5])
    expect(found.of('claros_source_seconds_sum', { source: 'kraken' })).toBe(100.2)
    expect(found.of('claros_tick_delay_seconds_sum', { actor: 'ticker/kraken' })).toBe(1.5)
    expect(found.of('claros_tick_delay_seconds_count', { actor: 'ticker/kraken' })).toBe(2)
    expect(found.types.get('claros_tick_delay_seconds')).toBe('summary')
  })

  test('comes to the same where the cells of a series are prepared', () => {
    const [once, prepared] = [createTally(), createTally()]
    const count = prepared.counter('claros_refusals_total', { reason: 'expired', rail: 'l402' })
    const time = prepared.timer('claros_source_seconds', { source: 'kraken' })
    for (const ms of [0, 51, 99_999]) {
      once.count('claros_refusals_total', { rail: 'l402', reason: 'expired' }, 2)
      count(2)
      once.time('claros_source_seconds', { source: 'kraken' }, ms)
      time(ms)
    }
    const taken = once.take()
    expect([...prepared.take()].toSorted()).toEqual([...taken].toSorted())
    // They go on after what was counted is taken.
    count()
    time(7)
    expect(prepared.take().size).toBe(4)
  })

  test('keeps the parts of milliseconds that one measurement leaves over', () => {
    const tally = createTally()
    for (let nth = 0; nth < 9; nth++) tally.time('claros_source_seconds', { source: 'kraken' }, 0.4)
    const found = readPrometheus(exposition(totalFamilies(tally.take())))
    expect(found.of('claros_source_seconds_sum', { source: 'kraken' })).toBe(0.004)
  })

  test('is taken once', () => {
    const tally = createTally()
    tally.count('claros_challenges_total', { rail: 'l402' })
    expect(tally.take().size).toBe(1)
    expect(tally.take().size).toBe(0)
  })

  test('under a name or with labels of another release is left out', () => {
    const other = new Map([
      ['["claros_gone_total","value","x"]', 1],
      ['["claros_challenges_total","value","l402","one label more"]', 1],
      ['["claros_challenges_total","value","x402"]', 2],
    ])
    expect(
      exposition(totalFamilies(other))
        .split('\n')
        .filter((line) => /^claros_(?:challenges|gone)/.test(line)),
    ).toEqual(['claros_challenges_total{rail="x402"} 2'])
  })

  test('of a process stands beside its name, the last value of each', () => {
    const tally = createTally()
    tally.set('claros_source_circuit', { source: 'kraken' }, 2)
    tally.set('claros_source_circuit', { source: 'kraken' }, 0)
    tally.set('claros_source_circuit', { source: 'okx' }, 1)
    const text = exposition(processFamilies([{ process: 'worker/a/1/2', gauges: tally.gauges() }]))
    expect(readPrometheus(text).by('claros_source_circuit', 'source')).toEqual({ kraken: 0, okx: 1 })
    expect(text).toContain('process="worker/a/1/2"')
  })

  test('is kept in cells that can be read back, whatever a label holds', () => {
    const tally = createTally()
    tally.count('claros_refusals_total', { rail: 'x402', reason: 'a"],[|' })
    const [cell] = [...tally.take().keys()]
    expect(readMetricCell(cell!)).toEqual({ name: 'claros_refusals_total', part: 'value', labels: ['x402', 'a"],[|'] })
  })
})
