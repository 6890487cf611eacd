import { pollBoard, type TickOutcome } from '../../src/actors/publisher/polled.ts'
import type { AnyBoard } from '../../src/feeds/board.ts'
import type { Net } from '../../src/ports.ts'
import type { BoardStore } from '../../src/store/published/boards.ts'
import { decoded } from '../../src/system/decoded.ts'
import type { Stage } from './sandbox/world/still-world.ts'

/** Boards polled from simulated providers into memory, by the real readers. */
export interface PolledBoards {
  /** Paths in the order in which they were asked for. */
  readonly asked: readonly string[]
  /** States by board id, as feeds read them. */
  readonly states: Map<string, unknown>
  /** Paths that run into their time limit from now on. */
  refuse(path: RegExp | null): void
  /** The venue sends pages of so many rows, whatever is asked for. */
  limit(rows: number): void
  /** A board of any state. */
  poll(board: AnyBoard): Promise<TickOutcome>
}

/** Closes of sixty days are asked ten at a time. */
const turnsOf = ({ id }: AnyBoard): number => (id.startsWith('closes/') ? 5 : 1)

/** @param kept where states go in place of memory; `states` stays empty then */
export const polledBoards = (on: Stage, kept?: BoardStore): PolledBoards => {
  const states = new Map<string, unknown>()
  const asked: string[] = []
  let refused: RegExp | null = null
  let rows: number | null = null
  const store: BoardStore = kept ?? {
    read: async (ids) => ids.map((id) => (states.has(id) ? { at: 0, state: states.get(id) } : null)),
    write: async (id, _at, state) => {
      states.set(id, JSON.parse(JSON.stringify(state)))
      return true
    },
  }
  const net: Net = {
    ask: async ({ provider, path, method = 'GET', body, charset }) => {
      asked.push(path)
      if (refused?.test(path)) return { ok: false, failure: { kind: 'timeout', afterMs: provider.timeoutMs } }
      const wanted = rows === null ? path : path.replace(/limit=\d+/, `limit=${rows}`)
      const url = `http://127.0.0.1/${new URL(provider.origin).host}${wanted}`
      const response = await on.world.handle(
        new Request(url, { method, headers: { ...provider.headers }, ...(body !== undefined && { body }) }),
      )
      if (response?.status !== 200) return { ok: false, failure: { kind: 'status', status: response?.status ?? 0 } }
      const text = decoded(new Uint8Array(await response.arrayBuffer()), charset)
      return { ok: true, body: text, receivedAt: on.clock.now(), tookMs: 1 }
    },
  }
  return {
    asked,
    states,
    refuse: (path) => (refused = path),
    limit: (most) => (rows = most),
    poll: async (board) => {
      for (let round = 1; round < turnsOf(board); round++) await pollBoard(board, net, store, on.clock.now())
      return pollBoard(board, net, store, on.clock.now())
    },
  }
}
