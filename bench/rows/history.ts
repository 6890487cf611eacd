import { verifyAnswer } from '../../src/canonical/verify.ts'
import type { Served } from '../bed.ts'
import { type Bench, budget, type Group, rateRow, type Round, round } from '../bench.ts'
import { l402Shots, type Shot, type Wanted } from '../buyers.ts'
import { IDLE, openProduct, type Product } from '../product.ts'
import { fillDays, KEPT, measureKept, midnight } from '../retention.ts'
import { type Figure, median, percentile } from '../table.ts'

/**
 * A day of one-minute rows, computed and signed for its buyer: for one buyer, and for 64 at once, on a worker that does
 * nothing else. And the memory that stored history takes in Redis.
 */

const ROWS = 1_440

/** The request, spelled as its payment is bound to it. */
const aDay = (fromMs: number): Wanted => {
  const from = fromMs / 1000
  return { path: '/oracle/history/spot/btc/usd', query: `from=${from}&interval=1m&to=${from + 86_399}` }
}

const buy = async ({ url }: Product, { path, header }: Shot): Promise<string> => {
  const [name, value] = header.split(': ') as [string, string]
  const answer = await fetch(url + path, { headers: { [name]: value } })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`a day of minutes was answered ${answer.status}: ${text.slice(0, 300)}`)
  return text
}

/** The result of `work`, and the CPU time that the process used meanwhile. */
const watched = async <T>(served: Served, work: () => Promise<T>): Promise<readonly [T, number]> => {
  const { cpuMs } = await served.stats()
  const result = await work()
  return [result, (await served.stats()).cpuMs - cpuMs]
}

interface Crowd {
  readonly round: Round
  /** CPU time of the worker for one answer. */
  readonly workerMs: number
}

const sold = async (bench: Bench, product: Product, wanted: Wanted): Promise<readonly Figure[]> => {
  const { quick, say } = bench
  const [first] = l402Shots([wanted], 1, product.secrets)
  const body = await buy(product, first!)
  const answer = JSON.parse(body) as Parameters<typeof verifyAnswer>[0] & { readonly count: number }
  if (answer.count !== ROWS || !verifyAnswer(answer).ok) throw new Error(`not ${ROWS} rows, or not signed`)

  const buyers = quick ? 40 : 300
  say(`history: ${buyers} buyers, one after the other`)
  for (const shot of l402Shots([wanted], 20, product.secrets)) await buy(product, shot)
  const took: number[] = []
  for (const shot of l402Shots([wanted], buyers, product.secrets)) {
    const startedAt = performance.now()
    await buy(product, shot)
    took.push(performance.now() - startedAt)
  }
  const alone = (share: number): Figure => ({
    name: `a day of minutes (${ROWS} rows), one buyer at a time: p${share * 100}`,
    value: percentile(took, share),
    unit: 'ms',
    note: `${buyers} paid reads L402, always; ${body.length} bytes each`,
  })
  return [alone(0.5), alone(0.99)]
}

const crowds = async (bench: Bench, product: Product, wanted: Wanted): Promise<readonly Crowd[]> => {
  const { quick, say } = bench
  const { server, worker, redis, secrets } = product
  const idleMs = quick ? 2_000 : 5_000
  const [, idle] = await watched(worker, () => Bun.sleep(idleMs))
  const payments = budget(300)
  const found: Crowd[] = []
  const rounds = quick ? 1 : 4
  for (let turn = 0; found.length < rounds; turn++) {
    say(turn === 0 ? 'history: 64 buyers, warming up' : `history: 64 buyers, round ${found.length + 1} of ${rounds}`)
    const seconds = quick ? 3 : 5
    const shots = l402Shots([wanted], payments.shots(seconds), secrets)
    const [sale, spent] = await watched(worker, () => round(bench, server, shots, seconds, redis))
    payments.learn(sale)
    if (turn === 0 || sale.exhausted) continue
    const workerMs = (spent - (idle / idleMs) * sale.seconds * 1000) / (sale.ok + sale.failed)
    found.push({ round: sale, workerMs })
  }
  return found
}

const retention = async ({ bed, quick, say }: Bench): Promise<readonly Figure[]> => {
  const figures: Figure[] = []
  for (const kept of KEPT) {
    say(`history: memory of ${kept.name}`)
    const { bytesPerRow, extrapolated, filled } = await measureKept(bed, kept, !quick)
    const all = `${kept.days} days of ${kept.series.length} series`
    figures.push(
      { name: `Redis memory of ${kept.name}`, value: bytesPerRow, unit: 'bytes a row', note: 'over one day' },
      { name: `the same over ${all}, by that day`, value: extrapolated / 2 ** 20, unit: 'MiB' },
    )
    if (filled !== null)
      figures.push({
        name: `the same over ${all}, really filled`,
        value: filled / 2 ** 20,
        unit: 'MiB',
        note: `${(filled / extrapolated).toFixed(2)} times what the day told`,
      })
  }
  return figures
}

export const history: Group = async (bench) => {
  const product = await openProduct(bench.bed, { workerAt: 'beside', cadences: IDLE })
  const from = midnight(1)
  const [kept] = KEPT
  await fillDays(product.redis, kept!, kept!.series[0]!, from, 1)
  const wanted = aDay(from)
  const alone = await sold(bench, product, wanted)
  const found = await crowds(bench, product, wanted)
  await product.stop()
  return {
    rates: [
      rateRow(
        'a day of minutes, paid read L402, always',
        found.map((each) => each.round),
      ),
    ],
    figures: [
      ...alone,
      {
        name: 'a day of minutes, CPU of the worker',
        value: median(found.map(({ workerMs }) => workerMs)),
        unit: 'ms an answer',
        note: `server ${median(found.map(({ round: { serverMs, ok, failed } }) => serverMs / (ok + failed))).toFixed(1)} ms`,
      },
      ...(await retention(bench)),
    ],
  }
}
