import { localDisk } from '../actors/bookkeeper/disk.ts'
import { BOOK_LOOPS, serveBooks } from '../actors/bookkeeper/serve.ts'
import type { WorkerConfig } from '../config.ts'
import { actorLabels } from '../feeds/actor-label.ts'
import { registry } from '../feeds/registry.ts'
import { systemRandom } from '../system/random.ts'
import { watchFreeDisk } from './free-disk-gauge.ts'
import type { Role, Workplace } from './role.ts'

/** The bookkeeper: writes every posting into the ledger's files, and keeps the sums of sales. */
export const startBookkeeper = (config: WorkerConfig, { store, clock, log, meter, beats }: Workplace): Role => {
  const books = serveBooks({
    folder: config.LEDGER_DIR,
    days: config.LEDGER_DAYS,
    shards: store.ledger.shards,
    labelOf: actorLabels(registry),
    ledger: store.ledger,
    leases: store.leases,
    health: store.health,
    disk: localDisk,
    clock,
    log,
    beats: beats.plays('bookkeeper', BOOK_LOOPS),
    holder: Buffer.from(systemRandom.bytes(12)).toString('hex'),
  })
  const endDisk = watchFreeDisk(meter, 'ledger', config.LEDGER_DIR)
  return {
    close: async () => {
      endDisk()
      await books.close()
    },
  }
}
