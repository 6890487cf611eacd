import {
  DAY_SECONDS as DAY,
  HOUR_SECONDS as HOUR,
  MINUTE_SECONDS as MINUTE,
  SECOND_MS,
  utcSecond,
} from '../../time-units.ts'

/** Numbers, ages and dates as people read them. */

/** `97012.30` as `97,012.30`: grouped, never rounded. What is no plain decimal stays as it is. */
export const grouped = (decimal: string): string => {
  const parts = /^(-?)(\d+)(\.\d+)?$/.exec(decimal)
  if (!parts) return decimal
  const [, sign = '', whole = '', rest = ''] = parts
  return `${sign === '-' ? '−' : ''}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${rest}`
}

/** `4 s`, `12 min`, `3 h 20 min`, `2 d 4 h`. */
export const ageText = (seconds: number): string => {
  const s = Math.max(0, Math.floor(seconds))
  if (s < MINUTE) return `${s} s`
  if (s < HOUR)
    return s < 10 * MINUTE && s % MINUTE > 0
      ? `${Math.floor(s / MINUTE)} min ${s % MINUTE} s`
      : `${Math.floor(s / MINUTE)} min`
  if (s < DAY) {
    const minutes = Math.floor((s % HOUR) / MINUTE)
    return minutes > 0 ? `${Math.floor(s / HOUR)} h ${minutes} min` : `${Math.floor(s / HOUR)} h`
  }
  const hours = Math.floor((s % DAY) / HOUR)
  return hours > 0 ? `${Math.floor(s / DAY)} d ${hours} h` : `${Math.floor(s / DAY)} d`
}

/** A length of time in its largest whole units: `5 s`, `25 min`, `36 h`. */
export const spanText = (seconds: number): string => {
  if (seconds % DAY === 0 && seconds >= 2 * DAY) return `${seconds / DAY} d`
  if (seconds % HOUR === 0) return `${seconds / HOUR} h`
  return seconds % MINUTE === 0 ? `${seconds / MINUTE} min` : `${seconds} s`
}

const two = (n: number): string => String(n).padStart(2, '0')

/** `14:05:09`, of the reader's own day. */
export const clockText = (ms: number): string => {
  const at = new Date(ms)
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}

/** `2026-11-26 14:05:09 UTC` from Unix seconds. */
export const utcText = (seconds: number): string =>
  utcSecond(seconds * SECOND_MS)
    .replace('T', ' ')
    .replace('Z', ' UTC')

/** `$0.01`. */
export const dollars = (usd: string): string => `$${usd}`

export const satsText = (sats: number): string => `${grouped(String(sats))} ${sats === 1 ? 'sat' : 'sats'}`

/** `accept_rate` and `observedAt` as words. */
export const wordsOf = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()

export const shortened = (hex: string, kept = 10): string =>
  hex.length > 2 * kept + 1 ? `${hex.slice(0, kept)}…${hex.slice(-6)}` : hex

export const capital = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1)
