import { test } from 'bun:test'

/** Loaded before the tests: a table without rows defines none, and the report of a run does not show what is not there. */

type Each = (this: unknown, table: readonly unknown[]) => unknown

/** What `test`, `describe` and all that `skipIf` and the like make of them share. */
const shared: { each: Each } = Object.getPrototypeOf(test)
const each = shared.each

shared.each = function (table) {
  if (table.length === 0) throw new Error('this table has no rows: none of its tests would run')
  return each.call(this, table)
}
