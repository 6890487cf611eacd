import type { DrillReport } from '../actors/dlc/drill-check.ts'
import { CONFLICTS, type FindingKind, MENDABLE } from '../actors/dlc/drill-event.ts'
import type { RestoreOutcome } from '../actors/dlc/drill-restore.ts'

/** The report of the restore drill. Its reader may have been woken up for it: it names the next step. */

const FOUND: Readonly<Record<FindingKind, string>> = {
  missing: 'in the journal, not in Redis',
  behind: 'further in the journal than in Redis',
  unlisted: 'in Redis, not in the journal',
  ahead: 'further in Redis than in the journal',
  unguarded: 'decided, but not in the guard',
  signed: 'signed in the guard, decided nowhere else; the guard and the event together tell the outcome',
  other_announcement: 'CONFLICT: another announcement in the journal than in Redis',
  other_outcome: 'CONFLICT: another outcome in the journal than in Redis',
  other_attestation: 'CONFLICT: another attestation in the journal than in Redis',
  other_message: 'CONFLICT: the guard holds another outcome than was decided',
  undecided: 'CONFLICT: the guard holds a signature, and no record says which outcome was signed',
  incomplete: 'CONFLICT: lines are missing, and Redis does not know them either',
}

const journalLine = ({ journal }: DrillReport): string => {
  if (journal.kind === 'missing') return 'there is none'
  if (journal.kind === 'unusable') return `UNUSABLE: ${journal.detail}`
  const torn = journal.torn > 0 ? `, and ${journal.torn} bytes of a line that was cut short` : ''
  return `${journal.lines} lines${torn}`
}

const guardLine = ({ guard }: DrillReport): string => {
  switch (guard.kind) {
    case 'read':
      return `${guard.points} nonces used`
    case 'missing':
      return 'there is none'
    case 'in_use':
      return 'in use by a running signer, not compared'
    case 'unclean':
      return 'a commit was cut short; not compared'
    case 'unusable':
      return `UNUSABLE: ${guard.detail}`
  }
}

const findings = ({ counts, examples }: DrillReport): readonly string[] =>
  [...CONFLICTS, ...MENDABLE]
    .filter((kind) => counts[kind])
    .flatMap((kind) => [
      `${String(counts[kind]).padStart(9)}  ${FOUND[kind]}`,
      ...examples
        .filter((each) => each.kind === kind)
        .map(({ id, detail }) => `           ${id}${detail && `  (${detail})`}`),
    ])

/** So many waiting events are named. */
const SHOWN = 20

const held = ({ waiting, quarantined }: DrillReport): readonly string[] => [
  ...(waiting.length === 0
    ? []
    : [
        `  WAITING  ${waiting.length} events are not signed until you confirm: the folder may be an older copy.`,
        ...waiting.slice(0, SHOWN).map((id) => `           ${id}`),
        '           Read "Waiting" in docs/restore.md, then run beside the service: npx claros dlc resume',
      ]),
  ...(quarantined.count === 0
    ? []
    : [
        `  QUARANTINED  ${quarantined.count} events cannot be signed; the others go on.`,
        ...quarantined.some.map(({ id, why }) => `           ${id}  (${why})`),
      ]),
]

const body = (report: DrillReport): readonly string[] => [
  `  journal  ${journalLine(report)}`,
  `  guard    ${guardLine(report)}`,
  `  events   ${report.events} compared`,
  ...findings(report),
  ...held(report),
]

const CONFLICT = [
  'CONFLICT. Keep the service stopped: signing on may reveal the key. Nothing was changed, and no command can decide this.',
  'Next: copy the data folder aside, then read "Conflicts" in docs/restore.md.',
]

const IN_ORDER = 'In order: the journal, the guard and Redis agree.'

/** @param again the command that repairs, as it would be typed */
export const checkText = (report: DrillReport, again: string): string => {
  const end =
    report.verdict === 'in_order'
      ? [report.guard.kind === 'in_use' ? 'In order, as far as can be seen while a signer runs.' : IN_ORDER]
      : report.verdict === 'conflict'
        ? CONFLICT
        : ['BEHIND. Nothing was changed.', `Next: stop the service, copy the data folder aside, then run: ${again}`]
  return [...body(report), ...end, ''].join('\n')
}

export const restoreText = (outcome: Exclude<RestoreOutcome, { readonly kind: 'signer_running' }>): string => {
  switch (outcome.kind) {
    case 'in_order':
      return [...body(outcome.before), `${IN_ORDER} Nothing was changed.`, ''].join('\n')
    case 'conflict':
      return [...body(outcome.before), ...CONFLICT, ''].join('\n')
    case 'restored': {
      const { before, after, mended } = outcome
      const end =
        after.verdict === 'in_order'
          ? [IN_ORDER, 'Next: start the service.']
          : after.verdict === 'conflict'
            ? CONFLICT
            : ['NOT ALL was restored. Keep the service stopped and read docs/restore.md.']
      return [
        'Before:',
        ...body(before),
        'Restored:',
        `${String(mended.journaled).padStart(9)}  events entered into the journal`,
        `${String(mended.guarded).padStart(9)}  nonces entered into the guard`,
        `${String(mended.restored).padStart(9)}  events given back to Redis`,
        'After:',
        ...body(after),
        ...end,
        '',
      ].join('\n')
    }
  }
}

/** @param ids the events that were resumed; @param left how many events still wait */
export const resumeText = (ids: readonly string[], left: number): string =>
  `${[...ids.map((id) => `  resumed  ${id}`), `${ids.length} events are signed again, ${left} wait.`].join('\n')}\n`

/** @param replaced how many ends of lost journals were replaced */
export const anewText = (replaced: number): string =>
  replaced === 0
    ? ''
    : 'From now on this journal replaces the lost one. Every open event in it WAITS: see "Waiting" in docs/restore.md.\n'
