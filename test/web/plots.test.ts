import { describe, expect, test } from 'bun:test'
import { registry } from '../../src/feeds/registry.ts'
import { exampleOf } from '../../src/feeds/feed.ts'
import { type AnswerMembers, plotOf } from '../../src/web/plots/plots-of.ts'

/** What is drawn of a bought answer: its own numbers, and curves that go through them. */

const exampleAt = (path: string): AnswerMembers => {
  const item = registry.items.find((each) => each.path === path)!
  return exampleOf(item.feed, item.subject) as AnswerMembers
}

const maturity = (days: number, carry: number) => ({ days_to_expiry: days, annualized_pct: carry })

describe('a picture of an answer', () => {
  test('a term structure is its maturities in order', () => {
    const plot = plotOf({ maturities: [maturity(30, 6.5), maturity(1.5, 5), maturity(90, 7)] })
    expect(plot?.xs).toEqual([1.5, 30, 90])
    expect(plot?.lines.map(({ ys }) => ys)).toEqual([[5, 6.5, 7]])
    expect(plot?.sentence).toContain('6.5 % at 30 days')
  })

  test('a smile is the raw SVI form: at k = m the variance is a + b sigma', () => {
    const slice = {
      expiry: '2026-12-25',
      a: 0.01,
      b: 0.04,
      rho: -0.4,
      m: 0,
      sigma: 0.25,
      t_years: 0.5,
      k_min: -0.2,
      k_max: 0.2,
    }
    const plot = plotOf({ slices: [slice] })!
    const middle = plot.xs.findIndex((k) => Math.abs(k) < 1e-9)
    expect(plot.lines[0]!.ys[middle]).toBeCloseTo(100 * Math.sqrt((0.01 + 0.04 * 0.25) / 0.5), 9)
    // Gatheral, the left wing of a negative rho is the higher one.
    expect(plot.lines[0]!.ys[0]!).toBeGreaterThan(plot.lines[0]!.ys.at(-1)!)
  })

  test('a surface has a line for each expiry, through its own points and nowhere beyond them', () => {
    const expiries = [
      {
        expiry: 'near',
        points: [
          { k: -0.1, svi_iv: 50 },
          { k: 0.1, svi_iv: 40 },
        ],
      },
      {
        expiry: 'far',
        points: [
          { k: -0.2, svi_iv: 60 },
          { k: 0, svi_iv: 44 },
        ],
      },
    ]
    const plot = plotOf({ expiries })!
    expect(plot.xs).toEqual([-0.2, -0.1, 0, 0.1])
    expect(plot.lines.map(({ name, ys }) => [name, ys])).toEqual([
      ['near', [null, 50, 45, 40]],
      ['far', [60, 52, 44, null]],
    ])
    expect(plot.lines[0]!.strength).toBeGreaterThan(plot.lines[1]!.strength!)
  })

  test.each(['/oracle/term-structure/btc/usd', '/oracle/iv-surface/btc/usd', '/oracle/svi/btc/usd'])(
    'the answer that is sold at %s has the fields that are drawn',
    (path) => {
      const { maturities, expiries, slices } = exampleAt(path)
      const [row] = (maturities ?? slices ?? expiries) as readonly AnswerMembers[]
      // An example may have one row only, which is no line.
      const rows = [row!, maturities ? { ...row!, days_to_expiry: Number(row!['days_to_expiry']) + 30 } : row!]
      const points = row!['points']
      const whole =
        Array.isArray(points) && points.length === 1
          ? rows.map((each) => ({ ...each, points: [points[0]!, { ...(points[0] as object), k: 0.5 }] }))
          : rows
      const plot = plotOf(maturities ? { maturities: whole } : slices ? { slices: whole } : { expiries: whole })
      expect(plot?.lines.length).toBeGreaterThan(0)
      expect(plot?.xs.length).toBeGreaterThan(1)
    },
  )

  test('what is one number has none', () => {
    expect(plotOf(exampleAt('/oracle/price/btc/usd'))).toBeNull()
    expect(plotOf({ maturities: [maturity(1, 5)] })).toBeNull()
  })
})
