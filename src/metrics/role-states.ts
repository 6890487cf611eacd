import { ROLE_NAMES, type RoleName } from '../role-names.ts'
import type { GaugeName } from './families.ts'
import { type Cells, readMetricCell } from './meter.ts'
import type { Family } from './text.ts'

/** Which roles are played, and whether they work, by the reports of all processes. */

/** What a process said of itself, and how long ago that is by the store's clock. */
export interface SaidOfItself {
  readonly gauges: Cells
  readonly agoMs: number
}

export interface RoleState {
  readonly role: RoleName
  /** The processes that play it, those that stand by included. */
  readonly processes: number
  /**
   * Seconds since it last went round well in the process where that is least long ago; `null` where nobody plays it. A
   * process that stands by counts only while none says that it does the work: it would hide one that fails at it.
   */
  readonly ageSeconds: number | null
  /** Seconds since the report of the process that has been silent longest; `null` where nobody plays it. */
  readonly reportAgeSeconds: number | null
}

/** A role whose beat is older than this does not work. No pass of a loop that works takes as long. */
export const BEAT_LATE_SECONDS = 120

const AGE: GaugeName = 'claros_process_beat_age_seconds'
const LEADS: GaugeName = 'claros_process_leads'

interface Played {
  /** Of the loop that went round least lately. */
  readonly ageSeconds: number
  readonly leads: boolean
  readonly agoMs: number
}

/** By role. */
const playedBy = ({ gauges, agoMs }: SaidOfItself): ReadonlyMap<string, Played> => {
  const found = new Map<string, Played>()
  const cells = [...gauges].map(([cell, value]) => ({ ...readMetricCell(cell), value }))
  const standing = new Set(
    cells.filter(({ name, value }) => name === LEADS && value === 0).map(({ labels }) => labels[0]),
  )
  for (const { name, labels, value } of cells) {
    const [role] = labels
    if (name !== AGE || role === undefined) continue
    const ageSeconds = Math.max(found.get(role)?.ageSeconds ?? 0, value + agoMs / 1000)
    found.set(role, { ageSeconds, leads: !standing.has(role), agoMs })
  }
  return found
}

/** Every role, whether it is played or not. */
export const roleStates = (processes: readonly SaidOfItself[]): readonly RoleState[] => {
  const all = processes.map(playedBy)
  return ROLE_NAMES.map((role) => {
    const played = all.flatMap((each) => each.get(role) ?? [])
    const leading = played.filter(({ leads }) => leads)
    const ages = (leading.length > 0 ? leading : played).map(({ ageSeconds }) => ageSeconds)
    const youngest = ages.length === 0 ? null : Math.round(Math.min(...ages) * 1000) / 1000
    const silentMs = Math.max(0, ...played.map(({ agoMs }) => agoMs))
    return {
      role,
      processes: played.length,
      ageSeconds: youngest,
      reportAgeSeconds: played.length === 0 ? null : silentMs / 1000,
    }
  })
}

export const roleFamilies = (processes: readonly SaidOfItself[]): readonly Family[] => {
  const states = roleStates(processes)
  return [
    {
      name: 'claros_role_processes',
      help: 'Processes that play a role, those that stand by included',
      type: 'gauge',
      samples: states.map(({ role, processes: value }) => ({ labels: { role }, value })),
    },
    {
      name: 'claros_role_beat_age_seconds',
      help: 'Since a role last went round well, in the process where that is least long ago',
      type: 'gauge',
      samples: states.flatMap(({ role, ageSeconds: value }) => (value === null ? [] : [{ labels: { role }, value }])),
    },
  ]
}
