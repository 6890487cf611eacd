import { type Dialect, failed } from '../../dialect.ts'
import { mix, seedOf, unit } from '../../prng.ts'
import type { View } from '../../view.ts'
import { nodeReply } from './node-calls.ts'

/** Public nodes of Solana. https://solana.com/docs/rpc/http */

const FIRST_AT = Date.UTC(2020, 2, 16)
const SLOT_MS = 400
const SLOTS = 150

const slotAt = (now: number): number => Math.floor((now - FIRST_AT) / SLOT_MS)

/** Fees of the last slots, of which every fifth is zero; nodes differ by a hundredth. */
const fees = (host: string, view: View) => {
  const newest = slotAt(view.now)
  const own = 1 + (unit(mix(seedOf(host), view.seed)) - 0.5) / 50
  const level = view.level('gas.solana') * view.lie * own
  return Array.from({ length: SLOTS }, (_, back) => {
    const slot = newest - SLOTS + 1 + back
    const share = 0.9 + 0.2 * unit(mix(slot, view.seed))
    return { slot, prioritizationFee: slot % 5 === 0 ? 0 : Math.round(level * share) }
  })
}

const node = (provider: string, host: string): Dialect => ({
  provider,
  hosts: [host],
  serves: 'POST `getRecentPrioritizationFees`, `getSlot`',
  answer({ path, method, body }, view) {
    if (path !== '/' || method !== 'POST') return failed(404, { error: 'not found' })
    return nodeReply(body, 'answered', {
      getRecentPrioritizationFees: () => fees(host, view),
      getSlot: () => slotAt(view.now),
    })
  },
})

export const SOLANA_NODES: readonly Dialect[] = [
  node('solana-solana', 'api.mainnet-beta.solana.com'),
  node('publicnode-solana', 'solana-rpc.publicnode.com'),
  node('drpc-solana', 'solana.drpc.org'),
]
