import type { Finding } from '../judge/finding.ts'
import { wordOf } from '../judge/finding.ts'
import type { KillSeen } from '../judge/service.ts'
import type { Tally } from '../load/tally.ts'
import type { Series } from '../watch/series.ts'
import type { Picture } from './pictures.ts'

/** What a run came to, as a page and as numbers. */

export interface Reported {
  /** What was asked for and what ran on which machine: name and value. No path and no host name. */
  readonly setting: Readonly<Record<string, string>>
  readonly findings: readonly Finding[]
  readonly kills: readonly KillSeen[]
  readonly tally: Tally
  /** Lines of the product's log by level and event. */
  readonly logged: ReadonlyMap<string, number>
  readonly pictures: readonly Picture[]
}

const VERDICTS = {
  holds: 'Everything holds.',
  broken: 'Something is broken.',
  undecided: 'Nothing is broken, and something is not decided.',
} as const

export const verdictOf = (findings: readonly Finding[]): string => VERDICTS[wordOf(findings)]

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ')

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')

const counts = (found: Iterable<readonly [string, number]>): string => {
  const sorted = [...found].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
  return sorted.length === 0 ? 'none' : sorted.map(([name, n]) => `${name} ${n}`).join(', ')
}

const killRows = (kills: readonly KillSeen[]): string =>
  kills.length === 0
    ? 'Nothing was killed.'
    : table(
        ['at, s', 'killed', 'again after, s', 'slowest paid read, ms', 'noticed by buyers within 20 s'],
        kills.map(({ kill, noticed, slowestMs }) => [
          kill.at.toFixed(0),
          kill.name,
          kill.againAfter === null ? 'never' : kill.againAfter.toFixed(1),
          slowestMs.toFixed(0),
          counts(Object.entries(noticed)),
        ]),
      )

export const reportPage = ({ setting, findings, kills, tally, logged, pictures }: Reported): string =>
  [
    '# Soak run',
    verdictOf(findings),
    table(['', ''], Object.entries(setting)),
    '## What was found',
    table(
      ['', '', ''],
      findings.map(({ what, word, says }) => [what, word, says]),
    ),
    '`holds` and `broken` are judged; of `told` nothing is promised; `undecided` needs a longer run or a quieter machine. Slopes have one standard error behind them.',
    '## What buyers saw',
    table(
      ['', ''],
      [
        ['answers, by rail and family', counts(tally.sold)],
        ['refusals, by code', counts(tally.refused)],
        ['payments that were shown again', counts(tally.repeated)],
        ['requests that cost nothing, by status (0: cut off)', counts(tally.free)],
        ['buyers who did not come in because too many waited', String(tally.skipped())],
        ['lines of the log from warn on', counts(logged)],
      ],
    ),
    ...(tally.faults.length > 0 ? ['## Faults', tally.faults.map((fault) => `- ${fault}`).join('\n')] : []),
    '## What was killed',
    killRows(kills),
    '## Plots',
    'Dotted lines are kills. The numbers are in `samples.csv`.',
    ...pictures.map(({ file, title }) => `![${title}](${file})`),
  ].join('\n\n') + '\n'

/** One number a line: `seconds,what,name,value`. */
export const samplesCsv = (all: readonly Series[]): string => {
  const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const rows = all.flatMap(({ what, name, points }) =>
    points.map(([at, value]) => `${at.toFixed(1)},${quoted(what)},${quoted(name)},${value}`),
  )
  return `${['seconds,what,name,value', ...rows].join('\n')}\n`
}
