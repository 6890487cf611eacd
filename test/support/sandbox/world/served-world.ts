import { afterEach } from 'bun:test'
import { type Stage, stage } from './still-world.ts'

/** A world whose sockets are open on a port of its own. */
export interface ServedStage extends Stage {
  readonly origin: string
}

/** Worlds that are closed after each test, behind whatever was opened over them. */
export const servedWorlds = () => {
  let closing: (() => unknown)[] = []
  afterEach(async () => {
    for (const close of closing.toReversed()) await close()
    closing = []
  })
  return {
    closeLater: (close: () => unknown): void => void closing.push(close),
    served: (options: Parameters<typeof stage>[0] = {}): ServedStage => {
      const on = stage(options)
      const { pushing } = on.world
      const server = Bun.serve({
        hostname: '127.0.0.1',
        port: 0,
        websocket: pushing.handler,
        fetch: (request, self) => {
          const pushed = pushing.upgrade(request, self)
          return pushed === 'upgraded' ? undefined : (pushed ?? new Response('no socket'))
        },
      })
      closing.push(() => server.stop(true))
      return { ...on, origin: server.url.origin }
    },
  }
}

/**
 * Lives through so many seconds, one at a time.
 *
 * @param arriveMs how long the frames of each second may take to arrive
 */
export const live = async ({ clock, world }: Stage, seconds: number, arriveMs = 0): Promise<void> => {
  for (let n = 0; n < seconds; n++) {
    clock.move(1_000)
    world.pushing.tick()
    if (arriveMs > 0) await Bun.sleep(arriveMs)
  }
  await Bun.sleep(30)
}
