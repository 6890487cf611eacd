import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { waitUntilReady } from '../src/demo/ready.ts'
import { connectRedis, redisAddress } from '../src/store/redis/redis.ts'
import { systemRandom } from '../src/system/random.ts'
import { startCustomer } from '../test/support/customer.ts'
import { openBuyers } from './load/buyer.ts'
import { startLoad } from './load/load.ts'
import { startPromises } from './load/promises.ts'
import { createTally } from './load/tally.ts'
import { settingOf } from './machine.ts'
import { openProduct } from './open-product.ts'
import { BadSoakUsage, readSoakOptions, SOAK_USAGE, type SoakOptions } from './options.ts'
import { wordOf } from './judge/finding.ts'
import { judgeRun } from './judge/judge-run.ts'
import { seenOfKills } from './judge/service.ts'
import { killPlan } from './kill-plan.ts'
import { startKiller } from './killer.ts'
import { countMoney } from './money.ts'
import { drawPngs } from './report/png.ts'
import { drawPictures } from './report/pictures.ts'
import { reportPage, samplesCsv, verdictOf } from './report/report.ts'
import { createSampler } from './watch/sampler.ts'

/** `npm run soak`: the whole product under a modest load for long, with kills, and what became of its memory and money. */

const READY_MS = 120_000
/** Keys are many, and counting them is work for Redis: sixty counts of a run show a line. */
const KEY_COUNTS = 60
const FEWEST_SECONDS_OF_KEYS = 10
/** Purchases that were cut off are gone on with so often, a minute each. */
const LAST_TRIES = 6
const LAST_PAUSE_MS = 10_000

const startedAt = performance.now()
const say = (line: string): void =>
  void process.stderr.write(`· ${((performance.now() - startedAt) / 1_000).toFixed(0).padStart(4)} s  ${line}\n`)

/** Ctrl-C ends the load; what was measured until then is reported all the same. A second one ends everything. */
const interrupted = new Promise<void>((resolved) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolved())
})

const soak = async (options: SoakOptions, folder: string): Promise<number> => {
  const report = resolve(options.report)
  mkdirSync(report, { recursive: true })
  const { minutes, rate, workers, servers, killEvery, eventEvery } = options
  const customer = startCustomer()
  say('starting the product')
  const product = await openProduct(
    { folder: join(folder, 'data'), allowed: customer.place, workers, servers },
    join(report, 'product.log'),
  )
  const ended: (() => Promise<unknown>)[] = [() => product.stop(), () => customer.stop()]
  try {
    await waitUntilReady(product.baseUrl, { limitMs: READY_MS, hopeless: () => '', say })
    const redis = await connectRedis(redisAddress(product.redisUrl), 'waits')
    ended.unshift(async () => redis.disconnect())
    const planned = minutes * 60
    const beganAt = performance.now()
    const seconds = (): number => (performance.now() - beganAt) / 1_000
    const tally = createTally(seconds)
    const buyers = await openBuyers({ ...product, tally, random: systemRandom, seconds })
    const keysEvery = Math.max(FEWEST_SECONDS_OF_KEYS, planned / KEY_COUNTS)
    const sampler = createSampler({ product, redis, tally, seconds, keysEvery })
    const plan = killPlan(planned, killEvery, { server: servers, worker: workers })
    const killer = startKiller({ product, redis, plan, seconds, say })
    const load = startLoad({ ...product, buyers, tally, random: systemRandom, rate })
    const promises = startPromises({ ...product, buyers, tally, customer, every: eventEvery, runSeconds: planned })
    say(`the load is on for ${minutes} minutes, ${plan.length} processes will be killed`)
    await Promise.race([Bun.sleep(planned * 1_000), interrupted])
    const runSeconds = Math.min(planned, seconds())
    say('the load is over; waiting for what is under way')
    await Promise.all([sampler.stop(), killer.stop(), load.stop()])
    const setting = await settingOf(options, sampler.record, product, redis)
    let open = await buyers.resume()
    for (let tries = 1; open.length > 0 && tries < LAST_TRIES; tries++) {
      await Bun.sleep(LAST_PAUSE_MS)
      open = await buyers.resume()
    }
    const events = await promises.stop()
    say('comparing the money')
    const money = await countMoney(product, tally)
    const findings = judgeRun({
      record: sampler.record,
      lives: sampler.lives.all(),
      tally,
      events,
      open,
      money,
      killed: killer.killed,
      runSeconds,
    })
    const kills = killer.killed.map(({ at }) => at)
    const pictures = drawPictures(report, sampler.record, runSeconds, kills)
    const pngs = await drawPngs(
      report,
      pictures.map(({ file }) => file),
    )
    say(pngs > 0 ? `${pngs} plots, as PNG too` : `${pictures.length} plots; without Chromium there are no PNG`)
    writeFileSync(join(report, 'samples.csv'), samplesCsv(sampler.record.all()))
    const seen = seenOfKills(killer.killed, tally)
    const page = reportPage({ setting, findings, kills: seen, tally, logged: product.logged, pictures })
    writeFileSync(join(report, 'report.md'), page)
    for (const { what, word, says } of findings) say(`${word.padEnd(9)} ${what}: ${says}`)
    process.stdout.write(`${verdictOf(findings)} ${join(report, 'report.md')}\n`)
    return wordOf(findings) === 'broken' ? 1 : 0
  } finally {
    for (const end of ended) await end().catch((problem: unknown) => say(String(problem)))
  }
}

const main = async (): Promise<number> => {
  const options = readSoakOptions(process.argv.slice(2))
  if (options === null) {
    process.stdout.write(SOAK_USAGE)
    return 0
  }
  if (process.platform !== 'linux') throw new BadSoakUsage('A soak run reads /proc, which only Linux has.')
  const folder = mkdtempSync(join(tmpdir(), 'claros-soak-'))
  try {
    return await soak(options, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const status = await main().catch((problem: unknown) => {
  const isUsage = problem instanceof BadSoakUsage
  process.stderr.write(
    isUsage
      ? `${problem.message}\n\n${SOAK_USAGE}`
      : `claros: the soak run failed: ${String((problem as Error).stack ?? problem)}\n`,
  )
  return isUsage ? 2 : 1
})
process.exit(status)
