import { COPPER_FUTURE } from '../../sources/equities/yahoo.ts'
import { COPPER, COPPER_BOARD, COPPER_FUTURE_BOARD } from './copper-board.ts'
import { EIA_BOARD } from './eia-board.ts'
import { AGES, type Indicator, type Way } from './indicator.ts'
import { graphWay } from './us-indicators.ts'

const eiaWay = (seriesId: string): Way => ({
  board: EIA_BOARD,
  series: seriesId,
  agency: 'EIA',
  seriesId,
  model: 'directapi',
  compare: 'same',
})

/** A daily spot price of the EIA, from itself where there is a key, else from FRED. */
const energy = (
  word: string,
  name: string,
  unit: string,
  ids: readonly [string, string],
  value: string,
): Indicator => ({
  word,
  name,
  frequency: 'day',
  unit,
  ways: [eiaWay(ids[0]), graphWay('EIA', ids[1])],
  ages: AGES.oil,
  example: { value, period: '2026-11-16' },
})

export const COMMODITIES: readonly Indicator[] = [
  energy('wti', 'WTI crude oil', 'usdperbarrel', ['RWTC', 'DCOILWTICO'], '70.85'),
  energy('brent', 'Brent crude oil', 'usdperbarrel', ['RBRTE', 'DCOILBRENTEU'], '74.12'),
  energy('natgas', 'Henry Hub natural gas', 'usdpermmbtu', ['RNGWHHD', 'DHHNGSP'], '3.21'),
  {
    word: 'copper',
    name: 'Copper',
    frequency: 'day',
    unit: 'usdperpound',
    ways: [
      { board: COPPER_BOARD, series: COPPER, agency: 'GOLDAPI', seriesId: COPPER, model: 'directapi', compare: 'same' },
      {
        board: COPPER_FUTURE_BOARD,
        series: COPPER,
        agency: 'YAHOO',
        seriesId: COPPER_FUTURE,
        model: 'directapi',
        compare: 'near',
      },
    ],
    ages: AGES.day,
    isLone: true,
    example: { value: '4.581', period: '2026-11-18' },
  },
]
