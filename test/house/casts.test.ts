import { expect, test } from 'bun:test'
import { codeOf } from './code.ts'
import { CODE, FILES, TEXTS, within } from './files.ts'

/** Types are believed nowhere in the program against the compiler's word, but for a few places that have a reason. */

/** A cast through `unknown`, `any` or `never`, and `any` wherever a type may stand. */
const CAST = /\bas\s+(?:unknown\s+as|any|never)\b|<\s*(?:any|never)\s*>\s*[\w$([{"]|(?:[:<,|&=]|\bextends)\s*any\b/
/** Told to the compiler in comments. */
const SILENCED = /@ts-(?:ignore|expect-error|nocheck)/

/** At most five of them. */
const REASONS: Readonly<Record<string, string>> = {
  'bench/servers/ledger.ts': 'a receipt of the simulated chain holds one log, without what the settler never reads',
}

const PROGRAM = FILES.filter((file) => within(file, ['src', 'bench', 'scripts']))

test('no type is forced but for a reason', () => {
  const forced = PROGRAM.filter((file) => CAST.test(CODE.get(file)!.bare) || SILENCED.test(TEXTS.get(file)!))
  // One that is forced no longer is struck off.
  expect(forced).toEqual(Object.keys(REASONS))
  expect(forced.length).toBeLessThanOrEqual(5)
})

test('a place with a reason forces one type', () => {
  for (const file of Object.keys(REASONS)) {
    expect([file, CODE.get(file)!.bare.match(new RegExp(CAST, 'g'))?.length]).toEqual([file, 1])
    expect([file, SILENCED.test(TEXTS.get(file)!)]).toEqual([file, false])
  }
})

test.each([
  ['const a = b as unknown as C'],
  ['const a = b as\n  unknown as C'],
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
])('%j would be seen', (text) => expect(CAST.test(codeOf(text).bare)).toBe(true))

test.each([
  ['const a = b as unknown'],
  ['const a = b as C'],
  ['// b as never'],
  ['const a = "b as never"'],
  ['type A = Promise<never>'],
  ['const a = (): never => b()'],
  ['const a = AbortSignal.any([b])'],
])('%j is none', (text) => expect(CAST.test(codeOf(text).bare)).toBe(false))
