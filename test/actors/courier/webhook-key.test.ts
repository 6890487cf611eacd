import { afterEach, beforeEach, expect, test } from 'bun:test'
import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assertWebhookKey, createWebhookKey, loadWebhookKey } from '../../../src/actors/courier/webhook-key.ts'
import { BadKeys } from '../../../src/actors/secret-file.ts'
import { webhookKey } from '../../../src/webhooks/standard-webhooks.ts'
import { seededRandom } from '../../support/still.ts'
import { testFolder } from '../../support/test-folder.ts'

let folder: string
let remove: () => void
beforeEach(() => void ({ folder, remove } = testFolder()))
afterEach(() => remove())

test('the file is made once, for its owner alone, and read back', () => {
  const path = join(folder, 'webhook.ed25519.key')
  expect(createWebhookKey(folder, seededRandom())).toEqual([path])
  expect(createWebhookKey(folder, seededRandom(2))).toEqual([])
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const seed = Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
  expect(loadWebhookKey(folder).publicKey).toBe(webhookKey(new Uint8Array(seed)).publicKey)
})

test('a key that is missing, that others can read, or that is none is refused', () => {
  expect(() => loadWebhookKey(folder)).toThrow('is missing')
  const [path] = createWebhookKey(folder, seededRandom()) as [string]
  chmodSync(path, 0o644)
  expect(() => loadWebhookKey(folder)).toThrow('chmod 600')
  chmodSync(path, 0o600)
  writeFileSync(path, 'ff')
  expect(() => loadWebhookKey(folder)).toThrow(BadKeys)
  rmSync(path)
  expect(() => loadWebhookKey(folder)).toThrow(BadKeys)
})

test('a key other than the recorded one is refused', () => {
  createWebhookKey(folder, seededRandom())
  const key = loadWebhookKey(folder)
  assertWebhookKey(key, key.publicKey)
  expect(() => assertWebhookKey(key, 'whpk_other')).toThrow('does not match')
  expect(() => assertWebhookKey(key, undefined)).toThrow(BadKeys)
})
