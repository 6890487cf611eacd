import { expect, test } from 'bun:test'
import { fileOf, modulesIn } from '../house/code.ts'
import { CODE, FILES, within } from '../house/files.ts'

/** What the package for buyers may import: nothing of the service but what both must agree on. */

const SHARED = [
  'client',
  'src/canonical',
  'src/feeds/layouts.ts',
  'src/http/rails/eip191.ts',
  'src/http/rails/eip3009.ts',
  'src/nostr/event.ts',
  'src/payments',
  'src/time-units.ts',
]
const own = FILES.filter((file) => within(file, ['client']))
const named = own.flatMap((file) => modulesIn(CODE.get(file)!).map((module) => ({ file, module })))

test('the client imports what it shares with the service, and noble', () => {
  expect(own.length).toBeGreaterThan(20)
  const broken = named.filter(({ file, module }) => {
    const target = fileOf(file, module)
    return target === null ? !module.startsWith('@noble/') : !within(target, SHARED)
  })
  expect(broken).toEqual([])
  const used = named.flatMap(({ file, module }) => fileOf(file, module) ?? [])
  expect(SHARED.filter((room) => !used.some((target) => within(target, [room])))).toEqual([])
})
