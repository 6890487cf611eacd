import { useCallback, useMemo, useState } from 'preact/hooks'
import { BandsChart, bandsOf } from '../charts/bands.tsx'
import { HOUR_SECONDS } from '../../time-units.ts'
import { LineChart } from '../charts/line-chart.tsx'
import { Box } from '../parts/box.tsx'
import { clockText, grouped, spanText, utcText } from '../parts/texts.ts'
import type { PastDaySeries } from '../wire/feeds.ts'

const RANGES = [6, 12, 24] as const

type Point = PastDaySeries['points'][number]

/** A gap of more than one step is drawn as a gap: a point without a value in the middle of it. */
const withGaps = (
  points: readonly Point[],
  step: number,
): readonly { readonly t: number; readonly y: number | null }[] =>
  points.flatMap(({ t, value }, at) => {
    const before = points[at - 1]
    const own = { t, y: Number(value) }
    return before && t - before.t > 1.5 * step ? [{ t: (t + before.t) / 2, y: null }, own] : [own]
  })

const unitText = (unit: string | null): string => (unit ? ` ${unit}` : '')

const Numbers = ({ series, points }: { readonly series: PastDaySeries; readonly points: readonly Point[] }) => (
  <details class="numbers">
    <summary>The {points.length} values of this chart</summary>
    <Box name="Numbers of the chart">
      <table>
        <thead>
          <tr>
            <th scope="col">At</th>
            <th scope="col" class="n">
              {series.field}
              {unitText(series.unit)}
            </th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ t, value }) => (
            <tr key={t}>
              <td>{utcText(t)}</td>
              <td class="n">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  </details>
)

const NumberChart = ({ series, points }: { readonly series: PastDaySeries; readonly points: readonly Point[] }) => {
  const [at, setAt] = useState<number | null>(null)
  const drawn = useMemo(() => withGaps(points, series.step_seconds), [points, series.step_seconds])
  const xs = useMemo(() => drawn.map(({ t }) => t), [drawn])
  const lines = useMemo(() => [{ name: series.field, ys: drawn.map(({ y }) => y) }], [drawn, series.field])
  const onPoint = useCallback((place: number | null) => setAt(place), [])
  const values = points.map(({ value }) => Number(value))
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const pointed = at === null ? undefined : points.find(({ t }) => t === xs[at])
  const shown = pointed ?? points.at(-1)
  return (
    <>
      <p class="readout" aria-hidden="true">
        <span class="muted small">
          {pointed ? 'At' : 'Newest,'} {shown && clockText(shown.t * 1000).slice(0, 5)}
        </span>{' '}
        <strong>{shown && grouped(shown.value)}</strong> <span class="unit">{series.unit}</span>
        <span class="muted small readout-range">
          {grouped(String(least))} to {grouped(String(most))}
        </span>
      </p>
      <LineChart
        sentence={`${series.field}${unitText(series.unit)} from ${utcText(points[0]!.t)} to ${utcText(points.at(-1)!.t)}: between ${least} and ${most}, last ${points.at(-1)!.value}. The numbers stand in the table below.`}
        xs={xs}
        lines={lines}
        isTime
        xText={(t) => clockText(t * 1000).slice(0, 5)}
        onPoint={onPoint}
        yText={(y) => grouped(String(Number(y.toPrecision(10))))}
      />
    </>
  )
}

const WordChart = ({ series, points }: { readonly series: PastDaySeries; readonly points: readonly Point[] }) => {
  const bands = bandsOf(points, series.step_seconds)
  return (
    <BandsChart
      bands={bands}
      sentence={`${series.field} over time: ${bands.map(({ word, from }) => `${word} from ${utcText(from)}`).join(', ')}`}
    />
  )
}

/** The past day of a feed: what was given away as free copies, none newer than their own delay. */
export const PastDay = ({ series }: { readonly series: PastDaySeries }) => {
  const [hours, setHours] = useState<(typeof RANGES)[number]>(24)
  const newest = series.points.at(-1)?.t ?? 0
  const points = useMemo(
    () => series.points.filter(({ t }) => t > newest - hours * HOUR_SECONDS),
    [series.points, newest, hours],
  )
  if (points.length < 2)
    return (
      <p class="muted">
        There are too few points yet: one is kept every {spanText(series.step_seconds)}, and shown when it is{' '}
        {spanText(series.delay_seconds)} old.
      </p>
    )
  return (
    <>
      <div class="row range" role="group" aria-label="Range of the chart">
        {RANGES.map((each) => (
          <button
            key={each}
            type="button"
            class="small-button"
            aria-pressed={each === hours}
            onClick={() => setHours(each)}
          >
            {each} h
          </button>
        ))}
        <span class="muted small">
          Every point is at least {spanText(series.delay_seconds)} old, unsigned; one per{' '}
          {spanText(series.step_seconds)}.
        </span>
      </div>
      {series.kind === 'number' ? (
        <NumberChart series={series} points={points} />
      ) : (
        <WordChart series={series} points={points} />
      )}
      <Numbers series={series} points={points} />
    </>
  )
}
