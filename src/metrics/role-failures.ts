import { WORKER_ROLES, type WorkerRole } from '../role-names.ts'
import type { CounterName } from './families.ts'
import { type Cells, readMetricCell } from './meter.ts'

/** Errors of workers, by role and kind. */

export type RoleFailures = Readonly<Record<WorkerRole, Readonly<Record<string, number>>>>

const PROBLEMS: CounterName = 'claros_problems_total'
/** What its cells begin with: the others need not be read. */
const BEGINS = JSON.stringify([PROBLEMS]).slice(0, -1)

/** `null`: no cell of ours, as nothing of ours writes it. */
const readCell = (cell: string): ReturnType<typeof readMetricCell> | null => {
  try {
    return readMetricCell(cell)
  } catch {
    return null
  }
}

/** A program that plays several roles counts for each of them: its lines do not say for which one it failed. */
export const roleFailures = (totals: Cells): RoleFailures => {
  const found = Object.fromEntries(WORKER_ROLES.map((role) => [role, {}])) as Record<WorkerRole, Record<string, number>>
  for (const [cell, value] of totals) {
    const { name, labels = [] } = (cell.startsWith(BEGINS) && readCell(cell)) || {}
    const [program, level, kind] = labels
    if (name !== PROBLEMS || level !== 'error' || kind === undefined || !(value > 0)) continue
    const played = String(program).split('/')[1]?.split(',') ?? []
    for (const role of WORKER_ROLES) if (played.includes(role)) found[role][kind] = (found[role][kind] ?? 0) + value
  }
  return found
}
