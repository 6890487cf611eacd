import { verifyAnswer } from '../../src/canonical/verify.ts'
import type { Json } from '../../src/canonical/jcs.ts'
import { SEA_PORTS } from '../../src/feeds/insurance/sea-ports.ts'
import { VESSEL_CLASS_IDS } from '../../src/feeds/insurance/vessel-classes.ts'
import { DAY_MS, utcDay } from '../../src/time-units.ts'
import type { Bench, Group } from '../bench.ts'
import { IDLE, openProduct, type Product } from '../product.ts'
import { atLeast, type Figure, percentile } from '../table.ts'

/**
 * Quotes of marine insurance, from the request to the signed answer, on a worker that does nothing else: each question
 * asked for the first time, by as many askers as a worker takes; then one question from its copy; then a crowd.
 */

/** As many as one worker has under way. */
const ASKERS = 2
const CROWD = 200
/** Every port is asked from once, so that its ways are known, as after some minutes of service. */
const WARM = SEA_PORTS.length
const LEAST_PER_SECOND = 50

type Question = Readonly<Record<'origin' | 'destination' | 'departure' | 'vessel_class', string>>

/** Questions that differ: every pair of ports, then the next class, then the next day. */
function* questions(): Generator<Question, never> {
  for (let day = 1; ; day = (day % 300) + 1)
    for (const vessel_class of VESSEL_CLASS_IDS)
      for (let apart = 1; apart < SEA_PORTS.length; apart++)
        for (const [at, { id: origin }] of SEA_PORTS.entries()) {
          const destination = SEA_PORTS[(at + apart) % SEA_PORTS.length]!.id
          yield { origin, destination, departure: utcDay(Date.now() + day * DAY_MS), vessel_class }
        }
}

interface Answered {
  readonly status: number
  readonly tookMs: number
  readonly text: string
}

/** Each request comes from another network, so that no address reaches its limit. */
const asking = ({ url }: Product) => {
  let asked = 0
  return async (question: Question): Promise<Answered> => {
    const from = `10.${(++asked >> 8) & 255}.${asked & 255}.1`
    const startedAt = performance.now()
    const answer = await fetch(`${url}/insurance/route/quote`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify(question),
    })
    const text = await answer.text()
    return { status: answer.status, tookMs: performance.now() - startedAt, text }
  }
}

const good = (answered: Answered): Answered => {
  if (answered.status === 200) return answered
  throw new Error(`a quote was answered ${answered.status}: ${answered.text.slice(0, 300)}`)
}

const times = (name: string, took: readonly number[], note: string): readonly Figure[] =>
  [0.5, 0.99].map((share) => ({ name: `${name}: p${share * 100}`, value: percentile(took, share), unit: 'ms', note }))

const measured = async ({ quick, say }: Bench, product: Product) => {
  const ask = asking(product)
  const next = questions()
  say('insurance: every port once')
  const cold: number[] = []
  let longest = 0
  for (let at = 0; at < WARM; at++) {
    const { text, tookMs } = good(await ask(next.next().value))
    if (!verifyAnswer(JSON.parse(text) as Record<string, Json>).ok) throw new Error('a quote is not signed')
    cold.push(tookMs)
  }
  say(`insurance: ${ASKERS} askers, each question for the first time`)
  const seconds = quick ? 3 : 15
  const before = (await product.worker.stats()).cpuMs
  const startedAt = performance.now()
  const took: number[] = []
  await Promise.all(
    Array.from({ length: ASKERS }, async () => {
      while (performance.now() - startedAt < seconds * 1_000) {
        const answered = good(await ask(next.next().value))
        took.push(answered.tookMs)
        longest = Math.max(longest, answered.text.length)
      }
    }),
  )
  const lasted = (performance.now() - startedAt) / 1_000
  const workerMs = ((await product.worker.stats()).cpuMs - before) / took.length
  say('insurance: one question again')
  const again = next.next().value
  const copies: number[] = []
  for (let at = 0; at < 300; at++) copies.push(good(await ask(again)).tookMs)
  say(`insurance: a crowd of ${CROWD}`)
  const crowd = await Promise.all(Array.from({ length: CROWD }, () => ask(next.next().value)))
  const answered = crowd.filter(({ status }) => status === 200).length
  if (crowd.some(({ status }) => status !== 200 && status !== 429)) throw new Error('a crowd was answered otherwise')
  return { cold, took, perSecond: took.length / lasted, workerMs, longest, copies: copies.slice(10), answered }
}

export const insurance: Group = async (bench) => {
  const product = await openProduct(bench.bed, { workerAt: 'apart', cadences: IDLE })
  // First ticks of all actors are over.
  await Bun.sleep(bench.quick ? 8_000 : 20_000)
  const { cold, took, perSecond, workerMs, longest, copies, answered } = await measured(bench, product)
  await product.stop()
  const note = `${took.length} questions by ${ASKERS} askers; the longest body has ${longest} bytes`
  return {
    figures: [
      { name: 'quotes, each for the first time', value: perSecond, unit: 'per second', note },
      { name: 'CPU of the worker for a quote', value: workerMs, unit: 'ms' },
      ...times('a quote', took, note),
      ...times('a quote from a port that was never asked from', cold, `${cold.length} ports, one asker`),
      ...times('a quote from its copy', copies, 'one asker'),
      {
        name: `of ${CROWD} different questions at once, answered`,
        value: answered,
        unit: 'quotes',
        note: 'the others 429',
      },
    ],
    verdicts: [atLeast('quotes per second', perSecond, LEAST_PER_SECOND)],
  }
}
