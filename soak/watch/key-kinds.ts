import { lanePrefix } from '../../src/queues/connection.ts'
import { LANES } from '../../src/queues/lanes.ts'
import { names } from '../../src/store/redis/names.ts'

/** The kind of a key, by the file that writes all names: `dlc.event` is what `names.dlc.event` writes. */

/** Stands for a part that differs from key to key. In no name. */
const HOLE = '\u0000'

interface Form {
  readonly kind: string
  readonly form: RegExp
  /** Characters that are the same in every key of this kind. */
  readonly fixed: number
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

const formOf = (kind: string, written: unknown): Form => {
  if (typeof written !== 'string') throw new Error(`the name ${kind} is no text`)
  const parts = written.split(HOLE)
  return {
    kind,
    form: new RegExp(`^${parts.map(escaped).join('(?:.+)')}$`, 's'),
    fixed: parts.join('').length,
  }
}

const formsIn = (table: object, prefix = ''): readonly Form[] =>
  Object.entries(table).flatMap(([name, entry]: [string, unknown]): readonly Form[] => {
    const kind = `${prefix}${name}`
    if (typeof entry === 'function')
      return [formOf(kind, Reflect.apply(entry, undefined, HOLE.repeat(entry.length).split('')))]
    return typeof entry === 'object' && entry !== null ? formsIn(entry, `${kind}.`) : []
  })

/** The one with the longest fixed part first: `snapshotAt` is a `snapshot` with one part more. */
const FORMS = formsIn(names).toSorted((a, b) => b.fixed - a.fixed)

/** Every kind of key that the product writes by itself. */
export const KINDS: readonly string[] = FORMS.map(({ kind }) => kind)

/** What BullMQ keeps of a lane beside its jobs. */
const OF_LANES: ReadonlySet<string> = new Set(
  (
    'meta id events marker pc limiter de stalled stalled-check repeat ' +
    'wait paused active delayed prioritized completed failed waiting-children'
  ).split(' '),
)

const ofQueue = (rest: string): string => {
  const [lane = '', what = '', more] = rest.split(':')
  // The next run of a schedule is a job with its name and a time.
  if (what === 'repeat' && more !== undefined && !/:\d+$/.test(rest)) return `queue ${lane}: a schedule`
  if (more !== undefined || !OF_LANES.has(what)) return `queue ${lane}: a job`
  return `queue ${lane}: ${what}`
}

const LANES_BY_PREFIX = Object.keys(LANES).map((lane) => `${lanePrefix(names.queuePrefix, lane)}:`)

/** `unknown` for what no part of the product writes. */
export const kindOf = (key: string): string => {
  const lane = LANES_BY_PREFIX.find((each) => key.startsWith(each))
  if (lane !== undefined) return ofQueue(key.slice(lane.length))
  return FORMS.find(({ form }) => form.test(key))?.kind ?? 'unknown'
}
