import { expect, test } from 'bun:test'
import { resolve } from 'node:path'

/** How a program ends that cannot start: by its status a service manager knows whether to try again. */

const SRC = resolve(import.meta.dir, '../../src')

const ending = (thrown: string) => {
  const code = `
    import { BadConfig } from ${JSON.stringify(`${SRC}/config.ts`)}
    import { BadRedis } from ${JSON.stringify(`${SRC}/store/redis/redis.ts`)}
    import { refuseToStart } from ${JSON.stringify(`${SRC}/system/process.ts`)}
    await Promise.reject(${thrown}).catch(refuseToStart({ settings: [BadConfig], circumstances: [BadRedis] }))`
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, '-e', code], { stdio: ['ignore', 'ignore', 'pipe'] })
  return { status: exitCode, said: stderr.toString() }
}

test('a wrong setting ends with EX_CONFIG of sysexits.h, what may be better next time with 1, each in one sentence', () => {
  expect(ending(`new BadConfig('PORT is "x".')`)).toEqual({ status: 78, said: 'claros: PORT is "x".\n' })
  expect(ending(`new BadRedis('it is away.')`)).toEqual({ status: 1, said: 'claros: it is away.\n' })
})

test('anything else is a fault of ours, with its stack', () => {
  const { status, said } = ending(`new TypeError('undefined is no function')`)
  expect(status).toBe(1)
  expect(said).toMatch(/^claros: TypeError: undefined is no function\n\s+at /)
})
