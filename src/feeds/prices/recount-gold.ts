import type { Check } from '../../canonical/check.ts'
import type { Json } from '../../canonical/jcs.ts'
import type { PrintedPrice } from './recount.ts'
export const recountedGold = (_p: PrintedPrice, _b: Readonly<Record<string, Json>>): readonly Check[] => []
