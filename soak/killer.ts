import type { Redis } from 'ioredis'
import type { Kill } from './kill-plan.ts'
import type { Product } from './open-product.ts'
import { redisPid } from './watch/sampler.ts'

/** Kills by plan, and sees how long it takes until there is another process. */

export interface Killed extends Kill {
  /** Seconds until its successor ran; `null` if none was seen. */
  readonly againAfter: number | null
}

const LOOK_MS = 100
const LIMIT_MS = 60_000

export interface KillerOptions {
  readonly product: Product
  readonly redis: Redis
  readonly plan: readonly Kill[]
  seconds(): number
  say(line: string): void
}

export const startKiller = ({ product, redis, plan, seconds, say }: KillerOptions) => {
  const killed: Killed[] = []
  let isOver = false

  const pidOf = async (name: string): Promise<number | undefined> =>
    name === 'redis' ? redisPid(redis) : (await product.pids())[name]

  const kill = async (name: string): Promise<void> => {
    const pid = await pidOf(name)
    if (pid === undefined) throw new Error(`there is no process ${name}`)
    const at = seconds()
    process.kill(pid, 'SIGKILL')
    say(`killed ${name}`)
    let again: number | undefined = pid
    const limit = performance.now() + LIMIT_MS
    while ((again === undefined || again === pid) && performance.now() < limit) {
      await Bun.sleep(LOOK_MS)
      again = await pidOf(name).catch(() => undefined)
    }
    killed.push({ at, name, againAfter: again === undefined || again === pid ? null : seconds() - at })
  }

  const work = (async () => {
    for (const { at, name } of plan) {
      while (!isOver && seconds() < at) await Bun.sleep(LOOK_MS)
      if (isOver) return
      await kill(name).catch((problem: unknown) => say(`not killed: ${String(problem)}`))
    }
  })()

  return {
    killed,
    stop: async (): Promise<void> => {
      isOver = true
      await work
    },
  }
}
