import { parseArgs } from 'node:util'

/** What may be typed behind `npm run soak --`. */

export interface SoakOptions {
  readonly minutes: number
  /** Paid reads in a second. */
  readonly rate: number
  readonly workers: number
  readonly servers: number
  /** Seconds from one kill to the next; 0 for none. */
  readonly killEvery: number
  /** Seconds from one bought event to the next. */
  readonly eventEvery: number
  /** Folder of the report. */
  readonly report: string
  /** Written down beside the figures. */
  readonly note: string
}

/** The command line does not fit. The message says how. */
export class BadSoakUsage extends Error {
  override readonly name = 'BadSoakUsage'
}

export const SOAK_USAGE = `npm run soak -- [options]
  --minutes N        how long the load lasts, 1 to 10080, with decimals (default 60)
  --rate N           paid reads in a second, half of them over each rail (default 10)
  --workers N        publishing workers, from 1 to 8 (default 2)
  --servers N        HTTP servers, from 1 to 8 (default 2)
  --kill-every N     seconds from one kill to the next, 0 for none (default: a tenth of the run, from 20 to 240)
  --event-every N    seconds from one bought DLC event to the next (default 20)
  --report DIR       where the report is written (default ./data/soak)
  --note TEXT        what else ran on the machine: it stands beside the figures
  --help             this text
`

const OPTIONS = {
  minutes: { type: 'string', default: '60' },
  rate: { type: 'string', default: '10' },
  workers: { type: 'string', default: '2' },
  servers: { type: 'string', default: '2' },
  'kill-every': { type: 'string' },
  'event-every': { type: 'string', default: '20' },
  report: { type: 'string', default: './data/soak' },
  note: { type: 'string', default: '' },
  help: { type: 'boolean', default: false },
} as const

const KILL_EVERY = { least: 20, most: 240 } as const

const number = (name: string, text: string, least: number, most: number, isWhole = false): number => {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most && (!isWhole || Number.isInteger(value))) return value
  throw new BadSoakUsage(
    `--${name} is ${JSON.stringify(text)}, which is not a ${isWhole ? 'whole ' : ''}number from ${least} to ${most}.`,
  )
}

/** `null` where help is asked for. Throws `BadSoakUsage`. */
export const readSoakOptions = (args: readonly string[]): SoakOptions | null => {
  const given = (() => {
    try {
      return parseArgs({ args: [...args], options: OPTIONS }).values
    } catch (problem) {
      throw new BadSoakUsage((problem as Error).message)
    }
  })()
  if (given.help) return null
  const minutes = number('minutes', given.minutes, 1, 10_080)
  const killEvery = given['kill-every'] ?? String(Math.min(KILL_EVERY.most, Math.max(KILL_EVERY.least, minutes * 6)))
  return {
    minutes,
    rate: number('rate', given.rate, 0.1, 1_000),
    workers: number('workers', given.workers, 1, 8, true),
    servers: number('servers', given.servers, 1, 8, true),
    killEvery: number('kill-every', killEvery, 0, 86_400),
    eventEvery: number('event-every', given['event-every'], 1, 86_400),
    report: given.report,
    note: given.note,
  }
}
