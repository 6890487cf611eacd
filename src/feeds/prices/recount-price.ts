import type { Check } from '../../canonical/check.ts'
import type { Json } from '../../canonical/jcs.ts'
import { type PrintedPrice, recounted } from './recount.ts'
import { crossedPair, recountedCross } from './recount-cross.ts'
import { recountedGold } from './recount-gold.ts'
import { recountedVwap } from './recount-vwap.ts'

/** Whatever a price was made of: votes, windows of trades, or numbers that are themselves agreed on. */
export const recountedPrice = (
  printed: PrintedPrice & { readonly domain: string; readonly method: string },
  body: Readonly<Record<string, Json>>,
): readonly Check[] => {
  if (printed.method === 'vwap') return recountedVwap(printed, body)
  if (body['tokens'] !== undefined) return recountedGold(printed, body)
  const pair = crossedPair(printed)
  return pair === null ? recounted(printed, body) : recountedCross(pair, printed, body)
}
