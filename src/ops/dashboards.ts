import type { Dashboard } from './dashboard.ts'
import { FEEDS_DASHBOARD } from './feeds-dashboard.ts'
import { MONEY_DASHBOARD } from './money-dashboard.ts'
import { ORACLE_DASHBOARD } from './oracle-dashboard.ts'
import { SERVICE_DASHBOARD } from './service-dashboard.ts'

/** Every dashboard: each is a file of `ops/grafana`. */
export const DASHBOARDS: readonly Dashboard[] = [SERVICE_DASHBOARD, MONEY_DASHBOARD, FEEDS_DASHBOARD, ORACLE_DASHBOARD]
