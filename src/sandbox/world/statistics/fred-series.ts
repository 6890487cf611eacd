import type { View } from '../view.ts'
import { type Printed, printedDays, printedOf } from './told.ts'

/** The series of FRED that the world has, under the ids of FRED. */

const COPIES: Readonly<Record<string, string>> = {
  CPIAUCNS: 'us.cpi',
  CPILFENS: 'us.cpi_core',
  UNRATE: 'us.unrate',
  PAYEMS: 'us.nfp',
  DFF: 'us.effr',
  GDPC1: 'us.gdp',
  PCEPI: 'us.pce',
}

const DAYS: Readonly<Record<string, readonly [level: string, decimals: number, lagDays: number]>> = {
  DGS10: ['rate.10Y', 2, 1],
  DGS2: ['rate.2Y', 2, 1],
  DCOILWTICO: ['oil.WTI', 2, 2],
  DCOILBRENTEU: ['oil.BRENT', 2, 2],
  DHHNGSP: ['gas.HH', 2, 2],
}

const VALUES_TOLD = 60

/** The published values of a series, oldest first; `null` for an id that is none. */
export const fredValues = (view: View, id: string): readonly Printed[] | null => {
  const copy = COPIES[id]
  if (copy !== undefined) return printedOf(view, copy, VALUES_TOLD)
  const day = DAYS[id]
  if (day !== undefined) return printedDays(view, day[0], { decimals: day[1], lagDays: day[2], count: VALUES_TOLD })
  if (id !== 'T10Y2Y') return null
  const [long, short] = ['DGS10', 'DGS2'].map((each) => fredValues(view, each)!)
  return long!.map(({ period, value }, at) => ({
    period,
    value: (Number(value) - Number(short![at]!.value)).toFixed(2),
  }))
}
