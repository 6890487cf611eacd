import { expect, test } from 'bun:test'
import { codeOf } from './code.ts'
import { CODE, FILES, TEXTS, within } from './files.ts'

/** Types are forced against the compiler's word in a few places, and each has a reason. */

/** A cast through `unknown`, `any`, `never` or a second type, and `any` wherever a type may stand. */
const CAST = new RegExp(
  [
    /\bas\s+(?:any|never)\b/,
    /\bas\s+[\w$.]+(?:<[^;=(){}]*>)?(?:\[\])*\s+as\s/,
    /(?<!\bnew\s+Promise)<\s*never\s*>\s*[\w$([{"]/,
    /(?:[:<,|&=]|\bextends)\s*any\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)
/** Told to the compiler in comments. */
const SILENCED = /@ts-(?:ignore|expect-error|nocheck)/

interface Forced {
  readonly count: number
  readonly because: string
}

const MOST_IN_TESTS = 5

const REASONS: Readonly<Record<string, Forced>> = {
  'bench/servers/ledger.ts': {
    count: 1,
    because: 'a receipt of the simulated chain holds one log, without what the settler never reads',
  },
  'test/canonical/jcs.test.ts': { count: 3, because: 'what JSON has no word for is given to it on purpose' },
  'test/http/properties.test.ts': { count: 1, because: 'one field of the authorization is wrong on purpose' },
  'test/support/chain-shop.ts': {
    count: 1,
    because: 'a client of viem is what the signer of the facilitator takes, and its types know it only without a chain',
  },
}

test('no type is forced but for a reason', () => {
  const found = FILES.map((file) => ({
    file,
    count: CODE.get(file)!.bare.match(CAST)?.length ?? 0,
  })).filter(({ count }) => count > 0)
  // One that is forced no longer is struck off.
  expect(found).toEqual(Object.entries(REASONS).map(([file, { count }]) => ({ file, count })))
})

test('no comment silences the compiler', () => {
  expect(FILES.filter((file) => SILENCED.test(TEXTS.get(file)!))).toEqual([])
})

test('src is forced nowhere, the benchmarks in one place, and the tests in few', () => {
  const forcedIn = (folder: string) =>
    Object.entries(REASONS).reduce((sum, [file, { count }]) => sum + (within(file, [folder]) ? count : 0), 0)
  expect([forcedIn('src'), forcedIn('scripts'), forcedIn('soak')]).toEqual([0, 0, 0])
  expect(forcedIn('bench')).toBeLessThanOrEqual(1)
  expect(forcedIn('test') + forcedIn('chaos')).toBeLessThanOrEqual(MOST_IN_TESTS)
})

test.each([
  ['const a = b as unknown as C'],
  ['const a = b as\n  unknown as C'],
  ['const a = b as Partial<C> as C'],
  ['const a = b as Record<string, D> as C'],
  ['const a = b as object[] as C'],
  ['const a = b as any'],
  ['const a = b as never'],
  ['const a = <any>b'],
  ['const a = <never>(b)'],
  ['const a = ask<never>("b")'],
  ['const a = (b: any) => b'],
  ['const a: any[] = []'],
  ['type A = Promise<any>'],
  ['type A<T extends any> = T'],
  ['type A = Map<string, any>'],
])('%j would be seen', (text) => expect(codeOf(text).bare.match(CAST)).toHaveLength(1))

test.each([
  ['const a = b as unknown'],
  ['const a = (b as C).d as E'],
  ['const a = b as const'],
  ['const a = new Promise<never>(() => {})'],
  ['const a = b as C'],
  ['// b as never'],
  ['const a = "b as never"'],
  ['type A = Promise<never>'],
  ['const a = (): never => b()'],
  ['const a = AbortSignal.any([b])'],
])('%j is none', (text) => expect(codeOf(text).bare.match(CAST)).toBeNull())
