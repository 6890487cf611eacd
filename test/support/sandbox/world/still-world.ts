import { createWorld, type World, type WorldOptions } from '../../../../src/sandbox/world/world.ts'
import { type StillClock, stillClock } from '../../still.ts'

/** A Wednesday noon in autumn 2026, UTC, off the whole second: bullion trades, and no bank has fixed yet today. */
export const NOON = Date.UTC(2026, 10, 18, 12, 0, 0, 123)

/** A world, its clock, and the ways to ask it. */
export interface Stage {
  readonly clock: StillClock
  readonly world: World
  /** Asks a provider by host and path, as through `UPSTREAM_ORIGIN`. */
  ask(path: string): Promise<Response>
  text(path: string): Promise<string>
  /** Parsed and unchecked: a test says itself what it expects to find. */
  json<T>(path: string): Promise<T>
  post(body: unknown): Promise<Response>
}

export const stage = (options: Partial<WorldOptions> & { start?: number } = {}): Stage => {
  const { start = NOON, ...rest } = options
  const clock = stillClock(start)
  const world = createWorld({ clock, seed: 7, ...rest })
  const handled = async (path: string, init?: RequestInit): Promise<Response> => {
    const response = await world.handle(
      new Request(`http://127.0.0.1:9000/${path}`, {
        headers: { 'user-agent': 'Mozilla/5.0 (test)', 'accept-encoding': 'gzip' },
        ...init,
      }),
    )
    if (response === null) throw new Error(`nobody answered /${path}`)
    return response
  }
  return {
    clock,
    world,
    ask: (path) => handled(path),
    text: async (path) => (await handled(path)).text(),
    json: async <T>(path: string): Promise<T> => JSON.parse(await (await handled(path)).text()) as T,
    post: (body) => handled('world', { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }),
  }
}
