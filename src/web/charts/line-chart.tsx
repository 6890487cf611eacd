import uPlot from 'uplot'
import { useEffect, useRef } from 'preact/hooks'
import { type Colours, coloursAt, faded, onScheme } from './colours.ts'
import type { Line } from './line.ts'

export interface LineChartProps {
  /** What a reader who cannot see it is told. */
  readonly sentence: string
  /** Ascending. Unix seconds where `isTime`. */
  readonly xs: readonly number[]
  readonly lines: readonly Line[]
  readonly isTime: boolean
  readonly height?: number
  /** How the numbers of the axes read. */
  readonly xText?: (x: number) => string
  readonly yText?: (y: number) => string
  /** Which of `xs` the pointer is nearest to; `null` when it has left. */
  readonly onPoint?: (at: number | null) => void
}

const FONT = '12px "Liberation Sans", system-ui, sans-serif'

const axis = (colours: Colours, size: number, text?: (n: number) => string): uPlot.Axis => ({
  stroke: colours.muted,
  font: FONT,
  size,
  grid: { stroke: colours.line, width: 1 },
  ticks: { show: false },
  ...(text && { values: (_: uPlot, splits: number[]) => splits.map(text) }),
})

const widest = (texts: readonly string[]): number => Math.max(40, ...texts.map((text) => 16 + 7 * text.length))

const optionsFor = (props: LineChartProps, colours: Colours, width: number): uPlot.Options => {
  const { lines, isTime, height = 260, xText, yText = String, onPoint } = props
  const isAlone = lines.length === 1
  return {
    width,
    height,
    legend: { show: false },
    padding: [10, 12, 0, 0],
    scales: { x: { time: isTime } },
    cursor: {
      y: false,
      drag: { x: false, y: false },
      points: { size: 7, fill: colours.ground, stroke: colours.accent, width: 2 },
    },
    axes: [
      axis(colours, 30, xText),
      {
        ...axis(colours, 60, yText),
        size: (_: uPlot, values: string[] | null) => widest(values ?? []),
      },
    ],
    series: [
      {},
      ...lines.map(({ name, strength = 1, isDotted = false }) => ({
        label: name,
        stroke: faded(colours.accent, strength),
        width: 1.5,
        ...(isDotted && { dash: [3, 4] }),
        points: { show: props.xs.length <= 24, size: 5, fill: colours.accent },
        ...(isAlone && { fill: faded(colours.accent, 0.08) }),
      })),
    ],
    hooks: { setCursor: [({ cursor }) => onPoint?.(cursor.idx ?? null)] },
  }
}

/** A chart on a canvas, as wide as its place. It is drawn again when the place or the colours change. */
export const LineChart = (props: LineChartProps) => {
  const { sentence, xs, lines } = props
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    let chart: uPlot | null = null
    const draw = () => {
      chart?.destroy()
      const data: uPlot.AlignedData = [[...xs], ...lines.map(({ ys }) => [...ys])]
      chart = new uPlot(optionsFor(props, coloursAt(element), element.clientWidth), data, element)
    }
    draw()
    const sized = new ResizeObserver(() => {
      const { clientWidth } = element
      if (chart && clientWidth > 0 && clientWidth !== chart.width)
        chart.setSize({ width: clientWidth, height: chart.height })
    })
    sized.observe(element)
    const unheard = onScheme(draw)
    return () => {
      unheard()
      sized.disconnect()
      chart?.destroy()
    }
  }, [xs, lines])
  return <div class="chart" ref={place} role="img" aria-label={sentence} />
}
