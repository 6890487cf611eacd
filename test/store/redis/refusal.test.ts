import { describe, expect, test } from 'bun:test'
import { dirname } from 'node:path'
import { Redis, type RedisOptions } from 'ioredis'
import { refusalLog } from '../../../src/store/redis/refusal-log.ts'
import { refusalIn, refusalOf } from '../../../src/store/redis/refusal.ts'
import { script } from '../../../src/store/redis/script.ts'
import { stormLog } from '../../../src/system/storm-log.ts'
import { AILMENTS } from '../../support/ailing-redis.ts'
import { fileRedis } from '../../support/redis.ts'
import { keptLog, stillClock } from '../../support/still.ts'

/** Errors of a real client and a real Redis, told apart: the store that went away, and our own mistakes. */

const redis = await fileRedis()
const pid = Number(/process_id:(\d+)/.exec(await redis.redis.info('server'))![1])

const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => {
      throw new Error('nothing was thrown')
    },
    (problem: unknown) => problem,
  )

type Patience = Pick<RedisOptions, 'enableOfflineQueue' | 'retryStrategy' | 'maxRetriesPerRequest' | 'commandTimeout'>

const withClient = async <T>(options: Patience, use: (client: Redis) => Promise<T>): Promise<T> => {
  const client = new Redis({ path: redis.server.address.path!, lazyConnect: true, ...options })
  client.on('error', () => {})
  await client.connect()
  try {
    return await use(client)
  } finally {
    client.disconnect()
  }
}

const WRITE = script(`return redis.call('SET', KEYS[1], ARGV[1])`, String)

describe('a refusal', () => {
  test.each(AILMENTS.map(({ name }) => name))('%s, of a command, a script and a transaction', async (name) => {
    const ailment = AILMENTS.find((each) => each.name === name)!
    const folder = dirname(redis.server.address.path!)
    await ailment.begin(redis.redis, folder)
    try {
      await withClient({}, async (client) => {
        const thrown = [
          await thrownBy(client.set('k', 'v')),
          await thrownBy(WRITE.run(client, ['k'], ['v'])),
          await thrownBy(client.multi().set('k', 'v').exec()),
        ]
        expect(thrown.map(refusalOf)).toEqual([name, name, name])
        // As lines of a log have them.
        expect(refusalIn(String(thrown[0]))).toBe(name)
      })
    } finally {
      await ailment.end(redis.redis, folder)
    }
  })

  test('of a connection that is closed, not there yet, cut under a command, or without a reply, is silence', async () => {
    const closed = await withClient({}, async (client) => client)
    expect(refusalOf(await thrownBy(closed.get('k')))).toBe('silent')

    await withClient({ enableOfflineQueue: false, retryStrategy: () => 5_000 }, async (client) => {
      client.stream.destroy()
      while (client.status === 'ready') await Bun.sleep(5)
      expect(refusalOf(await thrownBy(client.get('k')))).toBe('silent')
    })

    await withClient({ maxRetriesPerRequest: 0, retryStrategy: () => 5_000 }, async (client) => {
      const waiting = thrownBy(client.blpop('nothing', 0))
      client.stream.destroy()
      expect(refusalOf(await waiting)).toBe('silent')
    })

    await withClient({ commandTimeout: 100 }, async (client) => {
      process.kill(pid, 'SIGSTOP')
      const thrown = await thrownBy(client.get('k')).finally(() => process.kill(pid, 'SIGCONT'))
      expect(refusalOf(thrown)).toBe('silent')
    })
  })

  test('in the words of Redis 6, which puts its own before those of a script', () => {
    const of = (words: string) =>
      refusalIn(
        `ReplyError: ERR Error running script (call to f_6b1bf486c81ceb7edf3c093f4c48582e38c0e791): @user_script:1: @user_script: 1: -${words}`,
      )
    expect(of("OOM command not allowed when used memory > 'maxmemory'.")).toBe('out_of_memory')
    expect(of("READONLY You can't write against a read only replica.")).toBe('read_only')
  })

  test.each([
    ['LOADING Redis is loading the dataset in memory', 'loading'],
    ["MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.", 'read_only'],
    ['UNBLOCKED force unblock from blocking operation, instance state changed (master -> replica?)', 'read_only'],
    ['BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.', 'silent'],
    ['NOAUTH Authentication required.', 'not_allowed'],
  ] as const)('%s', (words, cause) => {
    expect(refusalOf(new Error(words))).toBe(cause)
  })
})

describe('our own mistakes are none', () => {
  test('a command that does not fit its key, a script that is wrong, a transaction of either', async () => {
    await redis.redis.set('text', 'x')
    const wrong = script('return redis.call("NOSUCH")', String)
    const thrown = [
      await thrownBy(redis.redis.lpush('text', 'x')),
      await thrownBy(wrong.run(redis.redis, [], [])),
      await thrownBy(redis.redis.multi().call('SET', 'one').exec()),
    ]
    expect(thrown.map(refusalOf)).toEqual([null, null, null])
  })

  test('anything of ours that happens to say a word of Redis', () => {
    for (const text of ['x is not a function', 'OOM', 'the disk is READONLY you know', '', 'READONLY'])
      expect([refusalOf(new TypeError(text)), refusalIn(text)]).toEqual([null, null])
    expect(refusalOf('LOADING Redis is loading')).toBeNull()
    expect(refusalOf(null)).toBeNull()
  })
})

describe('the log', () => {
  const OOM = "ReplyError: OOM command not allowed when used memory > 'maxmemory'."
  const opened = () => {
    const [lines, clock] = [keptLog(), { ...stillClock(1_000_000), sleep: () => new Promise<void>(() => {}) }]
    return { log: refusalLog(lines), calm: refusalLog(stormLog(lines, clock)), lines: lines.lines, clock }
  }

  test('says the cause in words, whatever failed of it', () => {
    const { log, lines } = opened()
    log.error('tick.crashed', { actor: 'a1', message: OOM, stack: 'long' })
    log.warn('queue.error', { message: OOM.slice(12) })
    log.error('settlement.broken_off', { problem: OOM })
    log.refuses('disk', 'worker.looked')
    const said = (seenBy: string) => ({
      level: 'error',
      event: 'store.refuses',
      fields: { cause: 'out_of_memory', message: 'the store is out of memory', seenBy },
    })
    expect(lines).toEqual([
      said('tick.crashed'),
      said('queue.error'),
      said('settlement.broken_off'),
      {
        ...said(''),
        fields: { cause: 'disk', message: 'the disk of the store cannot be written', seenBy: 'worker.looked' },
      },
    ])
  })

  test('is one line per cause and ten seconds in a calm log', () => {
    const { calm, lines, clock } = opened()
    for (let n = 0; n < 500; n++) calm.error('tick.crashed', { actor: `a${n}`, message: OOM, stack: 'long' })
    calm.queueError(new Error(OOM.slice(12)))
    calm.error('tick.crashed', { message: 'Error: Command timed out' })
    expect(lines.map(({ fields }) => (fields as { cause: string }).cause)).toEqual(['out_of_memory', 'silent'])
    clock.move(10_000)
    calm.error('tick.crashed', { message: OOM })
    expect(lines[2]?.fields).toMatchObject({ cause: 'out_of_memory', leftOut: 500 })
  })

  test('says another cause at once, and everything else as it is', () => {
    const { log, lines } = opened()
    log.error('tick.crashed', { message: OOM })
    log.error('tick.crashed', { message: 'Error: Command timed out' })
    log.error('tick.crashed', { message: 'TypeError: x is not a function', stack: 'long' })
    log.info('publisher.ready', { boards: 3 })
    expect(lines.map(({ event }) => event)).toEqual([
      'store.refuses',
      'store.refuses',
      'tick.crashed',
      'publisher.ready',
    ])
    expect(lines[2]?.fields).toEqual({ message: 'TypeError: x is not a function', stack: 'long' })
  })

  test('what the network says of a queue is silence of the store, of anything else it is told as it is', () => {
    const { calm: log, lines } = opened()
    for (const words of ['connect ENOENT /redis.sock', 'write EPIPE', 'read ECONNRESET', 'getaddrinfo ENOTFOUND redis'])
      log.queueError(new Error(words))
    log.queueError(new Error('Missing lock for job 7'))
    log.queueError(new Error(`Failed to add repeatable job for next iteration: ${OOM.slice(12)}`))
    log.warn('webhook.failed', { message: 'connect ECONNREFUSED 93.184.215.14:443' })
    expect(lines.map(({ event, fields }) => [event, (fields as { cause?: string }).cause])).toEqual([
      ['store.refuses', 'silent'],
      ['queue.error', undefined],
      ['store.refuses', 'out_of_memory'],
      ['webhook.failed', undefined],
    ])
  })
})

test.each([
  'ERR Script attempted to access a non local key in a cluster node script: 5a0c, on @user_script:1.',
  'ERR Attempted to access a non local key in a cluster node script: on @user_script:1.',
  "ERR Unable to execute command 'del' in script because undeclared keys were accessed during rehashing of the slot",
])('of a slot that moves: %s', (said) => {
  expect(refusalIn(`ReplyError: ${said}`)).toBe('moving')
  expect(refusalIn(`ReplyError: ERR ${said}`)).toBeNull()
})
