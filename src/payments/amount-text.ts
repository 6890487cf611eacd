import { USDC } from './usdc.ts'

/** Base units of USDC in a dollar. */
const MICRO = 1_000_000n

const DOLLARS: ReadonlySet<string> = new Set(Object.values(USDC).map(({ asset }) => asset.toLowerCase()))

/** Whether amounts of this asset are millionths of a dollar. */
export const isDollar = (asset: string): boolean => DOLLARS.has(asset.toLowerCase())

/** Millionths of a dollar with six decimals: `-0.010000`. */
const dollars = (amount: bigint): string => {
  const positive = amount < 0n ? -amount : amount
  return `${amount < 0n ? '-' : ''}${positive / MICRO}.${String(positive % MICRO).padStart(6, '0')}`
}

/** An amount in base units as people read it: `$0.010000`, `10 sats`. */
export const amountText = (asset: string, amount: bigint): string => {
  if (asset === 'sat') return `${amount} sats`
  return isDollar(asset) ? `$${dollars(amount)}` : `${amount} of ${asset}`
}
