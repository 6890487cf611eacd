import { localDisk } from '../../../../src/actors/bookkeeper/disk.ts'
import { serveBooks } from '../../../../src/actors/bookkeeper/serve.ts'
import { redisAddress } from '../../../../src/store/redis/redis.ts'
import { ONE_SHARD } from '../../../../src/store/claims/shards.ts'
import { openStore } from '../../../../src/store/store.ts'
import { systemClock } from '../../../../src/system/clock.ts'
import { jsonLog } from '../../../../src/system/log.ts'
import { deafRole } from '../../heard-beats.ts'

/** A bookkeeper in its own process, for a test that kills it. */

const [url, folder] = process.argv.slice(2) as [string, string]
const store = await openStore(redisAddress(url), 'waits', systemClock)
// Its rounds follow each other faster than a worker's, so that the kill comes during one.
const clock = { ...systemClock, sleep: (ms: number) => Bun.sleep(Math.min(ms, 3)) }
serveBooks({
  folder,
  days: 800,
  shards: ONE_SHARD,
  labelOf: (item) => item,
  ledger: store.ledger,
  leases: store.leases,
  health: store.health,
  disk: localDisk,
  clock,
  log: jsonLog('error', { process: 'keeper' }),
  beats: deafRole,
  holder: String(process.pid),
})
console.log('up')
