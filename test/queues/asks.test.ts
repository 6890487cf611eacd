import { describe, expect, test } from 'bun:test'
import { Queue } from 'bullmq'
import { type AskResult, askOver, openAsker } from '../../src/queues/ask.ts'
import { ASKS, isSameQuestion, readJob } from '../../src/queues/asks.ts'
import { BadMessage } from '../../src/queues/asks/shape.ts'
import { consume } from '../../src/queues/consume.ts'
import { type AskedLane, LANES } from '../../src/queues/lanes.ts'
import { redisAddress } from '../../src/store/redis/redis.ts'
import { SAMPLES } from '../support/questions.ts'
import { fileRedis } from '../support/redis.ts'
import { seededRandom } from '../support/still.ts'
import { until } from '../support/until.ts'
import { lanePrefix } from '../../src/queues/connection.ts'

/** What servers and workers say to one another: every question of every lane, good and bad, on both sides. */

type Fields = Readonly<Record<string, unknown>>
/** Of any lane: what a test says of all must not be held back by the types that it is about. */
interface AnyAsking {
  ask(question: { readonly actor: string; readonly wish: Fields }, share: string, limitMs: number): Promise<AskResult>
}
const anyAsking = (lane: AskedLane, result: unknown): AnyAsking =>
  askOver(lane, async () => ({ kind: 'done', result })) as AnyAsking

const CASES = Object.entries(SAMPLES).flatMap(([lane, samples]) =>
  Object.entries(samples).map(([what, sample]) => {
    const { wish, result } = sample as { readonly wish: Fields; readonly result: unknown }
    return { lane: lane as AskedLane, what, wish, result }
  }),
)

/** The result of the sample, of whatever type its lane has: as it travels. */
const sampled = (lane: AskedLane, what: unknown) =>
  JSON.parse(JSON.stringify(CASES.find((each) => each.lane === lane && each.what === what)!.result))

/** What two questions that share an answer may differ in. */
const VARYING: Readonly<Record<string, readonly string[]>> = {
  reprint: ['copies'],
  offer: ['creator/manageTokenHash', 'creator/sealedWebhookSecret'],
}

/** The same with one value changed, anywhere in it: `[path, changed]`. */
const changes = (value: unknown, at: string[] = []): readonly (readonly [string, unknown])[] => {
  if (typeof value === 'string') return [[at.join('/'), `${value}x`]]
  if (typeof value === 'number') return [[at.join('/'), value + 1]]
  if (Array.isArray(value))
    return value.flatMap((each, place) =>
      changes(each, [...at, String(place)]).map(([path, changed]) => [path, value.with(place, changed)] as const),
    )
  return Object.entries(value as Fields).flatMap(([name, part]) =>
    changes(part, [...at, name]).map(([path, changed]) => [path, { ...(value as Fields), [name]: changed }] as const),
  )
}

const ignore = () => {}
const redis = await fileRedis()
const addressOf = (prefix: string) => ({ connection: redisAddress(redis.url), prefix })

test('there is a sample of every question', () => {
  expect(CASES.map(({ lane, what }) => `${lane} ${what}`)).toEqual(
    Object.entries(ASKS).flatMap(([lane, shapes]) => Object.keys(shapes).map((what) => `${lane} ${what}`)),
  )
})

describe.each(CASES)('$lane $what', ({ lane, what, wish, result }) => {
  const question = { actor: 'A', wish }

  test('arrives as it was sent, and so does its answer', async () => {
    expect<unknown>(readJob(lane, JSON.parse(JSON.stringify(question)))).toEqual(question)
    expect(await anyAsking(lane, JSON.parse(JSON.stringify(result))).ask(question, 's', 1)).toEqual({
      kind: 'done',
      result,
    })
  })

  test('is refused with a field more, less or of another kind, before it leaves and when it arrives', async () => {
    const bad: Fields[] = [{ ...wish, ask: '{}' }, {}, { ...wish, what: 'nothing' }, { ...wish, what: 'toString' }]
    for (const name of Object.keys(wish)) {
      bad.push({ ...wish, [name]: { not: 'this' }, ...(name === 'note' && { note: '{}' }) })
      const { [name]: _gone, ...less } = wish
      if (!['beat', 'webhookSecret'].includes(name)) bad.push(less)
    }
    for (const wrong of bad) {
      expect(() => readJob(lane, { actor: 'A', wish: wrong })).toThrow(BadMessage)
      expect(await anyAsking(lane, result).ask({ actor: 'A', wish: wrong }, 's', 1)).toMatchObject({ kind: 'failed' })
    }
    for (const wrong of [null, 'text', { wish }, { actor: 1, wish }, { ...question, more: 1 }])
      expect(() => readJob(lane, wrong)).toThrow(BadMessage)
  })

  test('an answer that is none of its is a failure', async () => {
    for (const wrong of [undefined, [7], { kind: 'nonsense' }, { kind: 'paid' }, 1.5])
      if (!(what === 'conclude' && wrong === 1.5))
        expect(await anyAsking(lane, wrong).ask(question, 's', 1)).toMatchObject({
          kind: 'failed',
          reason: expect.stringContaining(`the result of ${what}`),
        })
  })

  test('is no question of a lane that does not name it', () => {
    const others = (Object.keys(ASKS) as AskedLane[]).filter((each) => !Object.hasOwn(ASKS[each], what))
    expect(others.length).toBeGreaterThan(2)
    for (const other of [...others, 'ticks', 'maturities', 'standing'] as const)
      expect(() => readJob(other, question)).toThrow(BadMessage)
  })

  test('is another one with any other value, but where answers are shared on purpose', () => {
    const varying = VARYING[what] ?? []
    expect(isSameQuestion(lane, question, { ...question })).toBeTrue()
    expect(isSameQuestion(lane, question, { ...question, actor: 'B' })).toBeFalse()
    for (const [path, changed] of changes(wish))
      expect([path, isSameQuestion(lane, question, { actor: 'A', wish: changed })]).toEqual([
        path,
        varying.includes(path),
      ])
  })

  test('what is refused is named without what it holds', () => {
    const secret = 'deadbeef'
    try {
      readJob(lane, { actor: 'A', wish: { ...wish, what: secret, transfer: secret, [secret]: secret } })
      expect.unreachable()
    } catch (problem) {
      expect(problem).toBeInstanceOf(BadMessage)
      expect(String(problem)).not.toContain(secret)
    }
  })
})

describe('over a queue', () => {
  test('every question of every lane is handled as it was asked, whatever its texts hold', async () => {
    const address = addressOf('whole')
    const random = seededRandom(7)
    const text = () =>
      String.fromCharCode(...Array.from({ length: random.integer(1, 20) }, () => random.integer(1, 0xd7ff)))
    const got: unknown[] = []
    const lanes = Object.keys(ASKS) as AskedLane[]
    const workers = lanes.map((lane) =>
      consume(
        address,
        lane,
        async ({ actor, wish }) => {
          got.push({ lane, actor, wish })
          return sampled(lane, wish.what)
        },
        ignore,
      ),
    )
    const askers = new Map(
      await Promise.all(lanes.map(async (lane) => [lane, await openAsker(address, ignore, lane)] as const)),
    )
    for (const { lane, wish, result } of CASES)
      for (let n = 0; n < 5; n++) {
        const question = { actor: text(), wish }
        const answer = await (askers.get(lane)! as AnyAsking).ask(question, `${lane} ${n} ${wish['what']}`, 10_000)
        expect(answer).toEqual({ kind: 'done', result })
        expect(got.pop()).toEqual({ lane, ...question })
      }
    expect(got).toEqual([])
    await Promise.all([...askers.values(), ...workers].map((each) => each.close(2_000)))
  }, 120_000)

  test('jobs of the release before are refused, told of, and answer nobody', async () => {
    const address = addressOf('old')
    const { transfer } = SAMPLES.inquiries.simulate.wish
    const old = {
      asks: [
        { what: 'answer', ask: '{"rail":"l402","wish":{},"id":"a"}' },
        { what: 'seal', ask: '{"rail":"l402","change":"CREATED","manageToken":""}' },
      ],
      settlements: [],
      inquiries: [
        { what: 'simulate', transfer: JSON.stringify(transfer) },
        { what: 'look_up', transfer: JSON.stringify(transfer) },
        { what: 'valid_signature', question: '{}' },
        { what: 'confirm', claims: '[]', waitMs: '0' },
      ],
      signing: [
        { what: 'offer', ask: '{"payment":"x402:p"}' },
        { what: 'note', note: '{"what":"by hand"}' },
      ],
      offers: [{ what: 'offer', ask: '{"payment":"x402:p"}' }],
    } satisfies Readonly<Record<AskedLane, readonly Fields[]>>
    for (const lane of Object.keys(old) as AskedLane[]) {
      const queue = new Queue(lane, { connection: redisAddress(redis.url) as object, prefix: lanePrefix('old', lane) })
      for (const wish of old[lane])
        await queue.add('ask', { actor: 'A', wish }, { ...LANES[lane].job, deduplication: { id: `old/${wish.what}` } })
      const asker = await openAsker(address, ignore, lane)
      // Who asks the same now would have shared the answer of the one that waits.
      const joined = CASES.filter((each) => each.lane === lane && old[lane].some(({ what }) => what === each.what)).map(
        ({ wish }) => (asker as AnyAsking).ask({ actor: 'A', wish }, `old/${wish['what']}`, 60_000),
      )
      for (const answer of await Promise.all(joined)) expect(answer).toMatchObject({ kind: 'failed' })
      const told: Error[] = []
      const handled: unknown[] = []
      const handle = async ({ wish }: { readonly wish: Fields }) => {
        handled.push(wish)
        return sampled(lane, wish['what'])
      }
      const worker = consume(address, lane, handle, (problem) => void told.push(problem))
      await until('all are told', () => told.length >= old[lane].length)
      while ((await queue.getActiveCount()) > 0) await Bun.sleep(10)
      expect(told).toHaveLength(old[lane].length)
      expect(told.every((problem) => problem instanceof BadMessage)).toBeTrue()
      expect(handled).toEqual([])
      // And then the name is free again.
      for (const { wish, result } of CASES.filter((each) => each.lane === lane))
        expect(await (asker as AnyAsking).ask({ actor: 'A', wish }, `old/${wish['what']}`, 60_000)).toEqual({
          kind: 'done',
          result,
        })
      await Promise.all([asker.close(), worker.close(2_000), queue.close()])
    }
  }, 120_000)

  test('two offers for one payment that differ never share an event, in one process or in two', async () => {
    const address = addressOf('differ')
    const going = Promise.withResolvers<string>()
    let begun = 0
    const handle = async () => {
      begun++
      return going.promise
    }
    const worker = consume(address, 'offers', handle, ignore)
    const [here, there] = [await openAsker(address, ignore, 'offers'), await openAsker(address, ignore, 'offers')]
    const { wish } = SAMPLES.offers.offer
    const other = { ...wish, terms: { ...wish.terms, maturityTs: wish.terms.maturityTs + 1 } }
    const resealed = { ...wish, creator: { ...wish.creator, sealedWebhookSecret: 'sealed again' } }
    const ask = (asker: typeof here, asked: typeof wish) => asker.ask({ actor: '', wish: asked }, 'offer/p', 60_000)
    const first = ask(here, wish)
    await until('the first is at work', () => begun > 0)
    expect(await ask(here, other)).toMatchObject({ kind: 'failed' })
    expect(await ask(there, other)).toMatchObject({ kind: 'failed' })
    const same = [ask(here, resealed), ask(there, resealed)]
    await Bun.sleep(200)
    going.resolve('E-1')
    for (const answer of [first, ...same]) expect(await answer).toEqual({ kind: 'done', result: 'E-1' })
    await Promise.all([here.close(), there.close(), worker.close(2_000)])
  }, 120_000)
})
