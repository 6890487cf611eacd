import { expect, test } from 'bun:test'
import own from '../../../package.json' with { type: 'json' }
import { VERSION } from '../../../src/release.ts'
import { FIRST_FORMAT, formatAfter, MIGRATIONS } from '../../../src/store/format/migrations.ts'

test('the steps lead from the first format to that of this release, one by one', () => {
  expect(MIGRATIONS.map(({ from, to }) => [from, to])).toEqual(
    MIGRATIONS.map((_, at) => [FIRST_FORMAT + at, FIRST_FORMAT + at + 1]),
  )
  expect(formatAfter(MIGRATIONS)).toBe(FIRST_FORMAT + MIGRATIONS.length)
})

test('the store is marked with the release of the package', () => {
  expect(VERSION).toBe(own.version)
})
