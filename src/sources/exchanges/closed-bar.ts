import type { VolumeBar, DecimalText } from '../market.ts'
import { UnreadableReply } from '../query.ts'

const isZero = (number: DecimalText): boolean => !/[1-9]/.test(number)

/**
 * One closed bar. Volume without turnover, or the reverse, is a misread column and no bar: it would drag a mean price
 * towards zero. `path` names the row.
 */
export const closedBar = (bar: VolumeBar, path: string): VolumeBar => {
  if (isZero(bar.volume) !== isZero(bar.turnover)) {
    throw new UnreadableReply(`${path} has volume ${bar.volume} and turnover ${bar.turnover}`)
  }
  return bar
}
