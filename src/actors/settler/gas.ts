import type { Chain } from '../../chain/chain.ts'

/** Whether the settling account can pay for gas. It is closed too if no node answers: nothing could be settled then. */
export interface GasState {
  readonly open: boolean
  readonly wei: bigint | null
}

/** The account should hold gas for this many transfers at today's highest price. Below that the operator is warned. */
export const RESERVE_TRANSFERS = 50

export const gasState = async (chain: Chain, address: string, transfers: number): Promise<GasState> => {
  const [wei, cost] = await Promise.all([chain.gasBalance(address), chain.costOf(1)])
  return { open: wei !== null && cost !== null && wei >= cost * BigInt(transfers), wei }
}
