import { describe, expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { APART_CHARS } from '../../../src/actors/publisher/entering.ts'
import { describeFailure, isGood, pollBoard } from '../../../src/actors/publisher/polled.ts'
import { boardQuestion, type Board, type ListedSymbols, type ReadSnapshot } from '../../../src/feeds/board.ts'
import { readEarlier } from '../../../src/feeds/carry.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { type AnyStream, unheard } from '../../../src/feeds/stream.ts'
import type { Net, Question, Reply, SourceFailure } from '../../../src/ports.ts'
import { UnreadableReply } from '../../../src/sources/query.ts'
import type { BoardStore } from '../../../src/store/published/boards.ts'
import { partOf } from '../../support/part-of.ts'

const NOW = 1_795_000_000_000
const source = registry.boards[0]!.source

interface State {
  readonly seen: Readonly<Record<string, string>>
  readonly settled: number
}

const board = (fields: Partial<Board<State>> = {}): Board<State> => ({
  id: 'test/board',
  source,
  everySeconds: 5,
  empty: { seen: {}, settled: 0 },
  asks: () =>
    ['/a', '/b', '/c'].map((path) =>
      boardQuestion(
        {
          provider: source,
          path,
          read: (body: string) => {
            if (body === 'garbage') throw new UnreadableReply('reply is not JSON')
            if (body === 'bug') throw new TypeError('undefined is not a function')
            return body
          },
        },
        (value, _receivedAt, state: State) => ({ ...state, seen: { ...state.seen, [path]: value } }),
      ),
    ),
  settle: (state: State) => ({ ...state, settled: state.settled + 1 }),
  ...fields,
})

const memory = () => {
  const kept = new Map<string, { at: number; state: unknown }>()
  const store: BoardStore = {
    read: async (ids) => ids.map((id) => kept.get(id) ?? null),
    write: async (id, at, state) => {
      if ((kept.get(id)?.at ?? 0) >= at) return false
      kept.set(id, { at, state })
      return true
    },
  }
  return { kept, store }
}

const net = (replies: Readonly<Record<string, string | SourceFailure>>): Net & { readonly asked: string[] } => {
  const asked: string[] = []
  return {
    asked,
    ask: async ({ path }: Question): Promise<Reply> => {
      asked.push(path)
      const found = replies[path]
      if (typeof found === 'string') return { ok: true, body: found, receivedAt: NOW, tookMs: 1 }
      return { ok: false, failure: found ?? { kind: 'unreachable', reason: 'nobody' } }
    },
  }
}

describe('one poll', () => {
  test('asks every question once and writes all answers', async () => {
    const { kept, store } = memory()
    const provider = net({ '/a': '1', '/b': '2', '/c': '3' })
    expect(await pollBoard(board(), provider, store, NOW)).toEqual({ kind: 'published' })
    expect(provider.asked).toEqual(['/a', '/b', '/c'])
    expect(kept.get('test/board')).toEqual({
      at: NOW,
      state: { seen: { '/a': '1', '/b': '2', '/c': '3' }, settled: 1 },
    })
  })

  test.each<[string, string | SourceFailure]>([
    ['timed out', { kind: 'timeout', afterMs: 2_500 }],
    ['was refused', { kind: 'status', status: 429 }],
    ['was answered with garbage', 'garbage'],
    ['met a bug in its reader', 'bug'],
  ])('loses only the question that %s, and what that one said before stays', async (_what, dead) => {
    const { kept, store } = memory()
    await pollBoard(board(), net({ '/a': '1', '/b': '2', '/c': '3' }), store, NOW)
    const outcome = await pollBoard(board(), net({ '/a': '10', '/b': dead, '/c': '30' }), store, NOW + 5_000)
    expect(outcome).toEqual({ kind: 'published' })
    expect(kept.get('test/board')!.state).toEqual({ seen: { '/a': '10', '/b': '2', '/c': '30' }, settled: 2 })
  })

  test('says of its questions whether they go first', async () => {
    const urgent = async (fields: Partial<Board<State>>) => {
      const questions: Question[] = []
      const listening: Net = {
        ask: async (question) => (questions.push(question), { ok: true, body: 'x', receivedAt: 1, tookMs: 1 }),
      }
      await pollBoard(board(fields), listening, memory().store, NOW)
      return questions.map(({ isUrgent }) => isUrgent)
    }
    expect(await urgent({})).toEqual([false, false, false])
    expect(await urgent({ isUrgent: true })).toEqual([true, true, true])
  })

  test('writes nothing when no question was answered, and says why', async () => {
    const { kept, store } = memory()
    await pollBoard(board(), net({ '/a': '1', '/b': '2', '/c': '3' }), store, NOW)
    const before = kept.get('test/board')
    const dead: SourceFailure = { kind: 'timeout', afterMs: 2_500 }
    const outcome = await pollBoard(board(), net({ '/a': dead, '/b': 'garbage', '/c': dead }), store, NOW + 5_000)
    expect(outcome).toEqual({ kind: 'declined', cause: 'timeout', reason: 'timeout after 2500 ms' })
    expect(kept.get('test/board')).toBe(before!)
    expect(await pollBoard(board({ asks: () => [] }), net({}), store, NOW)).toEqual({
      kind: 'declined',
      cause: 'nothing_to_ask',
      reason: 'nothing to ask',
    })
  })

  test('rests where the board chooses its own times, which is no failure', async () => {
    const { kept, store } = memory()
    const resting = board({ asks: () => [], rests: true })
    const outcome = await pollBoard(resting, net({}), store, NOW)
    expect(outcome).toEqual({ kind: 'rested' })
    expect([isGood(outcome), kept.size]).toEqual([true, 0])
    expect(isGood({ kind: 'declined', cause: 'timeout', reason: '' })).toBe(false)
    expect(isGood({ kind: 'superseded' })).toBe(false)
    expect((await pollBoard(board({ rests: true }), net({ '/a': '1' }), store, NOW)).kind).toBe('published')
  })

  test('lets the board read the last snapshots of the feeds that it names', async () => {
    const { store } = memory()
    const carry = Type.Object({ value: Type.Number() })
    const from = { id: 'test/feed', carry }
    const values: (number | null | undefined)[] = []
    const asking = board({
      asks: (look) => {
        values.push(look.earlier?.(from, 'A')?.carry.value)
        return board().asks(look)
      },
    })
    const snapshot = { timestamp: 7, content: {}, carry: { value: 3 } }
    const earlier: ReadSnapshot = (feed, key) => (key === 'A' ? readEarlier(feed, snapshot) : null)
    await pollBoard(asking, net({ '/a': '1' }), store, NOW, earlier)
    await pollBoard(asking, net({ '/a': '1' }), store, NOW + 1)
    expect(values).toEqual([3, undefined])
  })

  test('gives way to a later poll that was quicker', async () => {
    const { kept, store } = memory()
    await pollBoard(board(), net({ '/a': 'new' }), store, NOW + 5_000)
    expect(await pollBoard(board(), net({ '/a': 'old' }), store, NOW)).toEqual({ kind: 'superseded' })
    expect(kept.get('test/board')!.state).toMatchObject({ seen: { '/a': 'new' } })
  })

  test('leaves the provider alone while its socket tells of everything, and asks again when it does not', async () => {
    const { kept, store } = memory()
    kept.set('test/books', { at: NOW, state: unheard('told') })
    const stream = partOf<AnyStream>({ id: 'test/books' })
    const pushed = { stream, over: (polled: State) => polled }
    const asks = board().asks
    const both = board({
      pushed,
      asks: (look) => (look.pushed === 'told' ? [] : asks(look)),
    })
    const provider = net({ '/a': '1' })
    expect(await pollBoard(both, provider, store, NOW)).toEqual({ kind: 'pushed' })
    expect([provider.asked, kept.has('test/board')]).toEqual([[], false])
    kept.delete('test/books')
    expect(await pollBoard(both, provider, store, NOW)).toEqual({ kind: 'published' })
    expect(provider.asked).toEqual(['/a', '/b', '/c'])
  })

  test('tells the board which symbols its venue lists, once that is known', async () => {
    const { kept, store } = memory()
    const looks: (readonly string[] | null)[] = []
    const listing = partOf<Board<ListedSymbols>>({ id: 'test/listing' })
    const asking = board({
      listing,
      asks: ({ listed }) => {
        looks.push(listed && [...listed])
        return []
      },
    })
    await pollBoard(asking, net({}), store, NOW)
    kept.set('test/listing', { at: NOW, state: { symbols: ['XBTUSD'] } })
    await pollBoard(asking, net({}), store, NOW)
    expect(looks).toEqual([null, ['XBTUSD']])
  })
})

test('a failure has a few words for logs', () => {
  const failures: readonly SourceFailure[] = [
    { kind: 'timeout', afterMs: 2_500 },
    { kind: 'status', status: 503 },
    { kind: 'too_large', limitBytes: 1_024 },
    { kind: 'unreachable', reason: 'refused' },
    { kind: 'unreadable', reason: 'a is missing' },
    { kind: 'circuit_open', untilMs: 1 },
    { kind: 'rate_limited', untilMs: 1 },
  ]
  expect(failures.map(describeFailure)).toEqual([
    'timeout after 2500 ms',
    'status 503',
    'reply above 1024 bytes',
    'unreachable: refused',
    'unreadable: a is missing',
    'circuit_open',
    'rate_limited',
  ])
})

describe('a long reply', () => {
  const LONG = 'x'.repeat(APART_CHARS + 1)
  const apart = (given: string) => ({ reader: 'test', given: [given] })
  const asking = board({
    asks: () =>
      ['/a', '/b', '/c'].map((path) =>
        boardQuestion(
          { provider: source, path, read: (body: string) => `here ${body.length}`, apart: apart(path) },
          (value, receivedAt, state: State) => ({
            ...state,
            seen: { ...state.seen, [path]: `${receivedAt} ${value}` },
          }),
        ),
      ),
  })
  const reading = (answer: (path: unknown) => string) => {
    const asked: unknown[] = []
    return {
      asked,
      read: async ({ given: [path] }: ReturnType<typeof apart>, body: string) => {
        asked.push([path, body.length])
        return answer(path)
      },
    }
  }
  const seenBy = async (thread?: ReturnType<typeof reading>, asks = asking) => {
    const { kept, store } = memory()
    const provider = net({ '/a': LONG, '/b': LONG.slice(1), '/c': LONG })
    const outcome = await pollBoard(asks, provider, store, NOW, undefined, thread)
    return { outcome, seen: (kept.get('test/board')?.state as State | undefined)?.seen }
  }

  test('is read by the thread, and a shorter one here', async () => {
    const thread = reading((path) => `there ${String(path)}`)
    const { outcome, seen } = await seenBy(thread)
    expect(outcome).toEqual({ kind: 'published' })
    expect(seen).toEqual({
      '/a': `${NOW} there /a`,
      '/b': `${NOW} here ${APART_CHARS}`,
      '/c': `${NOW} there /c`,
    })
    expect(thread.asked).toEqual([
      ['/a', APART_CHARS + 1],
      ['/c', APART_CHARS + 1],
    ])
  })

  test('is read here without a thread, and where its reader has no name', async () => {
    const here = { '/a': `here ${LONG.length}`, '/b': `here ${APART_CHARS}`, '/c': `here ${LONG.length}` }
    const expected = Object.fromEntries(Object.entries(here).map(([path, value]) => [path, `${NOW} ${value}`]))
    expect((await seenBy()).seen).toEqual(expected)
    const nameless = board({
      asks: (context) =>
        asking.asks(context).map(({ query: { apart: _apart, ...query }, ...ask }) => ({ ...ask, query })),
    })
    const thread = reading(() => 'there')
    expect((await seenBy(thread, nameless)).seen).toEqual(expected)
    expect(thread.asked).toEqual([])
  })

  test('that the thread cannot read costs its own question and no other', async () => {
    const failing = reading((path) => {
      if (path === '/a') throw new UnreadableReply('the reading thread ended')
      return 'there'
    })
    const { outcome, seen } = await seenBy(failing)
    expect(outcome).toEqual({ kind: 'published' })
    expect(Object.keys(seen!)).toEqual(['/b', '/c'])
    const { store } = memory()
    const provider = net({ '/a': LONG, '/b': { kind: 'unreachable', reason: 'nobody' }, '/c': LONG })
    const none = reading(() => {
      throw new UnreadableReply('the reading thread ended')
    })
    expect(await pollBoard(asking, provider, store, NOW, undefined, none)).toEqual({
      kind: 'declined',
      cause: 'unreadable',
      reason: 'unreadable: the reading thread ended',
    })
  })
})
