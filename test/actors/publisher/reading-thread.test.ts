import { afterAll, describe, expect, test } from 'bun:test'
import { openReadingThread, type ReadingThread } from '../../../src/actors/publisher/reading-thread.ts'
import { litellmPrices, litellmTable } from '../../../src/sources/inference/litellm.ts'
import { kraken } from '../../../src/sources/perpetuals/kraken.ts'
import { UnreadableReply } from '../../../src/sources/query.ts'
import { until } from '../../support/until.ts'

const PRICES = '{"a":{"input_cost_per_token":1.25e-7,"output_cost_per_token":2e-6}}'
const NEVER_MS = 600_000

const opened: ReadingThread[] = []
const open = (program?: URL, limits = { limitMs: NEVER_MS, idleMs: NEVER_MS }): ReadingThread => {
  const thread = openReadingThread(limits, program)
  opened.push(thread)
  return thread
}
afterAll(() => opened.forEach((thread) => thread.close()))

/** A program that behaves as the reply says. `count` is how many replies this thread has seen. */
const OBEYS = new URL(
  URL.createObjectURL(
    new Blob([
      `let count = 0
      self.onmessage = ({ data }) => {
        count++
        if (data.body === 'silence') return
        if (data.body === 'exit') process.exit(3)
        if (data.body === 'slow') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
        if (data.body === 'throw') throw new Error('out of luck')
        self.postMessage({ ok: true, value: [data.body, count] })
      }`,
    ]),
  ),
)
const asked = { reader: 'obeys', given: [] }

const failure = (reading: Promise<unknown>): Promise<unknown> =>
  reading.then(
    (value) => ({ value }),
    (problem: unknown) => problem,
  )

describe('the thread', () => {
  test('reads as the reader does, with what that is given', async () => {
    const thread = open()
    expect(await thread.read(litellmTable.apart!, PRICES)).toEqual(litellmPrices.read(PRICES))
    const paid = '{"result":"success","rates":[{"timestamp":"2026-11-20T00:00:00Z","relativeFundingRate":0.00001}]}'
    const [before, after] = [0, Date.parse('2026-11-21T00:00:00Z')].map((since) => kraken.history('BTC', since, 0))
    expect(await thread.read(before!.apart!, paid)).toEqual([...before!.read(paid)])
    expect(before!.read(paid)).toHaveLength(1)
    expect(await thread.read(after!.apart!, paid)).toEqual([])
  })

  test('hands over why a reply is unreadable, and goes on', async () => {
    const thread = open()
    const problem = await failure(thread.read(litellmTable.apart!, '<html>'))
    expect(problem).toBeInstanceOf(UnreadableReply)
    expect((problem as Error).message).toBe('not JSON: <html>')
    expect(await failure(thread.read({ reader: 'nobody', given: [] }, PRICES))).toMatchObject({
      name: 'Unreadable',
      message: 'no reader is called nobody',
    })
    expect(await thread.read(litellmTable.apart!, PRICES)).toEqual({ a: { input: '0.125', output: '2' } })
  })

  test('reads one reply after the other, and stays for the next ones', async () => {
    const thread = open(OBEYS)
    expect(await Promise.all(['a', 'b', 'c'].map((body) => thread.read(asked, body)))).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ])
  })

  test.each([
    ['exit', 'the reading thread ended'],
    ['throw', 'the reading thread failed'],
  ])('that dies of a reply (%s) makes it unreadable, and the next one is read by a new thread', async (body, why) => {
    const thread = open(OBEYS)
    expect(await thread.read(asked, 'a')).toEqual(['a', 1])
    const [problem, next] = await Promise.all([failure(thread.read(asked, body)), thread.read(asked, 'b')])
    expect(problem).toBeInstanceOf(UnreadableReply)
    expect((problem as Error).message).toStartWith(why)
    expect(next).toEqual(['b', 1])
  })

  test('that does not answer is ended, and the next reply is read by a new one', async () => {
    const thread = open(OBEYS, { limitMs: 200, idleMs: NEVER_MS })
    const problem = await failure(thread.read(asked, 'silence'))
    expect(problem).toMatchObject({ name: 'Unreadable', message: 'not read within 200 ms' })
    const next = await until('a new thread reads', () =>
      thread
        .read(asked, 'b')
        .catch((late: Error) => (late.message.startsWith('not read') ? null : Promise.reject(late))),
    )
    expect(next).toEqual(['b', 1])
  })

  test('without work gives its memory back', async () => {
    const thread = open(OBEYS, { limitMs: NEVER_MS, idleMs: 0 })
    await thread.read(asked, 'a')
    await until('a new thread reads', async () => {
      await Bun.sleep(1)
      return ((await thread.read(asked, 'b')) as unknown[])[1] === 1
    })
  })

  test('is not without work while it reads, however long that takes', async () => {
    const thread = open(OBEYS, { limitMs: NEVER_MS, idleMs: 10 })
    expect(await Promise.all(['a', 'slow'].map((body) => thread.read(asked, body)))).toEqual([
      ['a', 1],
      ['slow', 2],
    ])
  })

  test('that is closed reads nothing more, and what it was reading is unreadable', async () => {
    const thread = open(OBEYS)
    const reading = failure(thread.read(asked, 'silence'))
    const waiting = failure(thread.read(asked, 'a'))
    // The first has been sent by the time the thread is closed.
    await Promise.resolve()
    thread.close()
    for (const problem of [await reading, await waiting, await failure(thread.read(asked, 'b'))])
      expect(problem).toMatchObject({ name: 'Unreadable', message: 'the worker is closing' })
  })
})
