import { isDecimal } from '../../canonical/decimal.ts'
import type { Content } from './computed.ts'
import { rowsCheck } from './rows-check.ts'
import { spacedLayout } from './spaced-layout.ts'

/** Whether high and low enclose open and close, and the volume is not below zero. */
const isCandle = ({ o, h, l, c, v }: Content): boolean =>
  [o, c].every((price) => Number(l) <= Number(price) && Number(price) <= Number(h)) &&
  (v === null || (typeof v === 'string' && isDecimal(v) && !v.startsWith('-')))

export const SPOT_HISTORY_LAYOUT = spacedLayout('SPOT', (head, body) =>
  rowsCheck(head, body, { series: 'spot', isAligned: true, holds: isCandle }),
)
