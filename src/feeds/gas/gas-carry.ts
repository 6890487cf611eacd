import { type Static, Type } from '@sinclair/typebox'

/** The carry of the price of gas, for its own next tick and for the index. */
const GasCarry = Type.Object({
  /**
   * The last price on which at least two nodes agreed, with the base fee of then, and when: Unix milliseconds. `null`
   * before the first.
   */
  agreed: Type.Union([
    // Carries of earlier releases have no base fee.
    Type.Object({ gwei: Type.Number(), baseGwei: Type.Optional(Type.Number()), at: Type.Number() }),
    Type.Null(),
  ]),
  /** How far the best node was behind, in milliseconds of its chain, and when: Unix milliseconds. */
  progress: Type.Union([Type.Object({ lagMs: Type.Number(), at: Type.Number() }), Type.Null()]),
  /** As printed. */
  gasPriceGwei: Type.Number(),
  txCostUsd: Type.Number(),
  degraded: Type.Boolean(),
  confidence: Type.Number(),
  /** When the oldest reading that entered was read, Unix milliseconds. */
  readAt: Type.Number(),
})
export type GasCarry = Static<typeof GasCarry>

export const GAS = { id: 'gas/chain', carry: GasCarry } as const
