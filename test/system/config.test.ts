import { describe, expect, test } from 'bun:test'
import { BadConfig, EVERY_SETTING, LauncherConfig, readConfig, ServerConfig, WorkerConfig } from '../../src/config.ts'
import { misspeltSettings } from '../../src/misspelt-settings.ts'
import { readPairs } from '../../src/read-pairs.ts'
import { environmentFor } from '../../src/launch/environment.ts'
import { workerEnvironment } from '../../src/launch/worker-environment.ts'

/** What a reader of settings complains about, one line per setting. */
const complaints = (read: () => unknown): readonly string[] => {
  try {
    read()
  } catch (problem) {
    if (problem instanceof BadConfig) return problem.message.split('\n')
    throw problem
  }
  throw new Error('nothing was wrong')
}

const namesOf = (lines: readonly string[]): readonly string[] => lines.map((line) => line.split(' ')[0]!).toSorted()

const BROKEN_SERVER = {
  PORT: '70000',
  ADMIN_PORT: 'admin',
  PUBLIC_URL: 'oracle.example.com',
  LOG_LEVEL: 'loud',
  MODE: 'production',
  PAY_TO: '0x1234',
  X402_NETWORK: 'ethereum',
  FACILITATOR_URL: 'ftp://example.com',
  LIGHTNING: 'eclair',
  LIGHTNING_URL: 'localhost:8080',
  SERVER_SECRET: 'not-hex-but-very-secret',
  SERVER_SECRET_PREVIOUS: 'DEADBEEF',
  REDIS_DURABILITY: 'yes',
}

const BROKEN_WORKER = {
  UPSTREAM_ORIGIN: '127.0.0.1:9000',
  OUTBOUND_ALLOW: 'localhost,127.0.0.1:9000',
  WALLET_FACTORIES: `0x${'ab'.repeat(20)},0x12`,
  QUORUM: '0',
  LOG_LEVEL: 'INFO',
}

describe('settings', () => {
  test('where it listens and what it is called', () => {
    const fits = (env: Record<string, string>): boolean => {
      try {
        readConfig(ServerConfig, env)
        return true
      } catch {
        return false
      }
    }
    const judged = (name: string, values: readonly string[]) =>
      values.map((value) => [value, fits({ [name]: value })] as const)
    const all = (name: string, good: readonly string[], bad: readonly string[]): void => {
      expect(judged(name, good)).toEqual(good.map((value) => [value, true]))
      expect(judged(name, bad)).toEqual(bad.map((value) => [value, false]))
    }
    all(
      'HOST',
      ['0.0.0.0', '127.0.0.1', '::', '::1', 'fe80::1%eth0', '::ffff:192.0.2.1', 'localhost', 'oracle-1.internal'],
      ['127.0.0.1:80', '[::1]', 'http://localhost', 'a b', 'x/y', '*', 'a,b', '-x'],
    )
    all(
      'PUBLIC_URL',
      [
        'https://oracle.example',
        'https://oracle.example:8443/',
        'https://oracle.example/v1',
        'http://[2001:db8::7]:80',
      ],
      [
        'oracle.example',
        'https://abc',
        'https://user:word@oracle.example',
        'https://user@oracle.example',
        'https://oracle.example?x',
        'https://oracle.example/#x',
        'https://oracle.example:99999',
        'https://two words',
        'ftp://oracle.example',
      ],
    )
    all(
      'ALLOWED_HOSTS',
      ['oracle.example', 'oracle.example:80, other.example', '[2001:db8::7]:8402,10.0.0.1'],
      ['https://oracle.example', 'abc', 'a:80', 'oracle.example,', 'oracle example', 'oracle.example/', '*'],
    )
    all(
      'RUN_AS',
      ['65534', '1', 'nobody', 'www-data', '_claros'],
      ['root', '0', '-1', '1e3', '99999999999', '01', 'A b'],
    )
  })

  test('the address of a Redis may hold a password, so it is not shown', () => {
    const lines = complaints(() => readConfig(ServerConfig, { REDIS_URL: 'http://:hunter2@redis.example' }))
    expect(lines).toEqual([
      'REDIS_URL is not redis://[user:password@]host:6379[/0], unix:///path/to/socket, redis+sentinel://[user:password@]a:26379,b:26379/name[/0] or redis+cluster://[user:password@]a:6379,b:6379 (the value is not shown)',
    ])
    for (const REDIS_URL of [
      'redis://h',
      'redis://:p%40ss@h:6379/2',
      'rediss://u:p@h',
      'unix:///a b',
      'redis://[::1]:1',
    ])
      expect(readConfig(ServerConfig, { REDIS_URL }).REDIS_URL).toBe(REDIS_URL)
    for (const REDIS_URL of ['localhost:6379', 'redis://', 'unix://x', 'redis://h/12345', 'redis://h h'])
      expect(() => readConfig(ServerConfig, { REDIS_URL })).toThrow(/^REDIS_URL is not /)
  })

  test('nothing set is a complete configuration', () => {
    const server = readConfig(ServerConfig, {})
    expect({ port: server.PORT, admin: server.ADMIN_PORT, host: server.HOST, mode: server.MODE }).toEqual({
      port: 8402,
      admin: 8403,
      host: '0.0.0.0',
      mode: 'live',
    })
    expect(readConfig(WorkerConfig, {}).KEYS_DIR).toBe('./data/keys')
    expect(readConfig(LauncherConfig, {})).toMatchObject({ REDIS_FSYNC: 'always', WORKERS: 1, SERVERS: 1 })
  })

  test('empty text and blanks count as not set; blanks around a value are not part of it', () => {
    expect(readConfig(ServerConfig, { PORT: '', PAY_TO: '   ', HOST: ' 127.0.0.1 ' })).toMatchObject({
      PORT: 8402,
      HOST: '127.0.0.1',
    })
    expect('PAY_TO' in readConfig(ServerConfig, { PAY_TO: '   ' })).toBe(false)
  })

  test('a list of addresses is one, and each of them must be an address', () => {
    const read = (FACILITATOR_URL: string) => readConfig(ServerConfig, { FACILITATOR_URL }).FACILITATOR_URL
    for (const good of [
      'https://a.example/x',
      'https://a.example,http://b.example:8080/y',
      'https://a.example , https://b.example',
    ])
      expect(read(good)).toBe(good)
    for (const bad of [
      'https://a.example,',
      ',https://a.example',
      'https://a.example,b.example',
      'https://a.example https://b.example',
      'https://a.example,https://b.example:99999',
    ])
      expect(() => read(bad)).toThrow(/^FACILITATOR_URL is /)
  })

  test('every broken setting is named, all at once, each with what it should be', () => {
    for (const [schema, broken] of [
      [ServerConfig, BROKEN_SERVER],
      [WorkerConfig, BROKEN_WORKER],
    ] as const) {
      const lines = complaints(() => readConfig(schema, broken))
      expect(namesOf(lines)).toEqual(Object.keys(broken).toSorted())
      for (const line of lines)
        expect(line).toMatch(
          /^[A-Z0-9_]+ is (".+"|\d+), which is not \S|^[A-Z0-9_]+ is not .+ \(the value is not shown\)$/,
        )
    }
  })

  test('each of them alone is refused too', () => {
    for (const [name, value] of Object.entries(BROKEN_SERVER))
      expect(namesOf(complaints(() => readConfig(ServerConfig, { [name]: value })))).toEqual([name])
    for (const [name, value] of Object.entries(BROKEN_WORKER))
      expect(namesOf(complaints(() => readConfig(WorkerConfig, { [name]: value })))).toEqual([name])
    for (const [name, value] of Object.entries({ WORKERS: '0', SERVERS: 'two', REDIS_FSYNC: 'no' }))
      expect(namesOf(complaints(() => readConfig(LauncherConfig, { [name]: value })))).toEqual([name])
  })

  test('secrets are not shown, whatever is wrong with them', () => {
    const lines = complaints(() => readConfig(ServerConfig, BROKEN_SERVER))
    const said = lines.join('\n')
    expect(said).toContain('"0x1234"')
    expect(said).not.toContain(BROKEN_SERVER.SERVER_SECRET)
    expect(said).not.toContain(BROKEN_SERVER.SERVER_SECRET_PREVIOUS)
    expect(lines.find((line) => line.startsWith('SERVER_SECRET '))).toBe(
      'SERVER_SECRET is not 64 lower-case hex digits (the value is not shown)',
    )
  })

  test('numbers are whole and written plainly', () => {
    for (const PORT of ['8402.5', '1e3', '0x10', '-1', '8402abc', '٣'])
      expect(namesOf(complaints(() => readConfig(ServerConfig, { PORT })))).toEqual(['PORT'])
    expect(readConfig(ServerConfig, { PORT: '0' }).PORT).toBe(0)
    expect(readConfig(ServerConfig, { PORT: '65535' }).PORT).toBe(65_535)
  })

  test('pairs', () => {
    expect(readPairs('CADENCES', undefined)).toEqual({})
    expect(readPairs('CADENCES', ' price/spot=10, ticker/kraken = 7 ,')).toEqual({
      'price/spot': '10',
      'ticker/kraken': '7',
    })
    expect(readPairs('PROVIDER_ORIGINS', 'binance=https://a.example/?x=1')).toEqual({
      binance: 'https://a.example/?x=1',
    })
    for (const bad of ['ten', '=10', 'a=1,b'])
      expect(complaints(() => readPairs('CADENCES', bad))[0]).toContain('CADENCES')
  })

  test.each([
    ['PROVIDER_KEYS', 'publisher'],
    ['PROVIDER_ORIGINS', 'publisher'],
    ['EQUITY_FILE', 'publisher'],
    ['RPC_URL', 'settler'],
  ])('%s goes to the %s that asks with it, and to no other', (name, role) => {
    const other = role === 'publisher' ? 'settler' : 'publisher'
    for (const variable of [name, `${name}_FILE`]) {
      const given = (roles?: string) => workerEnvironment({ [variable]: 'x' }, {}, roles)[variable]
      expect([
        given(),
        given(`bookkeeper,${role}`),
        given(role),
        given(other),
        given('signer'),
        given('courier'),
      ]).toEqual(['x', 'x', 'x', undefined, undefined, undefined])
    }
  })

  test('what is told of a process beside its parent, and files, go with its role', () => {
    const parent = { PROVIDER_KEYS: 'eia=0123456789', LOG_LEVEL: 'warn' }
    const file = { PROVIDER_KEYS_FILE: '/run/keys' }
    expect(workerEnvironment(file, {}, 'publisher')).toMatchObject(file)
    expect(workerEnvironment(file, {}, 'courier')).not.toHaveProperty('PROVIDER_KEYS_FILE')
    expect(workerEnvironment(parent, { REDIS_URL: 'r' }, 'signer')).toMatchObject({ ROLES: 'signer', REDIS_URL: 'r' })
  })

  test('a child is given the settings of its own schema and no other process its secrets', () => {
    const parent = {
      PATH: '/bin',
      LIGHTNING_SECRET: 'aa',
      SERVER_SECRET: 'bb',
      KEYS_DIR: '/keys',
      AWS_SECRET_ACCESS_KEY: 'cc',
      LOG_LEVEL: 'warn',
    }
    expect(Object.keys(environmentFor(WorkerConfig, parent, { REDIS_URL: 'unix:///r' })).toSorted()).toEqual([
      'CLAROS_SUPERVISED',
      'KEYS_DIR',
      'LOG_LEVEL',
      'PATH',
      'REDIS_URL',
    ])
    expect(Object.keys(environmentFor(ServerConfig, parent, { RUN_AS: undefined })).toSorted()).toEqual([
      'CLAROS_SUPERVISED',
      'LIGHTNING_SECRET',
      'LOG_LEVEL',
      'PATH',
      'SERVER_SECRET',
    ])
  })
})

test('the fault is said, with what would fit and the nearest word of those that there are', () => {
  const fault = (env: Record<string, string>) => complaints(() => readConfig(ServerConfig, env))[0]
  expect(fault({ PORT: 'http' })).toBe('PORT is "http", which is not a whole number from 0 to 65535')
  expect(fault({ PORT: '70000' })).toBe('PORT is 70000, which is not a whole number from 0 to 65535')
  expect(fault({ PAY_TO: '0x12' })).toBe('PAY_TO is "0x12", which is not an address: 0x and 40 hex digits')
  expect(fault({ LIGHTNING: 'phenixd' })).toBe(
    'LIGHTNING is "phenixd", which is not lnd, cln, phoenixd or lnbits. Did you mean "phoenixd"?',
  )
  expect(fault({ LIGHTNING_URL: 'node:8080' })).toBe(
    'LIGHTNING_URL is "node:8080", which is not an http or https address',
  )
  expect(fault({ LIGHTNING_URL: 'https://me:hunter2@node:99999' })).toBe(
    'LIGHTNING_URL is "https://…@node:99999", which is not an http or https address',
  )
})

test('every pattern has its form in words, so that no complaint says only that it is not a text', () => {
  for (const [name, schema] of Object.entries(EVERY_SETTING))
    expect([name, schema['pattern'] === undefined || schema['form'] !== undefined]).toEqual([name, true])
})

test('a misspelt setting is named with the nearest right one; what belongs to other programs is not', () => {
  const meant = (env: Record<string, string>) => misspeltSettings(env).map((each) => [each.given, each.meant])
  expect(
    meant({ PAYTO: '0x', FACILITATOR_URI: 'x', 'lightning-url': 'x', LIGHTNIGN_SECRET: 'x', LOG_LEVL: 'x' }),
  ).toEqual([
    ['PAYTO', 'PAY_TO'],
    ['FACILITATOR_URI', 'FACILITATOR_URL'],
    ['lightning-url', 'LIGHTNING_URL'],
    ['LIGHTNIGN_SECRET', 'LIGHTNING_SECRET'],
    ['LOG_LEVL', 'LOG_LEVEL'],
  ])
  const others = {
    HOME: '/',
    PATH: '/bin',
    HOSTNAME: 'a',
    SORT: '1',
    NODE_ENV: 'x',
    XDG_DATA_DIRS: '/',
    TERM: 'x',
    POST: '1',
  }
  expect(meant(others)).toEqual([])
  expect(meant({ PAYTO: '' })).toEqual([])
  expect(meant({ LOGLEVEL: 'debug', LOG_LEVEL: 'warn' })).toEqual([])
})

test('descriptions end without a full stop: the table of settings and the complaints add their own', () => {
  for (const config of [ServerConfig, WorkerConfig, LauncherConfig])
    for (const [name, { description }] of Object.entries(config.properties) as [string, { description?: string }][])
      expect([name, description?.at(-1)]).not.toEqual([name, '.'])
})
