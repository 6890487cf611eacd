import type { Json } from '../../canonical/jcs.ts'
import type { Line } from '../charts/line.ts'

/** A picture of an answer: lines over one axis. */
export interface Plot {
  readonly title: string
  readonly sentence: string
  readonly xName: string
  readonly yName: string
  readonly xs: readonly number[]
  readonly lines: readonly Line[]
}

export type AnswerMembers = Readonly<Record<string, Json>>

const isMembers = (value: Json | undefined): value is AnswerMembers =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const rowsIn = (value: Json | undefined): readonly AnswerMembers[] =>
  Array.isArray(value) ? value.filter(isMembers) : []

const numberIn = (row: AnswerMembers, name: string): number | null => {
  const value = row[name]
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** The annualized carry of each maturity. */
const termStructure = (answer: AnswerMembers): Plot | null => {
  const rows = rowsIn(answer['maturities']).flatMap((row) => {
    const [days, carry] = [numberIn(row, 'days_to_expiry'), numberIn(row, 'annualized_pct')]
    return days === null || carry === null ? [] : [{ days, carry }]
  })
  if (rows.length < 2) return null
  const sorted = rows.toSorted((a, b) => a.days - b.days)
  return {
    title: 'Term structure',
    sentence: `Annualized carry by maturity: ${sorted.map(({ days, carry }) => `${carry} % at ${days} days`).join(', ')}`,
    xName: 'Days to expiry',
    yName: 'Annualized, %',
    xs: sorted.map(({ days }) => days),
    lines: [{ name: 'Annualized, %', ys: sorted.map(({ carry }) => carry) }],
  }
}

/** Points between the strikes that were fitted. */
const STEPS = 48

interface Curve {
  readonly name: string
  readonly points: readonly { readonly k: number; readonly iv: number }[]
}

/** Total variance of the raw SVI form, as a volatility in per cent (methods: smiles). */
const sviCurve = (slice: AnswerMembers): Curve | null => {
  const read = ['a', 'b', 'rho', 'm', 'sigma', 't_years', 'k_min', 'k_max'].map((name) => numberIn(slice, name))
  if (read.includes(null)) return null
  const [a, b, rho, m, sigma, years, from, to] = read as number[]
  const points = Array.from({ length: STEPS + 1 }, (_, step) => {
    const k = from! + ((to! - from!) * step) / STEPS
    const variance = a! + b! * (rho! * (k - m!) + Math.sqrt((k - m!) ** 2 + sigma! ** 2))
    return { k, iv: 100 * Math.sqrt(Math.max(0, variance) / years!) }
  })
  return { name: String(slice['expiry']), points }
}

const pointCurve = (row: AnswerMembers): Curve => ({
  name: String(row['expiry']),
  points: rowsIn(row['points']).flatMap((point) => {
    const [k, iv] = [numberIn(point, 'k'), numberIn(point, 'svi_iv')]
    return k === null || iv === null ? [] : [{ k, iv }]
  }),
})

/** A line for each expiry over log-moneyness: the nearest is the strongest. */
const surfaceOf = (title: string, curves: readonly Curve[]): Plot | null => {
  const drawn = curves.filter(({ points }) => points.length > 1)
  if (drawn.length === 0) return null
  const xs = [...new Set(drawn.flatMap(({ points }) => points.map(({ k }) => k)))].toSorted((a, b) => a - b)
  const at = new Map(xs.map((x, place) => [x, place]))
  const lines = drawn.map(({ name, points }, place) => {
    const ys = Array.from<number | null>({ length: xs.length }).fill(null)
    // Between two strikes of its own a line has no gap where another expiry has one: it is drawn through.
    const own = points.toSorted((a, b) => a.k - b.k)
    own.forEach((point, nth) => {
      const next = own[nth + 1]
      for (let each = at.get(point.k)!; each <= (next ? at.get(next.k)! : at.get(point.k)!); each++) {
        const share = next && next.k !== point.k ? (xs[each]! - point.k) / (next.k - point.k) : 0
        ys[each] = point.iv + share * ((next?.iv ?? point.iv) - point.iv)
      }
    })
    return { name, ys, strength: 1 - (0.75 * place) / Math.max(1, drawn.length - 1) }
  })
  return {
    title,
    sentence: `Implied volatility over log-moneyness, a line for each of ${drawn.length} expiries: ${drawn.map(({ name }) => name).join(', ')}; the nearest is the strongest`,
    xName: 'ln(strike / forward)',
    yName: 'Implied volatility, %',
    xs,
    lines,
  }
}

/** The picture of an answer that is more than one number; `null` where it is none. */
export const plotOf = (answer: AnswerMembers): Plot | null => {
  if (Array.isArray(answer['maturities'])) return termStructure(answer)
  if (Array.isArray(answer['slices']))
    return surfaceOf(
      'Smiles',
      rowsIn(answer['slices']).flatMap((slice) => sviCurve(slice) ?? []),
    )
  if (Array.isArray(answer['expiries']))
    return surfaceOf('Volatility surface', rowsIn(answer['expiries']).map(pointCurve))
  return null
}
