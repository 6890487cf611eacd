import type { BrokenWish, Wish } from './asked.ts'

/** `from`, `to` and `interval` of a question about the past. */

export const INTERVALS = { '1m': 60, '5m': 300, '15m': 900, '1h': 3_600, '4h': 14_400, '1d': 86_400 } as const

export type Interval = keyof typeof INTERVALS

/** Interface document, "Limits": at most so many rows of one answer. */
export const MOST_ROWS = 1_440

/** What is shown when nobody says from when. */
const DEFAULT_SPAN: Readonly<Record<Interval, number>> = {
  '1m': 86_400,
  '5m': 86_400,
  '15m': 86_400,
  '1h': 86_400,
  '4h': 7 * 86_400,
  '1d': 30 * 86_400,
}

const ISO = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)?)?$/

/** Unix seconds of a bound as it was written: digits, or ISO 8601, in UTC when it names no zone. */
export const readMoment = (text: string): number | null => {
  if (/^\d{9,11}$/.test(text)) return Number(text)
  if (!ISO.test(text)) return null
  const zoned = /(?:Z|[+-]\d\d:\d\d)$/.test(text) || !text.includes('T') ? text : `${text}Z`
  const ms = Date.parse(zoned)
  return Number.isNaN(ms) ? null : Math.floor(ms / 1000)
}

export const isInterval = (text: string): text is Interval => Object.hasOwn(INTERVALS, text)

const MESSAGE = 'must be Unix seconds, or ISO 8601 like 2026-11-21T12:00:00Z'

/**
 * Reads the three parameters at a moment. Only candles that are closed by then are in the range; what lies further back
 * than `keptSeconds` is cut off.
 */
export const readRange = (
  query: Readonly<Record<string, string>>,
  nowTs: number,
  keptSeconds: number,
): Wish | BrokenWish => {
  const rules: BrokenWish['rules'][number][] = []
  const interval = query['interval'] ?? '1h'
  if (!isInterval(interval)) {
    const message = `must be one of ${Object.keys(INTERVALS).join(', ')}`
    rules.push({ parameter: 'interval', rule: 'unknown_value', message })
  }
  const bound = (name: 'from' | 'to'): number | null => {
    const text = query[name]
    if (text === undefined) return null
    const moment = readMoment(text)
    if (moment === null) rules.push({ parameter: name, rule: 'invalid_time', message: MESSAGE })
    return moment
  }
  const [from, to] = [bound('from'), bound('to')]
  if (rules.length > 0 || !isInterval(interval)) return { kind: 'broken', rules }

  const step = INTERVALS[interval]
  const end = Math.min(to ?? nowTs, Math.floor(nowTs / step) * step - 1)
  const begin = from ?? end - DEFAULT_SPAN[interval] + 1
  if (from !== null && to !== null && from > to)
    rules.push({ parameter: 'from', rule: 'after_to', message: 'must not be later than `to`' })
  else if (begin > end)
    rules.push({ parameter: 'from', rule: 'in_the_future', message: 'leaves no closed candle before now' })
  // A candle belongs to the range when it begins in it.
  const first = Math.max(Math.ceil(begin / step) * step, Math.ceil((nowTs - keptSeconds) / step) * step)
  const rows = Math.floor(end / step) - first / step + 1
  if (rows > MOST_ROWS)
    rules.push({
      parameter: 'from',
      rule: 'too_many_rows',
      message: `asks for ${rows} rows of ${interval}, at most ${MOST_ROWS} are sold at once`,
    })
  return rules.length > 0 ? { kind: 'broken', rules } : { kind: 'wish', from: first, to: end, interval }
}
