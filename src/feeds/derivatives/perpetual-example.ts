import type { Subject } from '../subject.ts'

/** Dollars per coin in examples, and the size of the coin's market relative to that of bitcoin. */
const COINS: Readonly<Record<string, { readonly price: number; readonly size: number }>> = {
  BTC: { price: 97_012.3, size: 1 },
  ETH: { price: 3_400, size: 0.55 },
  SOL: { price: 180, size: 0.22 },
}

export const exampleCoin = ({ key }: Subject): { readonly price: number; readonly size: number } =>
  COINS[key.slice(0, -'-USD'.length)] ?? { price: 1, size: 1 }
