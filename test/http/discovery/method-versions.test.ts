import { expect, test } from 'bun:test'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { METHODS_VERSION, olderMethods } from '../../../src/http/discovery/method-versions.ts'
import { fileShop, problemOf } from '../../support/shop.ts'

/** A number of last year can still be read with the methods of last year. */

const shop = await fileShop()
const ask = (query: string): Promise<Response> => shop.request(`/methodology.json${query}`)

test('the methods of every version before this one are kept', () => {
  expect([...olderMethods().keys()]).toEqual(Array.from({ length: METHODS_VERSION - 1 }, (_, before) => before + 1))
})

test('a version that is not kept, or states another number, is refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'methods-'))
  expect(() => olderMethods(2, folder)).toThrow('1.json')
  writeFileSync(join(folder, '1.json'), '{"methodVersion":2}')
  expect(() => olderMethods(2, folder)).toThrow('1.json is of version 2')
  writeFileSync(join(folder, '1.json'), '{"methodVersion":1}')
  expect([...olderMethods(2, folder)]).toEqual([[1, '{"methodVersion":1}']])
})

test('the current version is read with its number and without', async () => {
  const unasked = await (await ask('')).text()
  expect(await (await ask(`?version=${METHODS_VERSION}`)).text()).toBe(unasked)
  expect(JSON.parse(unasked)).toMatchObject({ methodVersion: METHODS_VERSION })
})

test('a version that never was is 404, and what is no version is 400', async () => {
  const never = await ask(`?version=${METHODS_VERSION + 1}`)
  expect([never.status, (await problemOf(never)).message]).toEqual([
    404,
    `There is no version ${METHODS_VERSION + 1} of the methods: there are 1 to ${METHODS_VERSION}.`,
  ])
  for (const word of ['0', '-1', 'latest', '1.0', ''])
    expect([word, (await ask(`?version=${word}`)).status]).toEqual([word, 400])
})
