import { type AgreementRules, isPrice, majorityOf } from '../../../src/feeds/math/agreement.ts'

/** What a minority of venues can do to a price, and what is right all the same. Prices are relative to a truth of 1. */

/** Per cent either way. */
export const LIES: readonly number[] = [0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 1.9, 3, 5, 20, 50].flatMap((percent) => [
  percent / 100,
  -percent / 100,
])

/** A venue that is late says what was true so many seconds ago, of a price that runs so much a second. */
const SLOW_SECONDS = [5, 15, 59]
const SPEEDS = [0.000_02, 0.000_1, 0.000_5].flatMap((speed) => [speed, -speed])
const LATE: readonly number[] = SLOW_SECONDS.flatMap((seconds) => SPEEDS.map((speed) => seconds * speed))

/** Less than any rule can see, more than rounding. */
const HAIR = 1e-9

/** What an honest venue says, and between which ends it may be heard where others' word is needed to convert it. */
export interface Honest {
  readonly price: number
  readonly low: number
  readonly high: number
}

/** Where honest venues lie within their range: 0 its lower end, 1 its upper. */
export const SPREADS: Readonly<Record<string, (at: number, count: number) => number>> = {
  evenly: (at, count) => at / (count - 1),
  'at both ends': (at) => at % 2,
  'one alone above': (at, count) => (at === count - 1 ? 1 : 0),
  'one alone below': (at) => (at === 0 ? 0 : 1),
}

/** Honest prices of so many venues, the highest `range` above the lowest. */
export const spreadOver = (count: number, range: number, spread: string): readonly number[] =>
  Array.from({ length: count }, (_, at) => 1 + range * SPREADS[spread]!(at, count))

/** All ways to take `count` of the items. */
export const choose = <T>(items: readonly T[], count: number): readonly (readonly T[])[] =>
  count === 0
    ? [[]]
    : items.flatMap((item, at) => choose(items.slice(at + 1), count - 1).map((rest) => [item, ...rest]))

/** The same, an item as often as one likes. */
const chooseAgain = <T>(items: readonly T[], count: number): readonly (readonly T[])[] =>
  count === 0
    ? [[]]
    : items.flatMap((item, at) => chooseAgain(items.slice(at), count - 1).map((rest) => [item, ...rest]))

/** The narrowest room that a majority of honest venues takes up: what a window of liars has to beat. */
const honestWidth = (sorted: readonly number[], need: number): number =>
  Math.min(...sorted.slice(need - 1).map((upper, at) => upper / sorted[at]! - 1))

/** Where lies hurt most, for one who knows the honest votes: as far out as a rule still takes them in. */
export const knowingLies = (honest: readonly number[], { configured, tau }: AgreementRules): readonly number[] => {
  const sorted = honest.filter(isPrice).toSorted((a, b) => a - b)
  const [bottom, top] = [sorted[0]!, sorted.at(-1)!]
  const steps = [honestWidth(sorted, majorityOf(configured)), top / bottom - 1, tau].filter(Number.isFinite)
  return [
    ...steps.flatMap((step) => [top * (1 + step) * (1 - HAIR), (bottom / (1 + step)) * (1 + HAIR)]),
    top * (1 + tau) ** 2 * (1 - HAIR),
    bottom * (1 - tau) ** 2 * (1 + HAIR),
    bottom * (1 + tau) * (1 - HAIR),
    top * (1 - tau) * (1 + HAIR),
  ]
}

/** What a set of faulty venues says instead; `null` nothing at all. */
type Said = readonly (number | null)[]

/** Every way of being wrong that does not look at the honest votes. */
const blindLies = (own: readonly number[]): readonly Said[] => {
  const count = own.length
  if (count === 0) return [[]]
  return [
    own.map(() => null),
    ...[...LIES, ...LATE].flatMap((lie, at): readonly Said[] => [
      own.map(() => 1 + lie),
      own.map((price) => price * (1 + lie)),
      own.map((price, to) => price * (1 + (to % 2 === 0 ? lie : -lie))),
      own.map((price, to) => price * (1 + LIES[(at + 7 * to) % LIES.length]!)),
      own.map((price, to) => (to === 0 ? null : price * (1 + lie))),
    ]),
  ]
}

export interface Attack {
  /** By venue; `null` says nothing. */
  readonly said: Said
  /** The venues that do not take part. */
  readonly honest: readonly Honest[]
}

/** All sets of up to `most` faulty venues, each with every lie. */
export function* attacksOn(venues: readonly Honest[], most: number, rules: AgreementRules): Generator<Attack> {
  const places = venues.map((_, at) => at)
  for (let count = 0; count <= most; count++)
    for (const faulty of choose(places, count)) {
      const honest = venues.filter((_, at) => !faulty.includes(at))
      const prices = honest.map(({ price }) => price)
      const lies = blindLies(faulty.map((at) => venues[at]!.price))
      const knowing = count === 0 ? [] : chooseAgain(knowingLies(prices, rules), count)
      for (const lie of [...lies, ...knowing]) {
        const said: (number | null)[] = venues.map(({ price }) => price)
        faulty.forEach((at, to) => (said[at] = lie[to]!))
        yield { said, honest }
      }
    }
}

/** The honest ends, and whether a value keeps to them: inside where they lie within τ, at most τ beyond else. */
export const isRight = (value: number, honest: readonly Honest[], tau: number): boolean => {
  const low = Math.min(...honest.map((each) => each.low))
  const high = Math.max(...honest.map((each) => each.high))
  if ((high - low) / low <= tau) return value >= low && value <= high
  return value >= low * (1 - tau) * (1 - 1e-12) && value <= high * (1 + tau) * (1 + 1e-12)
}

/** What came of many attacks. */
export interface Tally {
  tried: number
  answered: number
  readonly wrong: string[]
}

export const newTally = (): Tally => ({ tried: 0, answered: 0, wrong: [] })

/** Counts one attack; `null` was not answered. */
export const count = (tally: Tally, value: number | null, { said, honest }: Attack, tau: number): void => {
  tally.tried++
  if (value === null) return
  tally.answered++
  if (!isRight(value, honest, tau)) tally.wrong.push(`${value} of ${JSON.stringify(said)}`)
}

export const reportTally = (what: string, { tried, answered, wrong }: Tally): void => {
  if (process.env['REPORT_ATTACKS'] !== undefined)
    process.stderr.write(
      `${what}: answered ${answered} of ${tried} (${((100 * answered) / tried).toFixed(2)} %), wrong ${wrong.length}\n`,
    )
}
