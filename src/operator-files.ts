import { Type } from '@sinclair/typebox'
import { secret, text } from './setting-kinds.ts'

/** Settings that name files of the operator. */
export const operatorFiles = {
  CALENDAR_FILE: Type.Optional(text('Official dates in place of ours: `calendar-official.json` in DATA_DIR, if there')),
  CALENDAR_ESTIMATES: Type.Optional(
    text(
      'Estimates of economic releases that this operator may sell, as CSV `event,time,estimate`: `calendar-estimates.csv` in DATA_DIR, if there',
    ),
  ),
  EQUITY_FILE: Type.Optional(
    secret(
      'Days of VIX, VIX9D, VVIX, SPX, NDX, HYG and LQD that this operator may sell, as CSV `symbol,time,open,high,low,close`: a file, or an https address. Read again every two minutes',
    ),
  ),
}
