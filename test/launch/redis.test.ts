import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Redis } from 'ioredis'
import { keepRedis } from '../../src/launch/redis.ts'
import { connectRedis } from '../../src/store/redis/redis.ts'
import { onLinux } from '../support/needs.ts'
import { keptLog } from '../support/still.ts'
import { until } from '../support/until.ts'

/** The embedded Redis lives as long as its supervisor: not shorter, not longer. */

const root = mkdtempSync(join(tmpdir(), 'claros-kept-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const pidOf = async (redis: Redis): Promise<number> => Number(/process_id:(\d+)/.exec(await redis.info('server'))![1])

const gone = (pid: number): boolean => {
  try {
    // A zombie waits for nothing but its parent's look.
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return true
  }
}

describe.skipIf(!onLinux())('the embedded Redis', () => {
  test('killed, it is started again on the same socket with what it had; stopped, it stays away', async () => {
    const log = keptLog()
    const kept = await keepRedis({ folder: mkdtempSync(join(root, 'data-')), maxMemory: '200mb' }, log)
    const redis = await connectRedis(kept.address, 'waits')
    await redis.set('known', 'yes')
    expect(await redis.config('GET', 'maxmemory')).toEqual(['maxmemory', String(200 * 1024 ** 2)])
    const before = await pidOf(redis)
    process.kill(before, 'SIGKILL')
    await until('the killed is gone', () => gone(before))
    expect(await redis.get('known')).toBe('yes')
    const after = await pidOf(redis)
    expect(after).not.toBe(before)
    expect(JSON.stringify(log).match(/redis\.died/g)).toHaveLength(1)
    redis.disconnect()
    await kept.stop()
    await until('the stopped is gone', () => gone(after))
  }, 120_000)

  test('ends some seconds after a supervisor that was killed; the next one runs its own on the same files', async () => {
    const folder = mkdtempSync(join(root, 'data-'))
    const code = `import { startRedis } from ${JSON.stringify(join(import.meta.dir, '../../src/store/redis/embedded-redis.ts'))}
      await startRedis({ folder: ${JSON.stringify(folder)} })
      console.log('up')
      await Bun.sleep(60_000)`
    const start = async () => {
      const child = Bun.spawn([process.execPath, '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
      await child.stdout.getReader().read()
      return child
    }
    const pidFrom = async (): Promise<number> => {
      const redis = await connectRedis({ path: join(folder, 'redis.sock') }, 'waits')
      const pid = await pidOf(redis)
      redis.disconnect()
      return pid
    }
    const killed = await start()
    const orphan = await pidFrom()
    killed.kill('SIGKILL')
    await killed.exited
    const kept = await keepRedis({ folder }, keptLog())
    expect(kept.how).toBe('spawned')
    expect(gone(orphan)).toBe(true)
    await kept.stop()

    const again = await start()
    const left = await pidFrom()
    await Bun.sleep(6_500)
    expect(gone(left)).toBe(false)
    again.kill('SIGKILL')
    await until('the orphan is gone', () => gone(left))
  }, 120_000)
})
