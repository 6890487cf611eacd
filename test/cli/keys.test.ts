import { afterAll, beforeEach, expect, test } from 'bun:test'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { loadNostrKey } from '../../src/actors/courier/nostr-key.ts'
import { loadWebhookKey } from '../../src/actors/courier/webhook-key.ts'
import { loadOracleKey } from '../../src/actors/dlc/dlc-keys.ts'
import { loadKeys } from '../../src/actors/publisher/keys.ts'
import { runKeys } from '../../src/cli/keys.ts'

/** `claros keys`. */

const root = mkdtempSync(join(tmpdir(), 'claros-keys-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(root, 'k-'))
})

const filesIn = (path: string): readonly string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
const contents = () => filesIn(folder).map((path) => [path, readFileSync(path, 'utf8')] as const)

test('each part gets a folder that its process can use, closed to others, and no key of another part', () => {
  const { status, out, errors } = runKeys(['create', folder])
  expect([status, errors]).toEqual([0, ''])
  const [publisher, signer, courier] = ['publisher', 'signer', 'courier'].map((part) => join(folder, part))
  const publicKeys = [
    loadKeys(publisher!).l402.publicKey,
    loadKeys(publisher!).x402.publicKey,
    loadOracleKey(signer!),
    loadWebhookKey(courier!).publicKey,
    loadNostrKey(courier!).publicKey,
  ]
  for (const key of publicKeys) expect(out).toContain(key)
  expect(new Set(publicKeys).size).toBe(5)
  expect(filesIn(folder).length).toBe(6)
  for (const path of filesIn(folder)) expect(statSync(path).mode & 0o077).toBe(0)
  for (const [path, text] of contents()) expect([path, out.includes(text.trim())]).toEqual([path, false])
})

test('one part alone, and what is there is kept', () => {
  expect(runKeys(['create', folder, '--for', 'courier']).status).toBe(0)
  expect(readdirSync(folder)).toEqual(['courier'])
  const before = contents()
  const again = runKeys(['create', folder, '--for', 'courier'])
  expect([again.status, again.out.startsWith('everything was there already\n')]).toEqual([0, true])
  expect(contents()).toEqual(before)
})

test('a key that was lost is not made anew', () => {
  runKeys(['create', folder, '--for', 'publisher'])
  rmSync(join(folder, 'publisher', 'l402.secp256k1.key'))
  const before = contents()
  expect(runKeys(['create', folder])).toMatchObject({ status: 1, errors: expect.stringContaining('Restore it from') })
  expect(contents()).toEqual(before)
})

test('a part that has lost one of its keys is told of, and not passed over', () => {
  runKeys(['create', folder, '--for', 'courier'])
  rmSync(join(folder, 'courier', 'webhook.ed25519.key'))
  expect(runKeys(['show', folder])).toMatchObject({ status: 1, errors: expect.stringContaining('is missing') })
})

test('public keys are shown, of parts and of the folder of one machine, and no secret', () => {
  runKeys(['create', folder])
  const { status, out } = runKeys(['show', folder])
  expect([status, out.split('\n').length]).toEqual([0, 6])
  for (const [, text] of contents()) expect(out).not.toContain(text.trim())
  const flat = JSON.parse(runKeys(['show', join(folder, 'signer'), '--json']).out) as object
  expect(flat).toEqual([
    { part: 'signer', folder: join(folder, 'signer'), signs: 'dlc', publicKey: loadOracleKey(join(folder, 'signer')) },
  ])
})

test.each([
  ['nothing there', () => folder, 1, 'there are no keys of this service'],
  [
    'a key that others can read',
    () => {
      runKeys(['create', folder])
      chmodSync(join(folder, 'courier', 'nostr.bip340.key'), 0o644)
      return folder
    },
    1,
    'can be read by others',
  ],
])('%s is told', (_what, place, status, words) => {
  expect(runKeys(['show', place()])).toMatchObject({ status, out: '', errors: expect.stringContaining(words) })
})

test.each([[[]], [['make', '/x']], [['create']], [['create', '/x', '/y']], [['show', '/x', '--secret']]])(
  '%j is told how it is used',
  (args) => {
    expect(runKeys(args)).toMatchObject({ status: 2, errors: expect.stringContaining('claros keys create DIR') })
  },
)

test('a part that there is not, and a place that is none', () => {
  expect(runKeys(['create', folder, '--for', 'server'])).toMatchObject({
    status: 2,
    errors: 'claros: there is no part "server": there are publisher, signer, courier.\n',
  })
  expect(runKeys(['create', '/dev/null/keys'])).toMatchObject({ status: 2, errors: expect.stringContaining('ENOTDIR') })
  expect(readdirSync(folder)).toEqual([])
})

test('the command line', () => {
  const main = resolve(import.meta.dir, '../../src/cli/main.ts')
  const ran = Bun.spawnSync([process.execPath, main, 'keys', 'create', folder, '--for', 'signer'], { stdout: 'pipe' })
  expect([ran.exitCode, ran.stdout.toString()]).toEqual([
    0,
    expect.stringContaining(loadOracleKey(join(folder, 'signer'))),
  ])
})
