import type { Endpoint } from '../wire/endpoint.ts'
import type { EventReadDeps } from './read-deps.ts'
import { eventReads } from './event-reads.ts'
import { evidenceReads } from './evidence-reads.ts'
import { kormirReads } from './kormir-reads.ts'
import { listReads } from './lists.ts'
import { keyRead } from './oracle-key.ts'
import { statusRead } from './oracle-status.ts'

/** Everything of the DLC oracle that is read free of charge (interface 7.6). */
export const dlcReadEndpoints = (deps: EventReadDeps): readonly Endpoint[] => [
  keyRead(deps),
  statusRead(deps),
  ...listReads(deps),
  ...eventReads(deps),
  ...evidenceReads(deps),
  ...kormirReads(deps),
]
