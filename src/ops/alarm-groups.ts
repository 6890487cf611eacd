import type { AlarmGroup } from './alarm.ts'
import { PROCESS_ALARMS } from './process-alarms.ts'
import { PROMISE_ALARMS } from './promise-alarms.ts'
import { SELLING_ALARMS } from './selling-alarms.ts'
import { WORK_ALARMS } from './work-alarms.ts'

/** Every alarm, in the order of the table in `docs/operations.md` and of `ops/alerts.yml`, which are both made of this. */
export const ALARM_GROUPS: readonly AlarmGroup[] = [
  { name: 'claros-selling', alarms: SELLING_ALARMS },
  { name: 'claros-promises', alarms: PROMISE_ALARMS },
  { name: 'claros-work', alarms: WORK_ALARMS },
  { name: 'claros-processes', alarms: PROCESS_ALARMS },
]
