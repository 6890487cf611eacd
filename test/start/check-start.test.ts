import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BadKeys } from '../../src/actors/secret-file.ts'
import { BadConfig, readConfig, ServerConfig } from '../../src/config.ts'
import { BadRail } from '../../src/http/rails/bad-rail.ts'
import type { RailSettings } from '../../src/http/rails/rail-settings.ts'
import { misspeltSettings } from '../../src/misspelt-settings.ts'
import { checkStart } from '../../src/start/check-start.ts'
import { testFolder } from '../support/test-folder.ts'

/** Every combination of the settings of a rail, and what else can be told before a folder is made. */

type Env = Readonly<Record<string, string>>

const { folder: root, remove } = testFolder()
afterAll(remove)

const NEVER = join(root, 'never')
const CERTIFICATE = join(root, 'tls.cert')
writeFileSync(CERTIFICATE, '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n')

/** A data folder in which an operator has put a settling key. */
const withSettlingKey = (name: string, text: string, mode = 0o600): string => {
  const keys = join(root, name, 'keys')
  mkdirSync(keys, { recursive: true })
  writeFileSync(join(keys, 'settler.secp256k1.key'), text, { mode })
  return join(root, name)
}
const SETTLES = withSettlingKey('settles', `${'1'.repeat(64)}\n`)

/** What is refused; `null` if nothing is. */
const refusal = (env: Env, folder = NEVER): Error | null => {
  try {
    const server = readConfig(ServerConfig, env) as ServerConfig & RailSettings
    checkStart({ given: env, server, folder, misspelt: misspeltSettings(env) })
    return null
  } catch (problem) {
    return problem as Error
  }
}

const X402: Env = {
  PAY_TO: `0x${'1'.repeat(40)}`,
  FACILITATOR_URL: 'https://facilitator.example',
  FACILITATOR_AUTHORIZATION: 'Bearer hunter2',
  CDP_API_KEY_ID: 'id',
  CDP_API_KEY_SECRET: Buffer.alloc(64, 7).toString('base64'),
}
const L402: Env = {
  LIGHTNING: 'lnd',
  LIGHTNING_URL: 'https://127.0.0.1:8080',
  LIGHTNING_SECRET: '0a1b2c3d4e5f',
  LIGHTNING_TLS_CERT: CERTIFICATE,
}

/** All subsets. */
const combinations = (env: Env): readonly Env[] =>
  Object.entries(env).reduce<readonly Env[]>(
    (all, [name, value]) => [...all, ...all.map((each) => ({ ...each, [name]: value }))],
    [{}],
  )

const has = (env: Env, ...names: readonly string[]): boolean => names.every((name) => name in env)

/** Nothing, or address and facilitator with whole credentials. Own settlement does without a facilitator. */
const isWholeX402 = (env: Env): boolean => {
  const isOwn = env['X402_SETTLEMENT'] === 'own'
  const { PAY_TO, FACILITATOR_URL, X402_SETTLEMENT: _how, ...credentials } = env
  const halves = has(env, 'CDP_API_KEY_ID') !== has(env, 'CDP_API_KEY_SECRET')
  if (FACILITATOR_URL === undefined) return Object.keys(credentials).length === 0 && (PAY_TO !== undefined) === isOwn
  return PAY_TO !== undefined && !halves
}

const isWholeL402 = (env: Env): boolean =>
  Object.keys(env).length === 0 || has(env, 'LIGHTNING', 'LIGHTNING_URL', 'LIGHTNING_SECRET')

/** One sentence or two of ours, which names a setting and shows no secret. */
const expectSentence = (env: Env, problem: Error | null): void => {
  expect([env, problem?.constructor]).toEqual([env, BadRail])
  expect(problem!.message).toMatch(/[A-Z0-9]_[A-Z]/)
  expect(problem!.message).toMatch(/ (?:is|are) not set\.|open it\.|Unset it\.|needs PAY_TO\./)
  expect(problem!.message.split('\n')).toHaveLength(1)
  for (const secret of ['hunter2', X402['CDP_API_KEY_SECRET']!, L402['LIGHTNING_SECRET']!])
    expect(problem!.message).not.toContain(secret)
}

describe('rails', () => {
  test('x402: every combination is whole or refused', () => {
    let refused = 0
    for (const how of [{}, { X402_SETTLEMENT: 'facilitator' }, { X402_SETTLEMENT: 'own' }] as readonly Env[])
      for (const some of combinations(X402)) {
        const env = { ...some, ...how }
        const problem = refusal(env, SETTLES)
        if (isWholeX402(env)) expect([env, problem]).toEqual([env, null])
        else {
          expectSentence(env, problem)
          refused++
        }
      }
    expect(refused).toBe(81)
  })

  test('l402: every combination is whole or refused', () => {
    let refused = 0
    for (const env of combinations(L402)) {
      const problem = refusal(env)
      if (isWholeL402(env)) expect([env, problem]).toEqual([env, null])
      else {
        expectSentence(env, problem)
        refused++
      }
    }
    expect(refused).toBe(13)
    expect(existsSync(NEVER)).toBe(false)
  })

  test('blanks are no setting: half a rail is half with an empty other half', () => {
    expect(refusal({ PAY_TO: X402['PAY_TO']!, FACILITATOR_URL: '' })?.message).toContain('FACILITATOR_URL is not set')
    expect(refusal({ LIGHTNING: '  ', LIGHTNING_URL: '' })).toBeNull()
  })

  test('the half that is missing may be there under another name', () => {
    const message = refusal({ PAYTO: X402['PAY_TO']!, FACILITATOR_URL: X402['FACILITATOR_URL']! })?.message
    expect(message).toEndWith('PAY_TO is not set. PAYTO is no setting. Did you mean PAY_TO?')
  })

  test('credentials that can be none', () => {
    const whole = { LIGHTNING: 'lnd', LIGHTNING_URL: 'https://127.0.0.1:8080' }
    for (const LIGHTNING_SECRET of ['/root/.lnd/invoice.macaroon', 'AgEDbG5k', '0a1', 'hunter2']) {
      const problem = refusal({ ...whole, LIGHTNING_SECRET })
      expect(problem).toBeInstanceOf(BadRail)
      expect(problem!.message).toStartWith('LIGHTNING_SECRET is not the invoice macaroon of LND in hex')
      expect(problem!.message).not.toContain(LIGHTNING_SECRET)
    }
    expect(refusal({ ...whole, LIGHTNING: 'phoenixd', LIGHTNING_SECRET: 'hunter2' })).toBeNull()
    for (const [file, words] of [
      [join(root, 'nowhere'), 'cannot be read'],
      [root, 'cannot be read'],
      [join(SETTLES, 'keys', 'settler.secp256k1.key'), 'holds no certificate'],
    ] as const)
      expect(refusal({ ...whole, LIGHTNING_SECRET: '0a', LIGHTNING_TLS_CERT: file })?.message).toContain(words)
  })

  test('more headers than facilitators, and a key of Coinbase that is none', () => {
    const { PAY_TO, FACILITATOR_URL } = X402 as { readonly PAY_TO: string; readonly FACILITATOR_URL: string }
    const two = { PAY_TO, FACILITATOR_URL: `${FACILITATOR_URL},https://b.example` }
    expect(refusal({ ...two, FACILITATOR_AUTHORIZATION: 'a,b' })).toBeNull()
    expect(refusal({ ...two, FACILITATOR_AUTHORIZATION: 'a,b,c' })).toMatchObject({
      name: 'BadRail',
      message: 'FACILITATOR_AUTHORIZATION has more entries than FACILITATOR_URL.',
    })
    expect(refusal({ ...two, CDP_API_KEY_ID: 'id', CDP_API_KEY_SECRET: 'c2hvcnQ=' })?.message).toStartWith(
      'CDP_API_KEY_SECRET is not base64 of 64 bytes',
    )
  })

  test('an address to be paid to that nobody has, or that was copied wrongly', () => {
    const pay = (PAY_TO: string) => refusal({ PAY_TO, FACILITATOR_URL: 'https://facilitator.example' })
    // EIP-55, its own examples: two in one case, two in mixed case.
    for (const good of [
      '0x52908400098527886E0F7030069857D2E4169EE7',
      '0xde709f2102306220921060314715629080e2fb77',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    ])
      expect([good, pay(good)]).toEqual([good, null])
    for (const [bad, words] of [
      ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', 'wrong checksum'],
      ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAee', 'wrong checksum'],
      [`0x${'0'.repeat(40)}`, 'zero address'],
    ] as const) {
      expect(pay(bad)).toBeInstanceOf(BadConfig)
      expect(pay(bad)!.message).toMatch(new RegExp(`^PAY_TO is "${bad}", which .*${words}`))
    }
  })

  test('own settlement: its key is there and is one, before any other key is made', () => {
    const own = { X402_SETTLEMENT: 'own', PAY_TO: X402['PAY_TO']! }
    expect(refusal(own, SETTLES)).toBeNull()
    for (const [folder, words] of [
      [NEVER, 'is missing'],
      [withSettlingKey('empty', ''), 'does not hold 64 hex digits'],
      [withSettlingKey('open', '1'.repeat(64), 0o644), 'can be read by others'],
      [withSettlingKey('zero', '0'.repeat(64)), 'holds no valid key'],
    ] as const) {
      expect([folder, refusal(own, folder)]).toMatchObject([folder, { name: 'BadKeys' }])
      expect(refusal(own, folder)).toBeInstanceOf(BadKeys)
      expect(refusal(own, folder)!.message).toContain(words)
    }
  })
})

test('a command that an operator is told to run works where paths hold blanks', () => {
  const { message } = refusal({ X402_SETTLEMENT: 'own', PAY_TO: X402['PAY_TO']! }, join(root, "it's mine"))!
  const [, command] = /Run: \((.*)\), then/.exec(message)!
  expect(Bun.spawnSync(['sh', '-c', command!]).exitCode).toBe(0)
  expect(existsSync(join(root, "it's mine", 'keys', 'settler.secp256k1.key'))).toBe(true)
})

describe('settings that npm start does not take', () => {
  test('those of demonstrations and tests', () => {
    for (const [name, value] of Object.entries({
      UPSTREAM_ORIGIN: 'http://127.0.0.1:1',
      QUORUM: '1',
      OUTBOUND_ALLOW: '127.0.0.1:1',
      PLAY_MONEY_URL: 'http://127.0.0.1:1',
      MODE: 'demo',
    })) {
      expect([name, refusal({ [name]: value })]).toMatchObject([name, { name: 'BadConfig' }])
      expect(refusal({ [name]: value })!.message).toMatch(new RegExp(`^${name}\\b.*demonstrations.*Unset it\\.$`))
    }
    expect(refusal({ MODE: 'live', QUORUM: ' ' })).toBeNull()
  })

  test('one port for buyers and operators', () => {
    expect(refusal({ PORT: '8403' })!.message).toBe('PORT and ADMIN_PORT are both 8403. Set one of them to another.')
    expect(refusal({ PORT: '0', ADMIN_PORT: '0' })).toBeNull()
    expect(refusal({ PORT: '8403', ADMIN_PORT: '8404' })).toBeNull()
  })

  test('a port for operators that other machines reach, without a token', () => {
    const TOKEN = 'a'.repeat(32)
    for (const ADMIN_HOST of ['0.0.0.0', '::', '10.0.0.5', 'metrics.internal']) {
      const found = refusal({ ADMIN_HOST })!
      expect([found.name, found.message]).toEqual([
        'BadConfig',
        `ADMIN_HOST is "${ADMIN_HOST}", where other machines reach it: set METRICS_TOKEN to 32 to 200 characters without blanks, or leave ADMIN_HOST at 127.0.0.1.`,
      ])
      expect(refusal({ ADMIN_HOST, METRICS_TOKEN: TOKEN })).toBeNull()
    }
    for (const ADMIN_HOST of ['127.0.0.1', '127.0.0.9', '::1', 'localhost']) expect(refusal({ ADMIN_HOST })).toBeNull()
    expect(refusal({ METRICS_TOKEN: TOKEN })).toBeNull()
  })

  test('folders of workers that are started alone: their keys would be made anew elsewhere', () => {
    const data = join(root, 'data')
    for (const [name, own] of Object.entries({ KEYS_DIR: 'keys', ORACLE_DIR: 'dlc', LEDGER_DIR: 'ledger' })) {
      expect(refusal({ [name]: '/etc/claros' }, data)!.message).toMatch(
        new RegExp(`^${name} is for workers that are started alone; "npm start" uses ${join(data, own)}\\.`),
      )
      expect(refusal({ [name]: join(data, own) }, data)).toBeNull()
      expect(refusal({ [name]: ' ' }, data)).toBeNull()
    }
  })
})
