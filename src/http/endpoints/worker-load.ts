import { type RoleFailures, roleFailures } from '../../metrics/role-failures.ts'
import type { WorkerRole } from '../../role-names.ts'
import type { Store } from '../../store/store.ts'

/** What waits for each role, and how often it failed. */

/** `null`: not known, which is not zero. */
export interface Backlog {
  readonly waiting: number | null
  readonly oldestSeconds: number | null
}

export interface WorkerLoad {
  readonly backlogs: Readonly<Record<WorkerRole, Backlog>>
  readonly failures: RoleFailures | null
}

const ofCount = (waiting: number | null): Backlog => ({ waiting, oldestSeconds: null })

/** Nothing waits, and nothing ever failed. */
export const IDLE_LOAD: WorkerLoad = {
  backlogs: {
    publisher: ofCount(null),
    settler: ofCount(0),
    signer: ofCount(0),
    courier: { waiting: 0, oldestSeconds: 0 },
    bookkeeper: ofCount(0),
  },
  failures: roleFailures(new Map()),
}

/** The age is 0 when none waits, and `null` where the release before entered what waits: it did not keep when. */
export const webhookBacklog = async (
  deliveries: Pick<Store['deliveries'], 'backlog'>,
  now: number,
): Promise<Backlog & { readonly waiting: number }> => {
  const { waiting, oldestAt } = await deliveries.backlog()
  if (oldestAt === null) return { waiting, oldestSeconds: waiting === 0 ? 0 : null }
  return { waiting, oldestSeconds: Math.max(0, now - oldestAt) / 1000 }
}

type LoadStore = Pick<Store, 'settlements' | 'events' | 'deliveries' | 'ledger' | 'totals'>

const orNull = <T>(read: Promise<T>): Promise<T | null> => read.catch(() => null)

/** What cannot be read is `null`: health tells of the rest. */
export const readWorkerLoad = async (store: LoadStore, now: number): Promise<WorkerLoad> => {
  const [sent, events, webhooks, entries, failures] = await Promise.all([
    orNull(store.settlements.countSent()),
    orNull(store.events.count(Math.floor(now / 1000))),
    orNull(webhookBacklog(store.deliveries, now)),
    orNull(store.ledger.waiting()),
    orNull(store.totals.all().then(({ totals }) => roleFailures(totals))),
  ])
  return {
    backlogs: {
      publisher: ofCount(null),
      settler: ofCount(sent && sent.reduce((sum, { count }) => sum + count, 0)),
      signer: ofCount(events && events.unsigned),
      courier: webhooks ?? ofCount(null),
      bookkeeper: ofCount(entries),
    },
    failures,
  }
}
