import type { Finding, Word } from './finding.ts'
import { warmAfter } from './warm.ts'
import { type Point, type Slope, slopeOf } from './slope.ts'

/** Whether the memory of a process stands still. */

/** One process from its start to its end, or to the end of the run. */
export interface Life {
  /** `worker-1`, the same for each process that follows another one. */
  readonly role: string
  /** 1 for the first, 2 for what was started when that had died. */
  readonly nth: number
  /** Resident memory, MB of 1,000,000 bytes, by seconds since the run began. */
  readonly memory: readonly Point[]
}

/**
 * 2 GB in a week. A machine has that to spare and a service is updated about as often, so that a process that grows less
 * is started again before anybody notices. It is about the least that an hour can tell from the breathing of a heap.
 */
export const FLAT_MB_PER_HOUR = 12

/** The part of the run that a process must have been warm for. */
const LEAST_SHARE = 0.2

/** Why a role is drawn and not judged. */
export const NOT_JUDGED: Readonly<Record<string, string>> = {
  sandbox: 'the simulated world remembers each invoice and transfer for ever, and is no part of the product',
  redis: 'it holds each payment until its time is over; what has no end there is judged by its keys',
  soak: 'the load itself, which remembers what it bought',
}

const signed = (value: number): string => `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(1)}`

const slopeWords = ({ perHour, error, hours, mean }: Slope): string =>
  `${signed(perHour)} ± ${error.toFixed(1)} MB/h over ${(hours * 60).toFixed(0)} min, ${mean.toFixed(0)} MB`

const wordFor = ({ perHour, error }: Slope): Word => {
  if (perHour - 2 * error > FLAT_MB_PER_HOUR) return 'broken'
  return perHour + 2 * error <= FLAT_MB_PER_HOUR ? 'holds' : 'undecided'
}

const SAYS: Readonly<Record<Word, string>> = {
  broken: 'it grows',
  holds: 'flat',
  undecided: 'the run cannot tell',
  told: 'not judged',
}

const judged = ({ role, nth, memory }: Life, runSeconds: number): Finding[] => {
  const from = (memory[0]?.[0] ?? 0) + warmAfter(runSeconds)
  const warm = memory.filter(([seconds]) => seconds >= from)
  const slope = slopeOf(warm)
  const what = `memory of ${role}${nth > 1 ? `, process ${nth}` : ''}`
  const [first, last] = [warm[0]?.[0] ?? 0, warm.at(-1)?.[0] ?? 0]
  if (slope === null || last - first < runSeconds * LEAST_SHARE) return []
  const why = NOT_JUDGED[role]
  const word = why === undefined ? wordFor(slope) : 'told'
  return [{ what, word, says: `${SAYS[word]}: ${slopeWords(slope)}${why === undefined ? '' : ` (${why})`}` }]
}

/** One finding for each life that went on for long enough after it was warm. A role without one such life is not decided. */
export const judgeMemory = (lives: readonly Life[], runSeconds: number): readonly Finding[] =>
  [...Map.groupBy(lives, ({ role }) => role)].flatMap(([role, own]): readonly Finding[] => {
    const found = own.flatMap((life) => judged(life, runSeconds))
    if (found.length > 0) return found
    const says = `no process of it ran warm for long enough (${own.length} were seen)`
    return [{ what: `memory of ${role}`, word: role in NOT_JUDGED ? 'told' : 'undecided', says }]
  })
