import { DAY_MS, utcDay } from '../time-units.ts'

/** `--from` and `--to`: a day, a month, or a moment, in UTC. */

/** Unix milliseconds; `to` itself is not included. */
export interface TimeSpan {
  readonly from: number
  readonly to: number
}

const MONTH = /^(\d{4})-(\d{2})$/
const DAY = /^\d{4}-\d{2}-\d{2}$/
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z$/

/** Start and end of a written day, month or moment. `null` if the text is none of these. */
const readTime = (text: string): TimeSpan | null => {
  const month = MONTH.exec(text)
  if (month) {
    const [year, number] = [Number(month[1]), Number(month[2])]
    return number >= 1 && number <= 12 ? { from: Date.UTC(year, number - 1), to: Date.UTC(year, number) } : null
  }
  const at = DAY.test(text) || MOMENT.test(text) ? Date.parse(text) : Number.NaN
  // `Date.parse` reads 30 February as 2 March.
  if (Number.isNaN(at) || utcDay(at) !== text.slice(0, 10)) return null
  return { from: at, to: DAY.test(text) ? at + DAY_MS : at }
}

/** From the start of `from` to the end of `to`, both included; or a sentence that says what is wrong. */
export const readDayRange = (from: string | undefined, to: string | undefined): TimeSpan | string => {
  const [start, end] = [from, to].map((text) => (text === undefined ? undefined : readTime(text)))
  for (const [name, text, read] of [
    ['--from', from, start],
    ['--to', to, end],
  ] as const)
    if (read === null) return `${name} ${text} is not a time: write 2026-03, 2026-03-05 or 2026-03-05T12:00:00Z (UTC).`
  const span = { from: start?.from ?? 0, to: end?.to ?? Number.POSITIVE_INFINITY }
  return span.from < span.to ? span : '--to lies before --from.'
}
