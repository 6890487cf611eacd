import type { ToldRelease } from '../../../src/sources/calendars/tradingview.ts'
import { count } from './words.ts'

/** How many releases a reply tells of, and the first of them. */
export const releases = (told: readonly ToldRelease[]): string => {
  const [first] = told
  if (!first) return 'no release'
  const { country, title, at, actual, forecast, unit } = first
  return `${count(told.length, 'release')}; ${country} ${title}, ${new Date(at).toISOString()}: ${actual} ${unit}, expected ${forecast}`
}
