import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createKeys } from '../../src/actors/publisher/keys.ts'
import { freePort } from '../support/free-port.ts'
import { registry } from '../../src/feeds/registry.ts'
import { WRONG_SETTING } from '../../src/system/exit-status.ts'
import type { Source } from '../../src/sources/query.ts'
import { systemRandom } from '../../src/system/random.ts'
import { startRedis } from '../../src/store/redis/embedded-redis.ts'
import { asRoot, onLinux } from '../support/needs.ts'
import { startTestRedis, type TestRedis } from '../support/redis.ts'
import { orNothing, until } from '../support/until.ts'

/** Mistakes of operators, made with real processes: each ends at once, with a status and a sentence. */

const SRC = resolve(import.meta.dir, '../../src')
const folder = mkdtempSync(join(tmpdir(), 'claros-mistakes-'))
// Others may pass through, or a launcher would put its socket beside this folder and leave it there.
chmodSync(folder, 0o711)
const isRoot = asRoot()
const children: Bun.Subprocess[] = []
let redis: TestRedis

/** A process with nothing in its environment but what the test gives it. */
const spawn = (
  program: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
  out: 'ignore' | 'pipe' = 'ignore',
) => {
  const child = Bun.spawn([process.execPath, '--no-install', join(SRC, program), ...args], {
    env: { PATH: process.env.PATH ?? '', HOME: folder, LOG_LEVEL: 'error', ...env },
    cwd: folder,
    stdio: ['ignore', out, 'pipe'],
  })
  children.push(child)
  return child
}

/** How a process ended that should not have started: 12 s for the one that waits for a Redis, and some for loading. */
const ending = async (program: string, env: Readonly<Record<string, string>>, args?: readonly string[]) => {
  const child = spawn(program, env, args)
  const late = setTimeout(() => child.kill('SIGKILL'), 40_000)
  const [status, said] = await Promise.all([child.exited, new Response(child.stderr).text()])
  clearTimeout(late)
  return { status, said: said.trim() }
}

/** What every refusal has in common: a status, our name, what is wrong, what to do, and no stack. */
const expectRefusal = ({ status, said }: { status: number; said: string }, ...words: readonly (string | RegExp)[]) => {
  const isAway = /did not answer within|maxmemory-policy|appendonly|is of a cluster|is taken|belongs to another/
  expect({ status, said }).toMatchObject({ status: isAway.test(said) ? 1 : WRONG_SETTING })
  expect(said).toStartWith('claros: ')
  expect(said.split('\n')).toHaveLength(1)
  expect(said).not.toMatch(/\.ts:\d+|Error:|node_modules|\{"at"/)
  for (const word of words) expect(said).toMatch(word)
}

/** A redis-server of the operator's own making, on a TCP port. */
const wrongRedis = async (...settings: readonly string[]): Promise<string> => {
  const port = await freePort()
  const dir = mkdtempSync(join(folder, 'redis-'))
  const child = Bun.spawn(['redis-server', '--port', String(port), '--bind', '127.0.0.1', '--dir', dir, ...settings], {
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  children.push(child)
  await until('the Redis answers', () =>
    Bun.spawnSync(['redis-cli', '-p', String(port), 'ping'])
      .stdout.toString()
      .includes('PONG'),
  )
  return `redis://127.0.0.1:${port}`
}

const newKeys = (): string => {
  const keys = mkdtempSync(join(folder, 'keys-'))
  createKeys(keys, systemRandom)
  return keys
}

const L402_KEY = 'l402.secp256k1.key'
const X402_KEY = 'x402.ed25519.key'

beforeAll(async () => {
  redis = await startTestRedis()
})

afterAll(async () => {
  for (const child of children) if (child.exitCode === null) child.kill('SIGKILL')
  await Promise.all(children.map((child) => child.exited))
  // A launcher that was killed leaves its Redis to the next one.
  for (const pid of redisIn(folder)) process.kill(pid, 'SIGKILL')
  await redis.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('settings that do not fit', () => {
  test('an address that is none, in every way', async () => {
    for (const [name, program, value] of [
      ['PUBLIC_URL', 'server.ts', 'oracle.example.com'],
      ['PUBLIC_URL', 'server.ts', 'http://two words'],
      ['PUBLIC_URL', 'server.ts', 'https://example.com:99999'],
      ['FACILITATOR_URL', 'server.ts', 'https://['],
      ['UPSTREAM_ORIGIN', 'worker.ts', 'http://127.0.0.1:port'],
    ] as const)
      expectRefusal(
        await ending(program, { REDIS_URL: redis.url, ADMIN_PORT: '0', KEYS_DIR: newKeys(), [name]: value }),
        new RegExp(`^claros: ${name} is ".+", which is not an http or https address|separated by commas$`),
      )
  })

  test('a Redis address that is none', async () => {
    for (const REDIS_URL of ['localhost:6379', 'http://localhost:6379', 'redis://'])
      expectRefusal(await ending('server.ts', { REDIS_URL }), /^claros: REDIS_URL is not redis:/)
  })

  test('a port for operators that other machines reach, without a token, or with a short one', async () => {
    const run = (env: Record<string, string>) => ending('server.ts', { REDIS_URL: redis.url, ADMIN_PORT: '0', ...env })
    expectRefusal(await run({ ADMIN_HOST: '0.0.0.0' }), /^claros: ADMIN_HOST is "0\.0\.0\.0"/, /set METRICS_TOKEN/)
    const short = await run({ ADMIN_HOST: '0.0.0.0', METRICS_TOKEN: 'x'.repeat(31) })
    expectRefusal(
      short,
      /^claros: METRICS_TOKEN is not 32 to 200 characters without blanks \(the value is not shown\)$/,
    )
    expect(short.said).not.toContain('xxx')
  })

  test('no Redis address at all', async () => {
    for (const program of ['server.ts', 'worker.ts'])
      expectRefusal(await ending(program, {}), /REDIS_URL is not set/, /npm start/)
  })

  test('half a rail', async () => {
    const half = (env: Record<string, string>) => ending('server.ts', { REDIS_URL: redis.url, ADMIN_PORT: '0', ...env })
    const secret = 'ab'.repeat(32)
    const [x402, node, tokens] = await Promise.all([
      half({ PAY_TO: `0x${'1'.repeat(40)}` }),
      half({ LIGHTNING: 'lnd', LIGHTNING_URL: 'http://127.0.0.1:8080', SERVER_SECRET: secret }),
      half({ LIGHTNING: 'lnd', LIGHTNING_URL: 'http://127.0.0.1:8080', LIGHTNING_SECRET: 'cdcdcd' }),
    ])
    expectRefusal(x402, /the x402 rail/, /FACILITATOR_URL is not set/)
    expectRefusal(node, /the L402 rail/, /LIGHTNING_SECRET is not set/)
    expectRefusal(tokens, /the L402 rail needs SERVER_SECRET/)
    for (const { said } of [node, tokens]) expect(said).not.toMatch(/abab|cdcd/)
  })

  test('cadences and origins for nobody', async () => {
    const worker = (env: Record<string, string>) =>
      ending('worker.ts', { REDIS_URL: redis.url, KEYS_DIR: newKeys(), ...env })
    expectRefusal(await worker({ CADENCES: 'ticker/krakn=7' }), /CADENCES: no actor starts with ticker\/krakn/)
    expectRefusal(await worker({ CADENCES: 'ticker/kraken=0.5' }), /CADENCES: ticker\/kraken needs whole seconds/)
    expectRefusal(
      await worker({ PROVIDER_ORIGINS: 'binanc=https://api.binance.com' }),
      /PROVIDER_ORIGINS.*at place 1 names/,
    )
    expectRefusal(
      await worker({ PROVIDER_ORIGINS: 'binance=api.binance.com' }),
      /PROVIDER_ORIGINS: binance needs an address/,
    )
  })

  test.skipIf(!isRoot)('a socket that the user of a server may not use', async () => {
    const closed = mkdtempSync(join(tmpdir(), 'claros-closed-'))
    const server = await startRedis({ folder: closed })
    try {
      expectRefusal(
        await ending('server.ts', { REDIS_URL: `unix://${server.address.path}` }),
        /did not answer within 10 s at .*EACCES: its socket may not be used by this user/,
      )
    } finally {
      await server.stop()
      rmSync(closed, { recursive: true, force: true })
    }
  })

  test.skipIf(!isRoot)('a user that is none, and one with the rights of root', async () => {
    const user = (RUN_AS: string) => ending('server.ts', { REDIS_URL: redis.url, RUN_AS })
    expectRefusal(await user('no-such-user'), /^claros: RUN_AS: this machine has no user "no-such-user"/)
    expectRefusal(await user('root'), /^claros: RUN_AS is "root", which is not a user’s name or number, and not root/)
  })
})

describe('a Redis that would lose what was sold', () => {
  /** It is seen before the folder is made. */
  const never = { DATA_DIR: join(folder, 'never') }

  test('eviction, no append-only file, a cluster', async () => {
    const [evicts, forgets, cluster] = await Promise.all([
      wrongRedis('--appendonly', 'yes', '--maxmemory-policy', 'allkeys-lru'),
      wrongRedis('--appendonly', 'no', '--save', ''),
      wrongRedis('--appendonly', 'yes', '--cluster-enabled', 'yes'),
    ])
    const keys = newKeys()
    for (const program of ['server.ts', 'worker.ts', 'start.ts']) {
      const run = (REDIS_URL: string) =>
        ending(program, { REDIS_URL, ADMIN_PORT: '0', ...(program === 'start.ts' ? never : { KEYS_DIR: keys }) })
      expectRefusal(
        await run(evicts),
        /maxmemory-policy allkeys-lru/,
        /redis-cli config set maxmemory-policy noeviction/,
      )
      expectRefusal(await run(forgets), /appendonly no/, /redis-cli config set appendonly yes/)
      expectRefusal(await run(cluster), /is of a cluster/, /redis\+cluster:/)
    }
  })

  test('nobody listens there', async () => {
    const port = await freePort()
    const keys = newKeys()
    const refusals = await Promise.all(
      ['server.ts', 'worker.ts', 'start.ts'].map((program) =>
        ending(program, {
          REDIS_URL: `redis://user:hunter2@127.0.0.1:${port}`,
          ADMIN_PORT: '0',
          ...(program === 'start.ts' ? never : { KEYS_DIR: keys }),
        }),
      ),
    )
    expect(existsSync(never.DATA_DIR)).toBe(false)
    for (const refusal of refusals) {
      expectRefusal(refusal, new RegExp(`did not answer within 10 s at 127.0.0.1:${port}`), /is REDIS_URL right/)
      expect(refusal.said).not.toContain('hunter2')
    }
  })
})

describe('ports', () => {
  test('a port that another program has, public or admin', async () => {
    const taken = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('mine') })
    const port = String(taken.port)
    try {
      const free = String(await freePort())
      const run = (env: Record<string, string>) =>
        ending('server.ts', { REDIS_URL: redis.url, HOST: '127.0.0.1', ...env })
      expectRefusal(
        await run({ PORT: port, ADMIN_PORT: '0' }),
        new RegExp(`port ${port} on 127.0.0.1 is taken`),
        /Set PORT or ADMIN_PORT/,
      )
      expectRefusal(await run({ PORT: free, ADMIN_PORT: port }), new RegExp(`port ${port} on 127.0.0.1 is taken`))
    } finally {
      await taken.stop(true)
    }
  })
})

describe('key files', () => {
  const worker = (KEYS_DIR: string) => ending('worker.ts', { REDIS_URL: redis.url, KEYS_DIR })

  test('readable by others, unreadable as keys, missing', async () => {
    const open = newKeys()
    chmodSync(join(open, X402_KEY), 0o644)
    expectRefusal(await worker(open), /can be read by others \(mode 644\)/, /chmod 600 .+x402\.ed25519\.key/)

    const torn = newKeys()
    writeFileSync(join(torn, L402_KEY), 'correct horse battery staple\n')
    const said = await worker(torn)
    expectRefusal(said, /l402\.secp256k1\.key does not hold 64 hex digits/, /backup/)
    expect(said.said).not.toContain('horse')

    const zero = newKeys()
    writeFileSync(join(zero, L402_KEY), `${'0'.repeat(64)}\n`)
    expectRefusal(await worker(zero), /holds no valid key/)

    const half = newKeys()
    rmSync(join(half, X402_KEY))
    expectRefusal(await worker(half), /x402\.ed25519\.key is missing/)

    expectRefusal(await worker(join(folder, 'nowhere')), /is missing/, /npm start/)
  })

  test('start completes no folder that lost one of its keys', async () => {
    const data = mkdtempSync(join(folder, 'data-'))
    createKeys(join(data, 'keys'), systemRandom)
    rmSync(join(data, 'keys', L402_KEY))
    expectRefusal(await ending('start.ts', { DATA_DIR: data }), /l402\.secp256k1\.key is missing beside/, /backup/)
    expect(existsSync(join(data, 'keys', L402_KEY))).toBe(false)
  })

  test('others than those that were recorded: buyers may have pinned them', async () => {
    await redis.flush()
    await redis.store.keys.record({ l402: '02'.repeat(33), x402: 'cd'.repeat(32) })
    expectRefusal(await worker(newKeys()), /l402 key does not match/, /Point KEYS_DIR at the original keys/)
    await redis.flush()
  })
})

describe('npm start', () => {
  test.skipIf(!isRoot)(
    'a socket folder under a name that somebody else has taken is not used: root would hand it over',
    async () => {
      // A folder that others cannot reach, so that the socket goes to the folder for temporary files.
      const data = join(mkdtempSync(join(folder, 'closed-')), 'data')
      const temporary = mkdtempSync(join(folder, 'tmp-'))
      const target = mkdtempSync(join(folder, 'target-'))
      symlinkSync(target, join(temporary, `claros-${Bun.hash(data).toString(36)}`))
      const before = statSync(target)
      expectRefusal(
        await ending('start.ts', { DATA_DIR: data, TMPDIR: temporary }),
        /belongs to another user/,
        /DATA_DIR/,
      )
      expect({ gid: statSync(target).gid, mode: statSync(target).mode }).toEqual({ gid: before.gid, mode: before.mode })
    },
  )

  test('refuses what belongs to demonstrations and tests', async () => {
    for (const [name, value] of [
      ['UPSTREAM_ORIGIN', 'http://127.0.0.1:9000'],
      ['QUORUM', '1'],
      ['OUTBOUND_ALLOW', '127.0.0.1:9000'],
    ] as const)
      expectRefusal(
        await ending('start.ts', { [name]: value, DATA_DIR: join(folder, 'never') }),
        new RegExp(`^claros: ${name} is for demonstrations and tests`),
        /Unset it/,
      )
    expect(existsSync(join(folder, 'never'))).toBe(false)
  })

  test('an option that there is not is refused, and those that there are work', async () => {
    const never = { DATA_DIR: join(folder, 'never') }
    const { status, said } = await ending('start.ts', never, ['--prot', '80'])
    expect(status).toBe(WRONG_SETTING)
    expect(said).toStartWith('claros: --prot is no option of npm start. Did you mean --port?\n')
    expect(said).toContain('--data DIR')
    const wrong = await ending('start.ts', never, ['--port', 'http'])
    expect(wrong.said).toStartWith('claros: --port is "http", which is not a whole number')
    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    const data = await ending('start.ts', never, ['--data', file])
    expect(data.said).toContain(`the data folder ${file} cannot be made`)
    expect(existsSync(join(folder, 'never'))).toBe(false)
  })

  test('half a rail is refused before a key is made, and a misspelt setting named', async () => {
    const data = join(folder, 'never')
    const FACILITATOR_URL = 'https://facilitator.example'
    for (const [env, words] of [
      [
        { FACILITATOR_URL, PAYTO: `0x${'1'.repeat(40)}` },
        /PAY_TO is not set\. PAYTO is no setting\. Did you mean PAY_TO\?$/,
      ],
      [{ PAY_TO: `0x${'1'.repeat(40)}` }, /FACILITATOR_URL is not set/],
      [{ LIGHTNING: 'lnd' }, /LIGHTNING_URL, LIGHTNING_SECRET are not set/],
      [{ LIGHTNING_TLS_CERT: '/x' }, /LIGHTNING_TLS_CERT is set for a rail that is not/],
      [{ FACILITATOR_AUTHORIZATION: 'Bearer s3cret' }, /FACILITATOR_AUTHORIZATION is set for a rail that is not/],
      [{ X402_SETTLEMENT: 'own' }, /needs PAY_TO/],
      [{ X402_SETTLEMENT: 'own', PAY_TO: `0x${'1'.repeat(40)}` }, /settler\.secp256k1\.key is missing/],
    ] as const) {
      const refusal = await ending('start.ts', { ...env, DATA_DIR: data })
      expectRefusal(refusal, words)
      expect(refusal.said).not.toContain('s3cret')
      expect(existsSync(data)).toBe(false)
    }
  })

  test('says the mistakes of its children itself', async () => {
    expectRefusal(
      await ending('start.ts', { PORT: 'http', DATA_DIR: join(folder, 'never') }),
      /^claros: PORT is "http", which is not a whole number from 0 to 65535$/,
    )
    expect(existsSync(join(folder, 'never'))).toBe(false)
  })

  test('a port that is taken ends it all, not only the server', async () => {
    const taken = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('mine') })
    const data = mkdtempSync(join(folder, 'data-'))
    try {
      const { status, said } = await ending('start.ts', {
        ...AWAY,
        DATA_DIR: data,
        HOST: '127.0.0.1',
        PORT: String(taken.port),
        ADMIN_PORT: '0',
      })
      expect(status).toBe(1)
      expect(said.split('\n').filter((line) => line.startsWith('claros: '))).toEqual([
        expect.stringContaining(`port ${taken.port} on 127.0.0.1 is taken`),
      ])
      expect(redisIn(data)).toEqual([])
    } finally {
      await taken.stop(true)
    }
  })
})

const isSocket = ({ origin }: Source): boolean => origin.startsWith('ws')

/** Nobody out there is to be asked by a test: hardly a source may be asked, and every provider is a closed port. */
const AWAY = {
  SOURCES_RIGHTS: 'open',
  PROVIDER_ORIGINS: [
    ...new Set(
      [...registry.boards, ...registry.streams].map(
        ({ source }) => `${source.name}=${isSocket(source) ? 'ws' : 'http'}://127.0.0.1:1`,
      ),
    ),
  ].join(','),
}

interface Running {
  readonly pid: number
  readonly parent: number
  readonly command: string
}

/** Everything that runs on this machine now. */
const running = (): readonly Running[] =>
  readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (state === 'Z') return []
      return [
        {
          pid: Number(name),
          parent: Number(parent),
          command: readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' '),
        },
      ]
    } catch {
      return []
    }
  })

/** The Redis of a data folder works in that folder, and says so nowhere else. */
const redisIn = (data: string): readonly number[] =>
  running()
    .filter(({ pid, command }) => command.includes('redis-server') && folderOf(pid).startsWith(data))
    .map(({ pid }) => pid)

const folderOf = (pid: number): string => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return ''
  }
}

const childOf = (parent: number, program: string): Running | undefined =>
  running().find((each) => each.parent === parent && each.command.includes(program))

const answers = (url: string) =>
  until(
    `${url} answers`,
    orNothing(async () => (await fetch(url)).status === 200),
  )

describe.skipIf(!onLinux())('the launcher', () => {
  test('starts a dead child again; killed itself, it takes its children and its Redis along; the next one starts on their files', async () => {
    const data = mkdtempSync(join(folder, 'data-'))
    const port = await freePort()
    const settings = {
      ...AWAY,
      DATA_DIR: data,
      HOST: '127.0.0.1',
      PORT: String(port),
      ADMIN_PORT: String(await freePort()),
    }
    const launcher = spawn('start.ts', settings)
    await answers(`http://localhost:${port}/health`)
    const redisBefore = redisIn(data)
    expect(redisBefore).toHaveLength(1)

    for (const program of ['server.ts', 'worker.ts']) {
      const child = childOf(launcher.pid, program)!
      process.kill(child.pid, 'SIGKILL')
      const next = await until(`another ${program}`, () => {
        const found = childOf(launcher.pid, program)
        return found !== undefined && found.pid !== child.pid && found
      })
      expect(next.pid).not.toBe(child.pid)
    }
    await answers(`http://localhost:${port}/health`)

    const family = [childOf(launcher.pid, 'server.ts')!.pid, childOf(launcher.pid, 'worker.ts')!.pid]
    launcher.kill('SIGKILL')
    await launcher.exited
    await until('the children left', () => !running().some((each) => family.includes(each.pid)))
    await expect(fetch(`http://localhost:${port}/health`)).rejects.toThrow()

    const next = spawn('start.ts', settings, [], 'pipe')
    await answers(`http://localhost:${port}/health`)
    expect(redisIn(data)).toHaveLength(1)
    let said = ''
    const decoder = new TextDecoder()
    const listening = (async () => {
      for await (const piece of next.stdout as ReadableStream<Uint8Array>)
        said += decoder.decode(piece, { stream: true })
    })()
    await until('it says that it is ready', () => said.includes('Look'))
    next.kill('SIGTERM')
    expect(await next.exited).toBe(0)
    await listening
    expect(said.match(/ready/g)).toHaveLength(1)
    expect(said).toStartWith(`Claros is ready: http://localhost:${port}\n`)
    expect(said).toContain('USDC on Base (x402): not set up. PAY_TO and FACILITATOR_URL open it.')
    expect(said).toContain('Lightning (L402): not set up. LIGHTNING, LIGHTNING_URL and LIGHTNING_SECRET open it.')
    expect(said).toContain('Nothing, since there is no way to pay.')
    expect(said).toContain('These feeds stay closed')
    expect(redisIn(data)).toEqual([])
  })
})
