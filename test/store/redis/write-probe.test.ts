import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { dirname } from 'node:path'
import type { Redis } from 'ioredis'
import { names } from '../../../src/store/redis/names.ts'
import { connectRedis } from '../../../src/store/redis/redis.ts'
import { createWriteProbe, type WriteProbe } from '../../../src/store/redis/write-probe.ts'
import type { StoreRefusal } from '../../../src/store/redis/refusal.ts'
import type { Clock } from '../../../src/ports.ts'
import { systemClock } from '../../../src/system/clock.ts'
import { AILMENTS } from '../../support/ailing-redis.ts'
import { fileRedis } from '../../support/redis.ts'
import { stillClock } from '../../support/still.ts'
import { until } from '../../support/until.ts'
import { partOf } from '../../support/part-of.ts'

/** A store that answers and cannot write is found out, by a write that leaves nothing behind. */

const redis = await fileRedis()
/** As a server's. */
let own: Redis
const pid = Number(/process_id:(\d+)/.exec(await redis.redis.info('server'))![1])
let still: ReturnType<typeof stillClock>
let probe: WriteProbe
let patience: PromiseWithResolvers<void>
let slept: number[]

const folder = () => dirname(redis.server.address.path!)

beforeEach(async () => {
  own = await connectRedis(redis.server.address, 'fails_fast')
  still = stillClock(1_000_000)
  patience = Promise.withResolvers()
  // Its findings age by a clock that stands; its patience ends when it is told.
  const clock: Clock = {
    now: still.now,
    sleep: (ms) => {
      slept.push(ms)
      return patience.promise
    },
  }
  slept = []
  probe = createWriteProbe(own, clock)
})
afterEach(() => own.disconnect())

/** What is found when its patience ends before anything was answered. */
const silent = async (): Promise<StoreRefusal | null> => {
  const asked = probe()
  patience.resolve()
  const found = await asked
  patience = Promise.withResolvers()
  return found
}

/** How many writes of the probe Redis has taken or refused: each runs a script, and nothing else here does. */
const writes = async (): Promise<number> => {
  const stats = await redis.redis.info('commandstats')
  return Number(/cmdstat_evalsha:calls=(\d+)/.exec(stats)?.[1] ?? 0)
}

describe('the cause', () => {
  test.each(AILMENTS.map(({ name }) => name))(
    '%s is told, while Redis answers, and is over when it is',
    async (name) => {
      const ailment = AILMENTS.find((each) => each.name === name)!
      expect(await probe()).toBeNull()
      await ailment.begin(redis.redis, folder())
      try {
        expect(await redis.redis.get('anything')).toBeNull()
        still.move(1_000)
        expect(await probe()).toBe(name)
      } finally {
        await ailment.end(redis.redis, folder())
      }
      // A connection to what was a replica was made anew.
      await until('writes are taken', async () => {
        still.move(3_000)
        return (await probe()) === null
      })
      still.move(3_000)
      expect(await probe()).toBeNull()
    },
  )

  test('silence is told after a second, and is over when the process goes on', async () => {
    process.kill(pid, 'SIGSTOP')
    try {
      expect(await silent()).toBe('silent')
      // The time limit of a command is longer: the probe does not wait for it.
      expect(slept).toEqual([1_000])
    } finally {
      process.kill(pid, 'SIGCONT')
    }
    still.move(3_000)
    expect(await probe()).toBeNull()
  })

  test('a process that was held up itself has no silent store', async () => {
    const held = createWriteProbe(own, systemClock)
    const asked = held()
    // Before the command has left: it leaves when patience has ended already.
    Bun.sleepSync(1_200)
    expect(await asked).toBeNull()
  })

  test('a user who may not write is told so', async () => {
    await redis.redis.call('ACL', 'SETUSER', 'default', '-set')
    try {
      expect(await probe()).toBe('not_allowed')
    } finally {
      await redis.redis.call('ACL', 'SETUSER', 'default', '+@all')
    }
  })

  test('an error that nobody has foreseen is a refusal too', async () => {
    const odd = partOf<Redis>({ evalsha: () => Promise.reject(new Error('ERR of a Redis of next year')) })
    expect(await createWriteProbe(odd, { now: () => 1, sleep: () => new Promise(() => {}) })()).toBe('not_allowed')
  })
})

describe('the cost', () => {
  test('the store does not grow, however often it is asked', async () => {
    await probe()
    const size = async () => [
      await redis.redis.dbsize(),
      await redis.redis.memory('USAGE', names.writeProbe()),
      await redis.redis.strlen(names.writeProbe()),
    ]
    const before = await size()
    for (let n = 0; n < 50; n++) {
      still.move(1_000)
      await probe()
    }
    expect(await size()).toEqual(before)
  })

  test('one write serves all who ask meanwhile, and who asks within half a second asks nobody', async () => {
    const before = await writes()
    expect(await Promise.all(Array.from({ length: 100 }, () => probe()))).toEqual(Array<null>(100).fill(null))
    still.move(499)
    expect(await probe()).toBeNull()
    expect(await writes()).toBe(before + 1)
  })

  test('a finding is renewed before its second is over, and nobody waits for that', async () => {
    await probe()
    const before = await writes()
    await AILMENTS[0]!.begin(redis.redis, folder())
    try {
      still.move(999)
      // By what was found before; the write has begun.
      expect(await probe()).toBeNull()
      await until('the write has begun', async () => (await writes()) > before)
      await own.ping()
      expect(await probe()).toBe('out_of_memory')
      expect(await writes()).toBe(before + 1)
    } finally {
      await AILMENTS[0]!.end(redis.redis, folder())
    }
  })

  test('nothing is sold by a finding that is a second old', async () => {
    await probe()
    await AILMENTS[0]!.begin(redis.redis, folder())
    try {
      still.move(1_000)
      expect(await probe()).toBe('out_of_memory')
    } finally {
      await AILMENTS[0]!.end(redis.redis, folder())
    }
  })

  test('a clock that was set back keeps no finding', async () => {
    await probe()
    const before = await writes()
    still.move(-3_600_000)
    await probe()
    expect(await writes()).toBe(before + 1)
  })

  test('of a store that is silent nobody waits twice: for three seconds the refusal stands while it is asked again', async () => {
    process.kill(pid, 'SIGSTOP')
    try {
      expect(await silent()).toBe('silent')
      still.move(2_999)
      const asked = probe()
      // Before anything that takes time can have answered.
      const first = await Promise.race([asked, Promise.resolve().then(() => Promise.resolve('waits'))])
      expect(first).toBe('silent')
    } finally {
      process.kill(pid, 'SIGCONT')
    }
  })
})
