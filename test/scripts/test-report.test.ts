import { expect, test } from 'bun:test'
import { readReport } from '../../scripts/test-report.ts'

/** The report of a run is read as the form of JUnit has it, whichever word a fault stands under. */

const caseOf = (name: string, inside: string): string =>
  `<testcase name="${name}" classname="x" file="a.test.ts">${inside}</testcase>`

test.each([
  ['<failure type="AssertionError" />', { passed: 0, failed: ['x > one'], skipped: [] }],
  ['<error message="died" />', { passed: 0, failed: ['x > one'], skipped: [] }],
  ['<skipped />', { passed: 0, failed: [], skipped: ['x > one'] }],
  ['', { passed: 1, failed: [], skipped: [] }],
])('a test with %j', (inside, counts) => {
  const xml = `<testsuites><testsuite file="a.test.ts" time="2">${caseOf('one', inside)}</testsuite></testsuites>`
  expect(readReport(xml)).toEqual([{ file: 'a.test.ts', seconds: 2, ...counts }])
})
