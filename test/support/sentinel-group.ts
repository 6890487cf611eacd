import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { freePorts } from '../../src/launch/free-port.ts'
import { systemRandom } from '../../src/system/random.ts'
import { ENDING_WITH_PARENT } from './ends-with-parent.ts'
import { SILENT_MS } from './failover-times.ts'
import { type RedisMember, startMember } from './redis-member.ts'
import { orNothing, until } from './until.ts'

/** A primary, two replicas and three Sentinels, on ports of the loopback. */
export interface SentinelGroup {
  /** Of the Sentinels, as `REDIS_URL` has it. */
  readonly url: string
  readonly members: readonly RedisMember[]
  /** Whom all Sentinels name as the primary, once they agree: one makes the change, and the others hear of it. */
  primary(): Promise<RedisMember>
  /** A replica is made the primary while the old one lives. */
  failOver(): Promise<void>
  /** Until the Sentinels know the primary with two replicas that copy it. */
  whole(): Promise<void>
  stop(): Promise<void>
}

const NAME = 'claros'
const QUORUM = 2

/** @param downAfterMs after which a Sentinel takes a silent server for dead */
export const startSentinelGroup = async (downAfterMs = SILENT_MS): Promise<SentinelGroup> => {
  const folder = mkdtempSync(join(tmpdir(), 'claros-sentinels-'))
  const ports = await freePorts(systemRandom, 'one', 'two', 'three', 'first', 'second', 'third')
  const members = await Promise.all([ports.one, ports.two, ports.three].map((port) => startMember(folder, port)))
  await Promise.all(members.slice(1).map((member) => member.copies(ports.one)))

  const watched = [ports.first, ports.second, ports.third]
  const sentinels = watched.map((port) => {
    const dir = join(folder, String(port))
    mkdirSync(dir)
    const file = join(dir, 'sentinel.conf')
    const lines = [
      `port ${port}`,
      'bind 127.0.0.1',
      `dir ${dir}`,
      `logfile ${join(dir, 'log')}`,
      `sentinel monitor ${NAME} 127.0.0.1 ${ports.one} ${QUORUM}`,
      `sentinel down-after-milliseconds ${NAME} ${downAfterMs}`,
      `sentinel failover-timeout ${NAME} 10000`,
      `sentinel parallel-syncs ${NAME} 2`,
    ]
    writeFileSync(file, `${lines.join('\n')}\n`)
    return Bun.spawn([...ENDING_WITH_PARENT, 'redis-server', file, '--sentinel'], {
      stdio: ['pipe', 'ignore', 'ignore'],
    })
  })
  const asked = watched.map((port) => {
    const hand = new Redis({ host: '127.0.0.1', port, maxRetriesPerRequest: null, replyMapping: 'legacy' })
    hand.on('error', () => {})
    return hand
  })
  /** What each Sentinel says of the primary: pairs of field and value. */
  const seen = async (hand: Redis): Promise<ReadonlyMap<string, string>> => {
    const said = (await hand.call('SENTINEL', 'MASTER', NAME)) as readonly string[]
    return new Map(said.flatMap((word, at) => (at % 2 === 0 ? [[word, said[at + 1]!] as const] : [])))
  }
  const primary = async (): Promise<RedisMember> => {
    const port = await until('the Sentinels agree who is the primary', async () => {
      const named = new Set((await Promise.all(asked.map(seen))).map((said) => Number(said.get('port'))))
      return named.size === 1 && [...named][0]
    })
    return members.find((member) => member.port === port)!
  }
  const group: SentinelGroup = {
    url: `redis+sentinel://${watched.map((port) => `127.0.0.1:${port}`).join()}/${NAME}`,
    members,
    primary,
    failOver: async () => {
      const before = await primary()
      await asked[0]!.call('SENTINEL', 'FAILOVER', NAME)
      await until('another is the primary', async () => (await primary()) !== before)
    },
    whole: async () => {
      await until(
        'the Sentinels know one another and the replicas',
        orNothing(async () =>
          (await Promise.all(asked.map(seen))).every(
            (said) =>
              said.get('num-slaves') === '2' &&
              said.get('num-other-sentinels') === '2' &&
              said.get('flags') === 'master',
          ),
        ),
      )
      await until(
        'both replicas copy',
        orNothing(async () => {
          const said = await (await primary()).hand.info('replication')
          return said.includes('connected_slaves:2') && said.match(/state=online/g)?.length === 2
        }),
      )
    },
    stop: async () => {
      for (const hand of asked) hand.disconnect()
      for (const sentinel of sentinels) sentinel.kill('SIGKILL')
      await Promise.all(sentinels.map((sentinel) => sentinel.exited))
      await Promise.all(members.map((member) => member.stop()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await group.whole()
  return group
}
