import type { Chain } from '../../chain/chain.ts'

/** Whether the settling account can pay. Closed also when nobody can be asked: nothing could be settled then. */
export interface GasState {
  readonly open: boolean
  readonly wei: bigint | null
}

/** The account must hold so many transfers' worth at today's highest price: time to send it some more. */
export const RESERVE_TRANSFERS = 50

export const gasState = async (chain: Chain, address: string, transfers: number): Promise<GasState> => {
  const [wei, cost] = await Promise.all([chain.gasBalance(address), chain.costOf(1)])
  return { open: wei !== null && cost !== null && wei >= cost * BigInt(transfers), wei }
}
