import type { Clock } from '../../ports.ts'
import { MINUTE_MS } from '../../time-units.ts'

/**
 * How often a client may have the chain asked about a signature: such a question is free to cause and runs
 * foreign code at the facilitator or at our node. Payments with plain signatures are never counted here.
 */
export interface WalletLimit {
  /**
   * @param client network of the client, or the address of one that has none
   * @returns 0: go ahead, and it is counted; otherwise the seconds until it may be asked again
   */
  take(client: string): number
}

export interface WalletLimitOptions {
  readonly clock: Clock
  /** Within any minute. */
  readonly perMinute?: number
  /** Clients that are remembered; the one that asked longest ago is forgotten. */
  readonly maxClients?: number
}

const PER_MINUTE = 30
const MAX_CLIENTS = 10_000

export const walletLimit = ({
  clock,
  perMinute = PER_MINUTE,
  maxClients = MAX_CLIENTS,
}: WalletLimitOptions): WalletLimit => {
  /** When each asked within the last minute, oldest first; clients in the order of their last question. */
  const asked = new Map<string, readonly number[]>()
  return {
    take: (client) => {
      const now = clock.now()
      // A time in the future is from before the clock was set back.
      const recent = (asked.get(client) ?? []).filter((at) => at <= now && now - at < MINUTE_MS)
      if (recent.length >= perMinute) return Math.ceil((recent[0]! + MINUTE_MS - now) / 1000)
      asked.delete(client)
      asked.set(client, [...recent, now])
      if (asked.size > maxClients) asked.delete(asked.keys().next().value!)
      return 0
    },
  }
}
