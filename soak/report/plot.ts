import type { Point } from '../judge/slope.ts'

/** A plot of lines over time as SVG: data and nothing else, so that the picture is small and shows what was measured. */

export interface Line {
  /** Lines of one name have one colour: processes that follow one another. */
  readonly name: string
  readonly points: readonly Point[]
}

export interface Plot {
  readonly title: string
  readonly unit: string
  readonly lines: readonly Line[]
  readonly seconds: number
  /** When something was killed, seconds since the run began. */
  readonly kills?: readonly number[]
}

/** Pixels. */
export const PLOT_SIZE = { width: 860, height: 320 } as const
const { width: WIDTH, height: HEIGHT } = PLOT_SIZE
const [LEFT, RIGHT, TOP, BOTTOM] = [64, 170, 34, 34]
const [INNER_WIDTH, INNER_HEIGHT] = [WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM]
/** Okabe and Ito, who chose them for everybody's eyes. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#56b4e9', '#e69f00', '#000000', '#999999'] as const
/** Beyond the colours, lines are broken. */
const styleOf = (nth: number): string =>
  `stroke="${COLOURS[nth % COLOURS.length]}"${nth < COLOURS.length ? '' : ' stroke-dasharray="5 2"'}`
/** More names than this find no room beside the plot. */
const MOST_NAMED = 17
const TICKS = 5

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A round step with at most five of them to the top: 1, 2 or 5 times a power of ten. */
export const roundStep = (top: number): number => {
  if (!(top > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(top / TICKS))
  return [1, 2, 5, 10].map((each) => each * power).find((step) => step * TICKS >= top * (1 - 1e-9))!
}

const short = (value: number): string => String(Number(value.toPrecision(4)))

const text = (x: number, y: number, words: string, anchor: 'start' | 'middle' | 'end'): string =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}">${escaped(words)}</text>`

export const plotSvg = ({ title, unit, lines, seconds, kills = [] }: Plot): string => {
  const values = lines.flatMap(({ points }) => points.map(([, value]) => value))
  const step = roundStep(values.reduce((most, each) => Math.max(most, each), 0))
  const top = step * TICKS
  const [unitOfTime, word] = seconds >= 600 ? [60, 'min'] : [1, 's']
  const x = (at: number): number => LEFT + (INNER_WIDTH * at) / seconds
  const y = (value: number): number => TOP + INNER_HEIGHT * (1 - value / top)
  const timeStep = roundStep(seconds / unitOfTime)
  const names = [...new Set(lines.map(({ name }) => name))]
  const times = Array.from({ length: Math.floor(seconds / unitOfTime / timeStep) + 1 }, (_, nth) => nth * timeStep)
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="sans-serif" font-size="11">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<g font-size="13" font-weight="bold">${text(LEFT, 20, unit === '' ? title : `${title}, ${unit}`, 'start')}</g>`,
    ...Array.from({ length: TICKS + 1 }, (_, nth) => {
      const at = y(nth * step).toFixed(1)
      const rule = `<path d="M${LEFT} ${at}H${LEFT + INNER_WIDTH}" stroke="#ddd"/>`
      return rule + text(LEFT - 6, Number(at) + 4, short(nth * step), 'end')
    }),
    ...times.map((time) => text(x(time * unitOfTime), HEIGHT - 16, short(time), 'middle')),
    text(LEFT + INNER_WIDTH, HEIGHT - 3, word, 'end'),
    ...kills.map(
      (at) => `<path d="M${x(at).toFixed(1)} ${TOP}V${TOP + INNER_HEIGHT}" stroke="#bbb" stroke-dasharray="2 3"/>`,
    ),
    ...lines.map(({ name, points }) => {
      const places = points.map(([at, value]) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ')
      return `<polyline points="${places}" fill="none" ${styleOf(names.indexOf(name))} stroke-width="1.3"/>`
    }),
    ...names.slice(0, MOST_NAMED).map((name, nth) => {
      const at = TOP + 10 + nth * 15
      const mark = `<path d="M${WIDTH - RIGHT + 8} ${at - 4}h14" ${styleOf(nth)} stroke-width="2"/>`
      return mark + text(WIDTH - RIGHT + 27, at, name, 'start')
    }),
    '</svg>',
  ]
  return `${parts.join('\n')}\n`
}
