import type { Subject } from '../subject.ts'
import { PERP_COINS, type PerpCoin } from './perp-words.ts'

/** A coin with a regime. */
export interface CoinSubject extends Subject {
  readonly key: PerpCoin
}

export const COIN_SUBJECTS: readonly CoinSubject[] = PERP_COINS.map((coin) => ({
  key: coin,
  domain: `${coin}USD`,
  name: coin,
  path: { currency: coin.toLowerCase() },
}))

/** The coin of a subject of these feeds. */
export const perpCoinOf = ({ key }: Subject): PerpCoin => {
  const found = PERP_COINS.find((coin) => coin === key)
  if (!found) throw new Error(`${key} has no perpetual regime`)
  return found
}
