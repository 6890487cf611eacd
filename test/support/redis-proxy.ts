import { connect, createServer, type Socket } from 'node:net'
import type { RedisAddress } from '../../src/store/redis/redis.ts'

/** What stands before Redis where it is run for failing over: it leads new connections to whom it is told. */
export interface RedisProxy {
  readonly address: RedisAddress
  readonly url: string
  /** Connections that were made so far. */
  made(): number
  /** Where new connections lead; those that are open stay as they are. */
  lead(to: RedisAddress): void
  /** Passes nothing on in either direction and closes nothing, of those that are open and those that come; then all of it. */
  stall(on: boolean): void
  /** The same for those that are open by now, for ever. */
  stallOpen(): void
  /** Breaks the connection on which the next reply comes, in place of passing that on: it was done, and nobody hears of it. */
  loseReply(): void
  stop(): Promise<void>
}

/** Two ends of one connection, and what waits while it stalls. */
interface Line {
  readonly ends: readonly [Socket, Socket]
  readonly waiting: (() => void)[]
  dead: boolean
}

export const startRedisProxy = async (first: RedisAddress): Promise<RedisProxy> => {
  let target = first
  let stalled = false
  let isReplyLost = false
  let made = 0
  const lines = new Set<Line>()

  const server = createServer((client) => {
    made++
    const upstream = target.path ? connect(target.path) : connect(target.port!, target.host)
    const line: Line = { ends: [client, upstream], waiting: [], dead: false }
    lines.add(line)
    const pass = (act: () => void) => (stalled || line.dead ? line.waiting.push(act) : act())
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on('data', (bytes) => {
        if (from === upstream && isReplyLost) {
          isReplyLost = false
          client.destroy()
        } else pass(() => void to.write(bytes))
      })
      from.on('error', () => {})
      from.on('close', () => {
        lines.delete(line)
        to.destroy()
      })
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as { readonly port: number }
  return {
    address: { host: '127.0.0.1', port },
    url: `redis://127.0.0.1:${port}`,
    made: () => made,
    lead: (to) => void (target = to),
    stall: (on) => {
      stalled = on
      if (!on) for (const line of lines) if (!line.dead) for (const act of line.waiting.splice(0)) act()
    },
    stallOpen: () => {
      for (const line of lines) line.dead = true
    },
    loseReply: () => void (isReplyLost = true),
    stop: async () => {
      for (const { ends } of lines) for (const end of ends) end.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}
