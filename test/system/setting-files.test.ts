import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TObject, Type } from '@sinclair/typebox'
import { BadConfig, EVERY_SETTING, readConfig, ReconcileConfig, ServerConfig, WorkerConfig } from '../../src/config.ts'
import { environmentFor } from '../../src/launch/environment.ts'
import { misspeltSettings } from '../../src/misspelt-settings.ts'
import { settingsText } from '../../src/launch/settings-text.ts'

/** Secrets that stand in files. */

const folder = mkdtempSync(join(tmpdir(), 'claros-secrets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const SECRET = 'ab'.repeat(32)
const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const faultOf = (env: Readonly<Record<string, string>>, schema: TObject = ServerConfig): string => {
  try {
    readConfig(schema, env)
  } catch (problem) {
    if (problem instanceof BadConfig) return problem.message
    throw problem
  }
  throw new Error('nothing was wrong')
}

const SECRETS = Object.entries(EVERY_SETTING).flatMap(([name, { secret }]) => (secret === true ? [name] : []))

test('there are secrets, and each may stand in a file', () => {
  expect(SECRETS).toContain('SERVER_SECRET')
  expect(SECRETS).toContain('REDIS_URL')
  // Addresses in which a paid node or a vendor has its key.
  for (const name of ['RPC_URL', 'PROVIDER_ORIGINS', 'EQUITY_FILE']) expect(SECRETS).toContain(name)
  const said = settingsText(EVERY_SETTING)
  for (const name of SECRETS) expect(said.replace(/\s+/g, ' ')).toContain(`or ${name}_FILE names a file with it.`)
  expect(said).not.toContain('PORT_FILE')
})

test('the file is read without the line end behind it, and judged like the setting', () => {
  expect(readConfig(ServerConfig, { SERVER_SECRET_FILE: file('good', `${SECRET}\n`) }).SERVER_SECRET).toBe(SECRET)
  const wrong = faultOf({ SERVER_SECRET_FILE: file('wrong', 'not hex') })
  expect(wrong).toMatch(/^SERVER_SECRET is not 64 lower-case hex digits/)
  expect(wrong).not.toContain('not hex')
})

test('the address of a paid node may stand in a file', () => {
  const address = 'https://base.example/v2/0123456789abcdef'
  const env = { RPC_URL_FILE: file('rpc', `${address}\n`) }
  expect([readConfig(WorkerConfig, env).RPC_URL, readConfig(ReconcileConfig, env).RPC_URL]).toEqual([address, address])
})

test('a wrong secret is not shown, from a file or not', () => {
  const patterned = SECRETS.filter((name) => EVERY_SETTING[name]!['pattern'] !== undefined)
  expect(patterned).toContain('RPC_URL')
  for (const name of patterned) {
    const schema = Type.Object({ [name]: EVERY_SETTING[name]! })
    // Too short for a token, too plain for an address, too public for a witness.
    const wrong = 'http: hunter2'.slice(name === 'ORACLE_WITNESS' ? 0 : 6)
    for (const env of [{ [name]: wrong }, { [`${name}_FILE`]: file(`wrong-${name}`, wrong) }]) {
      const said = faultOf(env, schema)
      expect(said).toStartWith(`${name} is not `)
      expect(said).not.toContain('hunter2')
    }
  }
})

test('what is no secret has no file', () => {
  expect(readConfig(ServerConfig, { PORT_FILE: file('port', '9000') }).PORT).toBe(8402)
})

test.each([
  ['both are set', { SERVER_SECRET: SECRET, SERVER_SECRET_FILE: file('both', SECRET) }, 'are both set'],
  ['there is no such file', { SERVER_SECRET_FILE: join(folder, 'none') }, 'cannot be read (ENOENT)'],
  ['it is a folder', { SERVER_SECRET_FILE: folder }, 'cannot be read (EISDIR)'],
  ['it is empty', { SERVER_SECRET_FILE: file('empty', ' \n') }, 'is empty'],
  ['it is no secret', { SERVER_SECRET_FILE: file('long', 'a'.repeat(70_000)) }, 'too long'],
])('a start is refused where %s', (_what, env, words) => {
  expect(faultOf(env)).toContain(words)
  expect(faultOf(env)).toContain('SERVER_SECRET_FILE')
  expect(faultOf(env)).not.toContain(SECRET)
})

test('a secret in the place of a file is not told', () => {
  expect(faultOf({ SERVER_SECRET_FILE: SECRET })).toBe('SERVER_SECRET_FILE names a file that cannot be read (ENOENT)')
})

test('a child is told where its own secrets stand, and of no other file', () => {
  const parent = { SERVER_SECRET_FILE: '/a', LIGHTNING_SECRET_FILE: '/b', PROVIDER_KEYS_FILE: '/c', PORT_FILE: '/d' }
  expect(Object.keys(environmentFor(ServerConfig, parent, {})).toSorted()).toEqual([
    'CLAROS_SUPERVISED',
    'LIGHTNING_SECRET_FILE',
    'SERVER_SECRET_FILE',
  ])
  expect(environmentFor(WorkerConfig, parent, {})).not.toHaveProperty('SERVER_SECRET_FILE')
})

test('what a parent has read already is given in its place', () => {
  const given = environmentFor(ServerConfig, { SERVER_SECRET_FILE: '/a' }, { SERVER_SECRET: SECRET })
  expect(given).toMatchObject({ SERVER_SECRET: SECRET })
  expect(given).not.toHaveProperty('SERVER_SECRET_FILE')
})

test('a name that is nearly one is named', () => {
  expect(misspeltSettings({ SERVER_SECRT_FILE: '/a' })).toEqual([
    { given: 'SERVER_SECRT_FILE', meant: 'SERVER_SECRET_FILE' },
  ])
})
