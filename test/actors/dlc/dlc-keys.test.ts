import { afterEach, beforeEach, expect, test } from 'bun:test'
import { chmodSync, copyFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDlcKeys, loadDlcKeys } from '../../../src/actors/dlc/dlc-keys.ts'
import { BadKeys } from '../../../src/actors/secret-file.ts'
import { seededRandom } from '../../support/still.ts'
import { testFolder } from '../../support/test-folder.ts'

let folder: string
let remove: () => void
beforeEach(() => void ({ folder, remove } = testFolder()))
afterEach(() => remove())

test('both files are made once, for their owner alone, and read back', () => {
  const made = createDlcKeys(folder, seededRandom())
  expect(made).toEqual([join(folder, 'dlc.signing.key'), join(folder, 'dlc.nonce-root.key')])
  expect(createDlcKeys(folder, seededRandom(2))).toEqual([])
  for (const path of made) expect(statSync(path).mode & 0o777).toBe(0o600)
  const keys = loadDlcKeys(folder)
  expect(keys.key.toHex()).toBe(readFileSync(made[0]!, 'utf8').trim())
  expect(keys.nonceRoot.toHex()).toBe(readFileSync(made[1]!, 'utf8').trim())
})

test('a folder that lost one of the two is refused, not completed', () => {
  const [, root] = createDlcKeys(folder, seededRandom())
  rmSync(root!)
  expect(() => createDlcKeys(folder, seededRandom())).toThrow('can never be attested')
  expect(() => loadDlcKeys(folder)).toThrow(BadKeys)
})

test('keys that others can read, that are no keys, or that are the same twice are refused', () => {
  const [key, root] = createDlcKeys(folder, seededRandom()) as [string, string]
  chmodSync(key, 0o640)
  expect(() => loadDlcKeys(folder)).toThrow('chmod 600')
  chmodSync(key, 0o600)
  for (const text of ['', 'ff', '0'.repeat(64), 'f'.repeat(64), 'G'.repeat(64)]) {
    writeFileSync(key, text)
    expect(() => loadDlcKeys(folder)).toThrow('Restore it from your backup')
  }
  copyFileSync(root, key)
  expect(() => loadDlcKeys(folder)).toThrow('independent')
})
