import { describe, expect, test } from 'bun:test'
import { seenOfKills } from '../../soak/judge/service.ts'
import { createTally } from '../../soak/load/tally.ts'
import { plotSvg, roundStep } from '../../soak/report/plot.ts'
import { reportPage, samplesCsv } from '../../soak/report/report.ts'
import { createRecord } from '../../soak/watch/series.ts'

describe('a plot', () => {
  const svg = plotSvg({
    title: 'Memory of <each>',
    unit: 'MB',
    seconds: 3_600,
    kills: [1_800],
    lines: [
      {
        name: 'worker & co',
        points: [
          [0, 0],
          [1_800, 250],
          [3_600, 500],
        ],
      },
    ],
  })

  test('draws a line from corner to corner of its axes', () => {
    expect(svg).toContain('points="64.0,286.0 377.0,160.0 690.0,34.0"')
    expect(svg).toContain('d="M377.0 34V286"')
  })

  test('names its axes, and escapes what is no text of SVG', () => {
    expect(svg).toContain('>Memory of &lt;each&gt;, MB<')
    expect(svg).toContain('>worker &amp; co<')
    expect([...svg.matchAll(/text-anchor="end">([\d.]+)</g)].map(([, label]) => label)).toEqual([
      '0',
      '100',
      '200',
      '300',
      '400',
      '500',
    ])
    expect([...svg.matchAll(/text-anchor="middle">([\d.]+)</g)].map(([, label]) => label)).toEqual([
      '0',
      '20',
      '40',
      '60',
    ])
  })

  test('has one colour and one name for processes that followed one another, and broken lines when colours are used up', () => {
    const many = ['a', 'b', 'a', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((name) => ({ name, points: [[0, 1]] as const }))
    const drawn = plotSvg({ title: 't', unit: '', seconds: 60, lines: many })
    const styles = [...drawn.matchAll(/<polyline [^>]*fill="none" (.*?) stroke-width/g)].map(([, style]) => style)
    expect(styles[0]).toBe(styles[2])
    expect(new Set(styles).size).toBe(9)
    expect(styles.at(-1)).toBe('stroke="#0072b2" stroke-dasharray="5 2"')
    expect([...drawn.matchAll(/text-anchor="start">(\w)</g)].map(([, name]) => name).join('')).toBe('tabcdefghi')
  })

  test('is well-formed, also without a number', () => {
    const empty = plotSvg({ title: 't', unit: '', seconds: 60, lines: [{ name: 'none', points: [] }] })
    for (const picture of [svg, empty]) {
      expect(picture).not.toMatch(/NaN|Infinity|undefined/)
      const opened = [...picture.matchAll(/<(\w+)[^>]*[^/]>/g)].map(([, name]) => name)
      const closed = [...picture.matchAll(/<\/(\w+)>/g)].map(([, name]) => name)
      expect(opened.toSorted()).toEqual(closed.toSorted())
    }
  })

  test.each([
    [500, 100],
    [501, 200],
    [3, 1],
    [0.012, 0.005],
    [1_000, 200],
    [0, 1],
  ])('to %p has steps of %p', (top, step) => {
    expect(roundStep(top)).toBeCloseTo(step, 12)
  })
})

describe('what buyers saw', () => {
  const at = { now: 0 }
  const tally = createTally(() => at.now)

  test('two of them with one string is a fault; a string without a nonce is sold to all', () => {
    tally.sale('l402', 'item', 'v1|PRICE|BTCUSD|94060.02|1795532324|381773')
    tally.sale('x402', 'item', 'v1|PRICE|BTCUSD|94060.02|1795532324|381774')
    tally.sale('l402', 'item', 'v1|GAS|ETH|12|1795532324')
    tally.sale('x402', 'item', 'v1|GAS|ETH|12|1795532324')
    tally.sale('l402', 'event', undefined)
    expect([tally.faultCount(), tally.soldOver('l402'), tally.soldOver('x402'), tally.verified()]).toEqual([0, 3, 2, 5])
    tally.sale('x402', 'item', 'v1|PRICE|BTCUSD|94060.02|1795532324|381773')
    expect(tally.faults).toEqual(['0 s: two buyers have v1|PRICE|BTCUSD|94060.02|1795532324|381773'])
  })

  test('is told of the twenty seconds after each kill', () => {
    for (const [now, what] of [
      [99.5, 'lost'],
      [101, 'lost'],
      [105, 'unavailable'],
      [130, 'lost'],
    ] as const) {
      at.now = now
      tally.notice(what)
    }
    tally.read(104, 1_500)
    tally.read(200, 9_000)
    expect(seenOfKills([{ at: 100, name: 'redis', againAfter: 1 }], tally)).toEqual([
      { kill: { at: 100, name: 'redis', againAfter: 1 }, noticed: { lost: 2, unavailable: 1 }, slowestMs: 1_500 },
    ])
  })
})

describe('a report', () => {
  const tally = createTally(() => 12)
  tally.fault('a | b')
  const page = reportPage({
    setting: { machine: 'a CPU, 2 cores' },
    findings: [
      { what: 'memory of worker-1', word: 'broken', says: 'it grows' },
      { what: 'data in Redis', word: 'told', says: '3 | 4 MB/h' },
    ],
    kills: [{ kill: { at: 60, name: 'redis', againAfter: null }, noticed: { lost: 3, unavailable: 9 }, slowestMs: 1 }],
    tally,
    logged: new Map([['warn child.died', 2]]),
    pictures: [{ file: 'memory.svg', title: 'Memory' }],
  })

  test('begins with its verdict, and has every finding, fault, kill and picture', () => {
    expect(page).toStartWith('# Soak run\n\nSomething is broken.\n\n')
    expect(page).toContain('| memory of worker-1 | broken | it grows |')
    expect(page).toContain(String.raw`| data in Redis | told | 3 \| 4 MB/h |`)
    expect(page).toContain('- 12 s: a | b\n')
    expect(page).toContain('| 60 | redis | never | 1 | unavailable 9, lost 3 |')
    expect(page).toContain('| lines of the log from warn on | warn child.died 2 |')
    expect(page).toContain('![Memory](memory.svg)')
  })

  test('has every number in a file', () => {
    const record = createRecord()
    record.add('memory', 'worker-1', 10, 250.5)
    record.add('endless keys', 'queue ticks: a, "job"', 20.04, 3)
    record.add('memory', 'worker-1', 30, Number.NaN)
    expect(samplesCsv(record.all())).toBe(
      'seconds,what,name,value\n10.0,memory,worker-1,250.5\n20.0,endless keys,"queue ticks: a, ""job""",3\n',
    )
  })
})
