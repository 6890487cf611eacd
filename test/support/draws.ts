import { dice } from './dlc/random.ts'

/**
 * How many cases of a property are tried. `npm test` tries a tenth of them, chosen by a seed that it writes; `npm run
 * chaos` tries all of them, with the seeds in the tests. By hand: `TEST_SEED=7`, `TEST_CASES=all`.
 */

const PART = 10
/** The first cases of a list are always tried, so that a short list is tried completely. */
const FIRST = 300

/** Whether all cases are tried. Only then are statements checked that need many cases. */
export const triesAll = process.env['TEST_CASES'] === 'all'

const told = process.env['TEST_SEED']
if (told !== undefined && !/^\d{1,10}$/.test(told)) throw new Error(`TEST_SEED is no whole number: ${told}`)

/** How many of so many random cases to make. */
export const drawn = (all: number): number => (triesAll ? all : Math.ceil(all / PART))

/** The seed of one property in this run: another for each run of `npm test`, its own otherwise. */
export const seedOf = (own: number): number =>
  told === undefined ? own : dice(Number(told) ^ Math.imul(own, 0x9e37_79b1)).integer(1, 2 ** 31)

/** The cases to try out of all that are enumerated. */
export function* drawnFrom<T>(cases: Iterable<T>, own: number): Generator<T> {
  const random = dice(seedOf(own))
  let at = 0
  for (const each of cases) if (at++ < FIRST || triesAll || random.chance(1 / PART)) yield each
}

/** So many of the cases, in their order: for lists whose cases take seconds each. */
export const someOf = <T>(cases: readonly T[], own: number, count: number): readonly T[] => {
  if (triesAll) return cases
  const random = dice(seedOf(own))
  let wanted = count
  return cases.filter((_, at) => {
    const isTaken = random.integer(0, cases.length - at - 1) < wanted
    if (isTaken) wanted--
    return isTaken
  })
}

/**
 * What a share that is at least `share` of all cases is at least among so many of them: six standard deviations less.
 */
export const shareAmong = (share: number, tried: number): number =>
  triesAll ? share : share - 6 * Math.sqrt((share * (1 - share)) / tried)
