import type { KnownSeries } from './asked-families.ts'

/** Families that alarms and dashboards ask for and that the page does not have yet. One that it has is struck off. */
const COMING: Readonly<Record<string, readonly string[]>> = {
  claros_role_processes: ['role'],
  claros_role_beat_age_seconds: ['role'],
  claros_webhooks_waiting: [],
  claros_webhook_oldest_seconds: [],
  claros_webhook_attempts_total: ['outcome'],
  claros_problems_total: ['program', 'level', 'kind'],
  claros_process_beat_age_seconds: ['role', 'loop', 'process'],
  claros_process_leads: ['role', 'process'],
}

export const comingSeries: KnownSeries = new Map(
  Object.entries(COMING).map(([name, labels]) => [name, new Set(labels)]),
)
