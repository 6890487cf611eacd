import type { Code } from './code.ts'

/** Reads a test file for the ways in which tests are left out without a word: the report of a run shows none of them. */

const CONTROL = /\b(?:if|for|for\s+await|while|switch|catch)\s*$/
const BLOCK = /(?:\b(?:else|do|try|finally)|[{};:])\s*$/
const DESCRIBE = /\bdescribe(?:\s*\.\s*\w+)*\s*$/

interface Bracket {
  readonly opens: string
  /** A pair of braces in which `return` leaves a `describe`, or the arguments of one. */
  readonly isDescribe: boolean
  readonly isControl: boolean
}

/** Whether a `describe` is left by `return`: the tests after it are never defined, so nobody misses them. */
export const leavesDescribe = ({ bare }: Code): boolean => {
  const open: Bracket[] = []
  let closed: Bracket | undefined
  for (const { 0: word, index } of bare.matchAll(/[(){}]|\breturn\b/g)) {
    const before = bare.slice(Math.max(0, index - 60), index)
    /** What was closed right before, as in `describe.each(…)(` and `if (…) {`. */
    const last = /\)\s*$/.test(before) ? closed : undefined
    const inner = open.at(-1)
    if (word === 'return') {
      if (open.findLast(({ opens }) => opens === '{')?.isDescribe) return true
    } else if (word === '(') {
      open.push({
        opens: word,
        isDescribe: DESCRIBE.test(before) || last?.isDescribe === true,
        isControl: CONTROL.test(before),
      })
    } else if (word === '{') {
      const isBlock = last?.isControl === true || BLOCK.test(before)
      const isDescribe = inner?.isDescribe === true && (inner.opens === '(' || isBlock)
      open.push({ opens: word, isDescribe, isControl: false })
    } else closed = open.pop()
  }
  return false
}

const BARE =
  /(?:\.|\?\.)\s*(?:skip|todo|todoIf|failingIf)\s*[(.]|\b(?:test|it|describe)\s*(?:\.\s*if\b|\[)|\bx(?:it|test|describe)\b/

/** Whether a test is left out whatever the machine is like, or by a condition of which the last lines say nothing. */
export const skipsBare = ({ bare }: Code): boolean => BARE.test(bare)

const MADE = /\bconst\s+([\w$]+)\s*=[^\n]*\b(?:needs|onLinux|asRoot)\s*\(/g
const SKIP_IF = /\.\s*skipIf\s*\(\s*(?:!\s*([\w$]+)\s*[()])?/g

/** Names by which a file knows whether a need of `test/support/needs.ts` is met. */
export const needsIn = ({ bare }: Code): readonly string[] => [...bare.matchAll(MADE)].map(([, name]) => name!)

/** The conditions of `skipIf` in a file, each by its name; `null` for one that is no negated name and no negated call. */
export const skipsIn = ({ bare }: Code): readonly (string | null)[] =>
  [...bare.matchAll(SKIP_IF)].map(([, name]) => name ?? null)
