import { answerJob, serveSettlements, SETTLER_LOOPS } from '../actors/settler/serve.ts'
import { createSettler } from '../actors/settler/settle.ts'
import { loadSettlingKey } from '../actors/settler/settling-key.ts'
import { storeBook } from '../actors/settler/store-book.ts'
import { watcher } from '../actors/settler/watch.ts'
import { ChainAway, openChain, WrongChain } from '../chain/chain.ts'
import type { WorkerConfig } from '../config.ts'
import { PUBLIC_RPC } from '../payments/public-rpc.ts'
import { USDC } from '../payments/usdc.ts'
import { consume, type Handler } from '../queues/consume.ts'
import type { SettlerLane } from '../queues/lanes.ts'
import { WRONG_SETTING } from '../system/exit-status.ts'
import { leaveWith } from '../system/process.ts'
import { systemRandom } from '../system/random.ts'
import type { Role, Workplace } from './role.ts'

/** The settler: settles x402 payments on the chain, or checks on the chain what a facilitator settled. */

const LANES_SERVED: readonly SettlerLane[] = ['settlements', 'inquiries']
const RPC_LIMIT_MS = 8_000
const BATCH_MAX = 100
/** After this time a node that did not answer at start is asked again. */
const RETRY_MS = 3_000

/** `null` if the x402 rail is not configured. */
export const startSettler = (config: WorkerConfig, place: Workplace): Role | null => {
  const { PAY_TO, X402_NETWORK: network } = config
  if (PAY_TO === undefined) return null
  const { store, queues, clock, log, onQueueError } = place
  const beats = place.beats.plays('settler', SETTLER_LOOPS)
  // A missing or wrong key must stop the start, even if the node does not answer.
  const key = config.X402_SETTLEMENT === 'own' ? loadSettlingKey(config.KEYS_DIR) : null
  let serving: { close(): Promise<void> } | null = null
  let stopped = false

  const start = async (): Promise<void> => {
    const chain = await openChain({
      rpcUrl: config.RPC_URL ?? PUBLIC_RPC[network],
      token: USDC[network],
      timeoutMs: RPC_LIMIT_MS,
      clock,
      ...(key && { sender: key.address }),
      walletFactories: config.WALLET_FACTORIES?.split(',') ?? [],
    })
    const claims = storeBook(store.settlements)
    const batch = config.SETTLE_BATCH_MS > 0 ? { windowMs: config.SETTLE_BATCH_MS, max: BATCH_MAX } : null
    const settler = key && createSettler({ chain, key, claims, clock, log, batch })
    serving = serveSettlements({
      chain,
      settler,
      sweep: settler ? (now) => settler.sweep(now) : watcher(chain, claims, log),
      leases: store.leases,
      states: store.settlers,
      clock,
      log,
      beats,
      holder: Buffer.from(systemRandom.bytes(12)).toString('hex'),
      listen: () => {
        const answer: Handler<SettlerLane> = (job) => answerJob({ chain, settler, clock }, job)
        const lanes = LANES_SERVED.map((lane) => consume(queues, lane, answer, onQueueError))
        return { close: async (limitMs) => void (await Promise.all(lanes.map((lane) => lane.close(limitMs)))) }
      },
    })
  }
  const keepTrying = async (): Promise<void> => {
    while (!stopped)
      try {
        return await start()
      } catch (problem) {
        if (!(problem instanceof ChainAway)) {
          log.error('settler.refused', { message: (problem as Error).message })
          return leaveWith(problem instanceof WrongChain ? WRONG_SETTING : 1)
        }
        log.warn('settler.waits_for_node', { message: problem.message })
        await clock.sleep(RETRY_MS)
      }
  }
  void keepTrying()
  return {
    close: async () => {
      stopped = true
      await serving?.close()
    },
  }
}
