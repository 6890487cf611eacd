import type { Check } from '../canonical/check.ts'
import type { TickContext } from './feed.ts'

/**
 * Whether the inputs of a body can be those that its feed reads. What they say only the attestations behind them prove;
 * whose they are, that each is whole, and that none is of a time to come is seen in the body alone.
 */

/** One input as a body shows it, whatever its value is made of. */
interface ToldInput {
  readonly value: unknown
  readonly timestamp: number | null
  readonly actor: string
  readonly contentHash: string | null
}
export type ToldInputs = Readonly<Record<string, ToldInput>>

/** What a feed reads at a tick. */
export type ReadInputs = (context: TickContext<never>) => ToldInputs

/** What a feed reads: its inputs with who should tell each of them, and for how many seconds each attestation counts. */
interface MeantInputs {
  readonly inputs: ToldInputs
  readonly lives: ReadonlyMap<string, number>
}

/** A feed names all of it at a tick at which nothing has been told. */
const meantBy = (read: ReadInputs): MeantInputs => {
  const lives = new Map<string, number>()
  const inputs = read({
    now: 0,
    boards: { read: () => null },
    previous: null,
    earlier: () => null,
    quorum: null,
    noteLife: (actor, seconds) => lives.set(actor, Math.max(seconds, lives.get(actor) ?? 0)),
  })
  return { inputs, lives }
}

/** Two workers' clocks, each two seconds off at most, lie no further apart. */
export const MOST_AHEAD_SECONDS = 4

/** What is measured from boards, or recorded for ourselves, is not sold and has no hash. */
const isSold = (actor: string): boolean => !/^(?:bars|measure)\//.test(actor)

/** Of several boards some may have been silent. */
const isOf = (actor: string, expected: string): boolean => {
  const names = expected.split(',')
  return actor.split(',').every((name) => names.includes(name))
}

/** A missing input has no origin, and one that is there has all of it: one that was sold a hash, and whatever else is shown. */
const isWhole = ({ value, timestamp, actor, contentHash, ...more }: ToldInput): boolean => {
  const isAttested = value !== null && isSold(actor)
  return (
    (timestamp === null) === (value === null) &&
    (isAttested ? /^[0-9a-f]{64}$/.test(contentHash ?? '') : contentHash === null) &&
    Object.values(more).every((each) => (each !== null) === isAttested)
  )
}

/** What is told by one actor at one tick is of one attestation. */
const isOfOne = (inputs: readonly ToldInput[]): boolean => {
  const sold = inputs.filter(({ actor, value }) => value !== null && isSold(actor))
  const origins = new Set(sold.map(({ actor, timestamp, contentHash }) => `${actor} ${timestamp} ${contentHash}`))
  return origins.size === new Set(sold.map(({ actor }) => actor)).size
}

/** Whether an input was told before an answer, and still counts then. Whose life nobody notes is measured or recorded. */
const isOfItsTime = ({ timestamp, actor }: ToldInput, at: number, { lives }: MeantInputs): boolean =>
  timestamp === null ||
  (timestamp - at <= MOST_AHEAD_SECONDS && at - timestamp <= (lives.get(actor) ?? Number.POSITIVE_INFINITY))

/**
 * @param read what the feed reads to make such an answer
 * @param at Unix seconds of the answer
 */
export const inputsCheck = (inputs: ToldInputs, read: ReadInputs, at: number): Check => {
  const expected = meantBy(read)
  const wrong = [...new Set([...Object.keys(inputs), ...Object.keys(expected.inputs)])].filter((name) => {
    const [told, meant] = [inputs[name], expected.inputs[name]]
    if (told === undefined || meant === undefined || !isOf(told.actor, meant.actor) || !isWhole(told)) return true
    return !isOfItsTime(told, at, expected)
  })
  return {
    what: 'the inputs are those of this answer, each whole and of its time',
    ok: wrong.length === 0 && isOfOne(Object.values(inputs)),
    ...(wrong.length > 0 && { detail: wrong.join(', ') }),
  }
}
