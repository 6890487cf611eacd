import { expect, test } from 'bun:test'
import type { ActorContext } from '../../../src/actors/publisher/context.ts'
import { runTick } from '../../../src/actors/publisher/dispatch.ts'
import { APART_CHARS } from '../../../src/actors/publisher/entering.ts'
import { MODELS } from '../../../src/feeds/inference/models.ts'
import { registry } from '../../../src/feeds/registry.ts'
import type { Store } from '../../../src/store/store.ts'
import { partOf } from '../../support/part-of.ts'
import { keptLog, stillClock } from '../../support/still.ts'

test('a tick hands a long reply to the thread of its worker, with the reader of its question', async () => {
  const prices = Object.fromEntries(
    MODELS.flatMap(({ ids }) => (ids.litellm === null ? [] : [[ids.litellm, { input: '1', output: '2' }]])),
  )
  const read: unknown[] = []
  const written: unknown[] = []
  const clock = stillClock(1_795_000_000_000)
  const context = partOf<ActorContext>({
    registry,
    clock,
    log: keptLog(),
    mayAsk: () => true,
    thread: {
      read: async (asked, body) => {
        read.push([asked, body.length])
        return prices
      },
      close: () => {},
    },
    net: {
      ask: async () => ({ ok: true, body: ' '.repeat(APART_CHARS + 1), receivedAt: clock.now(), tookMs: 1 }),
    },
    store: partOf<Store>({
      boards: partOf({
        read: async (ids: readonly string[]) => ids.map(() => null),
        write: async (_id: string, _at: number, state: unknown) => (written.push(state), true),
      }),
      health: partOf({ succeeded: async () => {} }),
    }),
  })
  expect(await runTick('tokens/litellm', context)).toEqual({ kind: 'published' })
  expect(read).toEqual([[{ reader: 'litellm', given: [] }, APART_CHARS + 1]])
  expect(written).toEqual([{ tables: { '': { readAt: clock.now(), prices } }, others: {} }])
})
