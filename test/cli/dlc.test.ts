import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DlcPaths } from '../../src/actors/dlc/paths.ts'
import { lockFolder } from '../../src/launch/folder-lock.ts'
import { startRedis } from '../../src/store/redis/embedded-redis.ts'
import { type EventStore, eventStore } from '../../src/store/events/events.ts'
import { names } from '../../src/store/redis/names.ts'
import { connectRedis } from '../../src/store/redis/redis.ts'
import { conclude, create, decideIn, makeData, openData } from '../support/actors/dlc/data.ts'
import { type TestSigner, openTestSigner, witnessIn } from '../support/actors/dlc/signer-desk.ts'
import { testFolder } from '../support/test-folder.ts'
import { freshRedis } from '../support/redis.ts'
import { signerState } from '../support/signer-state.ts'
import { markStore, OWN_FORMAT } from '../support/store/own-mark.ts'
import { ANY_TIME } from '../support/store-clocks.ts'

/** `claros dlc check`, `restore` and `resume`, as they are typed. */

const stack = await freshRedis()
let folder: string
let remove: () => void
let paths: DlcPaths

beforeEach(() => {
  ;({ folder, remove } = testFolder())
  paths = makeData(folder)
})
afterEach(() => remove())

const clarosIn = async (env: Readonly<Record<string, string>>, ...args: readonly string[]) => {
  const program = join(import.meta.dir, '../../src/cli/main.ts')
  const child = Bun.spawn([process.execPath, '--no-install', program, 'dlc', ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const [out, errors, status] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  return { out, errors, status }
}

const claros = (...args: readonly string[]) => clarosIn({}, ...args)

/** Beside the Redis of the test. */
const here = (command: string, ...more: readonly string[]) =>
  claros(command, '--data', folder, '--redis', stack.url, ...more)

/** One announced, one attested. */
const fill = async (events: EventStore): Promise<void> => {
  await markStore(stack.redis)
  const oracle = openData(paths)
  for (const id of ['A', 'B']) await create(events, oracle, { id, kind: 'enum' })
  await decideIn(events, 'B', ['yes'])
  await conclude(events, oracle, 'B')
  oracle.close()
}

describe('a check', () => {
  test('of a whole oracle: status 0', async () => {
    await fill(eventStore(stack.redis, ANY_TIME))
    const { out, errors, status } = await here('check')
    expect([errors, status]).toEqual(['', 0])
    expect(out).toContain('In order: the journal, the guard and Redis agree.')
    const json = await here('check', '--json')
    expect(JSON.parse(json.out)).toMatchObject({ verdict: 'in_order', events: 2, guard: { kind: 'read', points: 1 } })
  })

  test('finds Redis, keys and files where the settings of the signer name them', async () => {
    await fill(eventStore(stack.redis, ANY_TIME))
    const elsewhere = join(folder, 'elsewhere')
    mkdirSync(elsewhere)
    renameSync(paths.keys, join(elsewhere, 'secrets'))
    renameSync(paths.folder, join(elsewhere, 'oracle'))
    const settings = {
      DATA_DIR: folder,
      REDIS_URL: stack.url,
      KEYS_DIR: join(elsewhere, 'secrets'),
      ORACLE_DIR: join(elsewhere, 'oracle'),
    }
    const { out, errors, status } = await clarosIn(settings, 'check')
    expect([errors, status, out]).toEqual(['', 0, expect.stringMatching(/events +2 compared/)])
    // A copy that is typed is looked at itself, and not the folders of the service.
    expect(await clarosIn(settings, 'check', '--data', folder)).toMatchObject({
      status: 2,
      errors: expect.stringContaining(paths.keys),
    })
    // The empty one of the folder would be filled, and the right one go on without what it lacks.
    mkdirSync(join(folder, 'redis'))
    for (const command of ['check', 'restore']) {
      const refused = await clarosIn(settings, command)
      expect([refused.status, refused.out]).toEqual([2, ''])
      expect(refused.errors).toMatch(/^claros: there is a Redis in .*, and REDIS_URL names another one\. [^\n]*\n$/)
    }
    // No Redis is asked for what only the signer does.
    expect(await clarosIn(settings, 'resume')).toMatchObject({ status: 0, out: '0 events are signed again, 0 wait.\n' })
  })

  test('of a Redis that forgot: status 1, what it forgot, and what to type next', async () => {
    await fill(eventStore(stack.redis, ANY_TIME))
    await stack.flush()
    const { out, status } = await here('check')
    expect(status).toBe(1)
    expect(out).toContain('2  in the journal, not in Redis')
    expect(out).toContain('B  (attested)')
    expect(out).toContain(`npx claros dlc restore --data ${folder} --redis URL`)
    expect(await stack.redis.dbsize()).toBe(0)
  })

  test('beside a running signer says that it did not see the guard', async () => {
    await fill(eventStore(stack.redis, ANY_TIME))
    const lock = lockFolder(folder)
    const oracle = openData(paths)
    const { out, status } = await here('check')
    oracle.close()
    lock.release()
    expect(out).toContain('in use by a running signer')
    expect(status).toBe(0)
  })
})

describe('a store of a newer release', () => {
  test.each(['check', 'restore'] as const)('%s: status 2, one sentence, nothing changed', async (command) => {
    await fill(eventStore(stack.redis, ANY_TIME))
    await markStore(stack.redis, OWN_FORMAT + 1)
    const before = (await stack.redis.keys('*')).toSorted()
    const journal = readFileSync(paths.journal, 'utf8')
    const { out, errors, status } = await here(command)
    expect({ out, status }).toEqual({ out: '', status: 2 })
    expect(errors).toMatch(/^claros: The data in this Redis has format \d+, written by .+\n$/)
    expect((await stack.redis.keys('*')).toSorted()).toEqual(before)
    expect(readFileSync(paths.journal, 'utf8')).toBe(journal)
  })
})

describe('a restore', () => {
  test('gives Redis everything back: status 0, and again: nothing to do', async () => {
    const events = eventStore(stack.redis, ANY_TIME)
    await fill(events)
    const before = await events.readMany(['A', 'B'])
    await stack.flush()
    const first = await here('restore')
    expect([first.errors, first.status]).toEqual(['', 0])
    expect(first.out).toContain('2  events given back to Redis')
    expect(await events.readMany(['A', 'B'])).toEqual(before)
    const second = await here('restore')
    expect(second.status).toBe(0)
    expect(second.out).toContain('Nothing was changed.')
  })

  test('of a conflict changes nothing: status 1', async () => {
    await fill(eventStore(stack.redis, ANY_TIME))
    await stack.redis.hset(names.dlc.event('B'), 'outcome', '["no"]')
    const journal = readFileSync(paths.journal, 'utf8')
    const { out, status } = await here('restore')
    expect(status).toBe(1)
    expect(out).toContain('CONFLICT: another outcome in the journal than in Redis')
    expect(out).toContain('B  (journal yes, Redis no)')
    expect(readFileSync(paths.journal, 'utf8')).toBe(journal)
    expect(await stack.redis.hget(names.dlc.event('B'), 'outcome')).toBe('["no"]')
  })

  test('while a launcher or a signer runs: status 2, one sentence, nothing changed', async () => {
    await fill(eventStore(stack.redis, ANY_TIME))
    await stack.flush()
    const lock = lockFolder(folder)
    const launched = await here('restore')
    lock.release()
    expect(launched).toMatchObject({ out: '', status: 2 })
    expect(launched.errors).toContain('is in use by process')
    const oracle = openData(paths)
    const signing = await here('restore')
    oracle.close()
    expect(signing).toMatchObject({ out: '', status: 2 })
    expect(signing.errors).toContain('Stop the service first')
    // An empty store is marked before anything else.
    expect(await stack.redis.keys('*')).toEqual([names.format.mark()])
  })
})

test('a restore on an older journal, with --anew: what the guard knows is signed comes back, and the rest waits', async () => {
  const beside = witnessIn(`${folder}.witness`)
  const desk = await openTestSigner(stack.store, paths.folder, beside)
  await desk.announce('A', 'B')
  const older = readFileSync(paths.journal)
  await desk.decide('A', 'yes')
  await desk.oracle.attest('A')
  await desk.beat()
  const { attestation } = (await stack.store.events.read('A'))!
  desk.close()
  writeFileSync(paths.journal, older)
  await stack.redis.hdel(names.dlc.event('A'), 'outcome', 'serialized', 'counted', 'decidedAt', 'attestedAt')
  await stack.redis.hset(names.dlc.event('A'), 'state', 'announced')
  const open = () => openTestSigner(stack.store, paths.folder, witnessIn(`${folder}.witness`))
  await expect(open()).rejects.toThrow('is behind')
  const { out, errors, status } = await here('restore', '--anew')
  expect([errors, status]).toEqual(['', 0])
  expect(out).toContain('1  signed in the guard')
  expect(out).toContain('Every open event in it WAITS')
  const again = await open()
  expect([...again.oracle.journal.waiting]).toEqual(['A', 'B'])
  const event = (await stack.store.events.read('A'))!
  expect(event.decision?.outcome).toEqual(['yes'])
  const own = { ...event, descriptor: { kind: 'enum', outcomes: ['yes', 'no'] } } as const
  expect(again.oracle.signer.attest(own, ['yes']).serialized).toBe(attestation!.serialized)
  again.close()
  rmSync(`${folder}.witness`, { recursive: true })
})

describe('a resume', () => {
  let desk: TestSigner
  const open = async () => void (desk = await openTestSigner(stack.store, paths.folder, null))
  beforeEach(async () => {
    await open()
    await desk.announce('A', 'B')
    desk.close()
    // No heartbeat and no witness: nobody knows whether this is the newest folder.
    await open()
  })
  afterEach(() => desk.close())
  const besideSigner = async (...args: readonly string[]) => {
    const beating = setInterval(() => void desk.beat(), 50)
    try {
      return await here('resume', ...args)
    } finally {
      clearInterval(beating)
    }
  }

  test('is asked for by a check, and lets the named or all be signed', async () => {
    await markStore(stack.redis)
    for (const id of ['A', 'B']) await desk.decide(id, 'yes')
    const checked = await here('check')
    expect(checked.status).toBe(0)
    expect(checked.out).toContain('WAITING  2 events are not signed until you confirm')
    expect(JSON.parse((await here('check', '--json')).out)).toMatchObject({ waiting: ['A', 'B'] })
    const one = await besideSigner('A')
    expect([one.errors, one.status]).toEqual(['', 0])
    expect(one.out).toBe('  resumed  A\n1 events are signed again, 1 wait.\n')
    expect(await Promise.all(['A', 'B'].map(desk.oracle.attest))).toEqual(['attested', 'waiting'])
    expect((await besideSigner()).out).toContain('resumed  B')
    expect(await desk.oracle.attest('B')).toBe('attested')
    expect((await besideSigner()).out).toBe('0 events are signed again, 0 wait.\n')
  })

  test('of what does not wait, or without a signer that would take it: status 2, nothing changed', async () => {
    const strange = await besideSigner('A', 'C')
    expect(strange).toMatchObject({ out: '', status: 2 })
    expect(strange.errors).toContain('these do not wait; nothing was changed: C')
    desk.close()
    const alone = await here('resume')
    expect(alone).toMatchObject({ out: '', status: 2 })
    expect(alone.errors).toContain('no signer is running in this folder')
    await open()
    expect([...desk.oracle.journal.waiting]).toEqual(['A', 'B'])
  })
})

test('a check names what the signer cannot sign', async () => {
  await markStore(stack.redis)
  const quarantined = { count: 1, some: [{ id: 'Q', why: 'the guard holds another message' }] }
  await stack.store.signers.write(signerState(Date.now(), { quarantined }))
  const { out, status } = await here('check')
  expect([out.includes('QUARANTINED  1 events'), out.includes('Q  (the guard holds another message)')]).toEqual([
    true,
    true,
  ])
  expect(status).toBe(0)
  await stack.store.signers.write(signerState(Date.now() - 61_000, { quarantined }))
  expect((await here('check')).out).not.toContain('QUARANTINED')
})

describe("the folder's own Redis", () => {
  const socket = () => join(folder, 'run', 'redis.sock')

  const own = async () => {
    mkdirSync(join(folder, 'run'), { recursive: true })
    const server = await startRedis({ folder: join(folder, 'redis'), socket: socket() })
    return { server, redis: await connectRedis(server.address, 'waits') }
  }

  test('is started when nobody runs it, and ended again', async () => {
    const { server, redis } = await own()
    await markStore(redis)
    await fill(eventStore(redis, ANY_TIME))
    await redis.del(names.dlc.event('A'))
    redis.disconnect()
    await server.stop()
    const checked = await claros('check')
    expect(checked.errors).toContain('keys')
    expect(checked.status).toBe(2)
    const behind = await claros('check', '--data', '.')
    expect([behind.errors, behind.status]).toEqual(['', 1])
    expect(behind.out).toContain('1  in the journal, not in Redis')
    expect((await claros('restore', '--data', '.')).status).toBe(0)
    expect((await claros('check', '--data', '.')).status).toBe(0)
    expect([existsSync(socket()), existsSync(join(folder, 'launcher.pid'))]).toEqual([false, false])
  })

  test('is visited and left running while a launcher holds the folder', async () => {
    const lock = lockFolder(folder)
    const { server, redis } = await own()
    await markStore(redis)
    await fill(eventStore(redis, ANY_TIME))
    const { status, errors } = await claros('check', '--data', folder)
    expect([errors, status]).toEqual(['', 0])
    expect(await redis.ping()).toBe('PONG')
    redis.disconnect()
    await server.stop()
    lock.release()
  })
})

test('a Redis that goes away in the middle: status 2, and no waiting for it', async () => {
  const wires = new Map<object, { write(data: Uint8Array): number; end(): void }>()
  const listener = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      data: async (client, bytes) => {
        if (bytes.toString().toLowerCase().includes('zrange')) {
          listener.stop(true)
          return
        }
        const path = stack.server.address.path ?? ''
        const known = wires.get(client)
        const wire =
          known ?? (await Bun.connect({ unix: path, socket: { data: (_, back) => void client.write(back) } }))
        wires.set(client, wire)
        wire.write(bytes)
      },
    },
  })
  const { status, out, errors } = await claros(
    'check',
    '--data',
    folder,
    '--redis',
    `redis://127.0.0.1:${listener.port}`,
  )
  wires.forEach((wire) => wire.end())
  expect([status, out]).toEqual([2, ''])
  expect(errors).toContain('connection to Redis was lost')
})

test('what cannot be run: status 2 and why', async () => {
  expect(await claros('--help')).toMatchObject({ status: 0, errors: '' })
  for (const args of [[], ['mend'], ['check', 'more'], ['check', '--no-such']])
    expect(await claros(...args)).toMatchObject({ status: 2, out: '' })
  const badUrl = await claros('check', '--data', folder, '--redis', 'nonsense')
  expect(badUrl.status).toBe(2)
  expect(badUrl.errors).toContain('must look like redis://')
  rmSync(paths.keys, { recursive: true })
  const noKeys = await here('check')
  expect(noKeys.status).toBe(2)
  expect(noKeys.errors).toContain('dlc.signing.key is missing')
})
