import { join } from 'node:path'
import { BadGuard, openGuard } from '../../../../src/actors/dlc/guard.ts'
import { eventStore } from '../../../../src/store/events/events.ts'
import { connectRedis, redisAddress } from '../../../../src/store/redis/redis.ts'
import { ORACLE, openOracle, settle } from './oracle-parts.ts'
import { ANY_TIME } from '../../store-clocks.ts'

/**
 * One of several processes that decide the same events with opposite outcomes: `racer.ts <redis url> <shared folder>
 * <own folder> <wish> <events>`. Each has its own guard and journal, so that only Redis keeps them
 * apart. It also checks that only one process gets the shared guard. Writes one line of JSON.
 */
const [url, shared, own, wish, count] = process.argv.slice(2) as [string, string, string, string, string]

const takesGuard = (): boolean => {
  try {
    openGuard(join(shared, 'guard.sqlite'), ORACLE)
    return true
  } catch (problem) {
    if (problem instanceof BadGuard) return false
    throw problem
  }
}

const events = eventStore(await connectRedis(redisAddress(url), 'waits'), ANY_TIME)
const oracle = openOracle(own)
const isSigner = takesGuard()
process.stdout.write('ready\n')
for await (const _ of Bun.stdin.stream()) break

const ids = Array.from({ length: Number(count) }, (_, i) => `RACE-${i}`)
const settled: Record<string, string> = {}
const published: string[] = []
// Several at a time, from both ends of the list, so that the processes meet in the middle of steps.
const queue = wish === 'yes' ? ids : ids.toReversed()
await Promise.all(
  Array.from({ length: 4 }, async () => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      const { outcome, serialized, published: kind } = await settle(events, oracle, id, wish)
      settled[id] = `${outcome} ${serialized}`
      published.push(kind)
    }
  }),
)
process.stdout.write(`${JSON.stringify({ isSigner, settled, published })}\n`)
process.exit(0)
