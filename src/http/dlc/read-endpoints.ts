import type { Endpoint } from '../wire/endpoint.ts'
import type { EventReadDeps } from './desk.ts'
import { eventReads } from './event-reads.ts'
import { evidenceReads } from './evidence-reads.ts'
import { kormirReads } from './kormir-reads.ts'
import { listReads } from './lists.ts'
import { keyRead } from './oracle-key.ts'
import { statusRead } from './oracle-status.ts'

/** Everything of the DLC oracle that is read free of charge (interface 7.6). */
export const dlcReadEndpoints = (desk: EventReadDeps): readonly Endpoint[] => [
  keyRead(desk),
  statusRead(desk),
  ...listReads(desk),
  ...eventReads(desk),
  ...evidenceReads(desk),
  ...kormirReads(desk),
]
