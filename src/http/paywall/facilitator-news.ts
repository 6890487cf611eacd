import type { Meter } from '../../metrics/meter.ts'
import type { Clock, Log } from '../../ports.ts'
import { extensionLog } from './extension-log.ts'
import type { FacilitatorNews } from '../rails/facilitator-list.ts'

/** Logs and counts what happens to facilitators, for operators. */
export const facilitatorNews = (log: Log, meter: Meter, clock: Clock): FacilitatorNews => ({
  outcome: (facilitator, outcome) => meter.count('claros_settlements_total', { facilitator, outcome }),
  door: (facilitator, door) => {
    if (door === 'open') return log.info('facilitator.open', { facilitator })
    meter.count('claros_facilitator_closed_total', { facilitator, cause: door })
    log.warn('facilitator.closed', { facilitator, cause: door })
  },
  extension: extensionLog(log, clock),
})
