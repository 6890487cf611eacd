import { registry } from '../../src/feeds/registry.ts'
import type { BenchRedis, Served } from '../bed.ts'
import { budget, type Group, rateOf, rateRow, type Round, round } from '../bench.ts'
import { l402Shots } from '../buyers.ts'
import { fillCache } from '../seller.ts'
import type { AppSettings } from '../servers/app.ts'
import type { BaselineSettings } from '../servers/baseline.ts'
import { signBatch } from '../sign-editions.ts'
import { ownLoad } from '../own-load.ts'
import { atLeast, median, type Verdict } from '../table.ts'

/** Baselines, the preview and the paid read over Lightning, in interleaved rounds. */

/** Currency pairs may be sold for a quarter of an hour, so none becomes too old while a round is prepared. */
const items = registry.items.filter(({ feed }) => feed.id === 'price/fx')
const PATH = items[0]!.path

/** Share of the signed editions that a round uses. Beyond it the server requests more, which another row measures. */
const USED = 0.7

/** Turns that may be repeated because the buyers ran out of tokens. */
const SPARE_TURNS = 2

/** A server that used less of its core waited for something else: the load, Redis, or other users of the machine. */
const BUSY = 0.7

const plain = ['bun', 'elysia', 'hooks'] as const
const fsyncs = ['everysec', 'always'] as const

/** Length of a sold answer. All baselines answer with as many bytes. */
const soldBytes = async (app: Served, redis: BenchRedis): Promise<number> => {
  await signBatch([redis.store.snapshots], items.slice(0, 1), 'l402', 300)
  const [shot] = l402Shots(items, 1)
  const [name, value] = shot!.header.split(': ') as [string, string]
  const answer = await fetch(`http://127.0.0.1:${app.port}${shot!.path}`, { headers: { [name]: value } })
  if (answer.status !== 200) throw new Error(`a paid read was answered ${answer.status}: ${await answer.text()}`)
  return (await answer.text()).length
}

export const reads: Group = async (bench) => {
  const { bed, quick, say } = bench
  const rounds = quick ? 1 : 5
  const seconds = quick ? 1 : 2
  const redis = { everysec: await bed.redis('everysec'), always: await bed.redis('always') }
  const app = (at: 'everysec' | 'always') =>
    bed.serve('app', { redis: redis[at].address, facilitator: 'at once', recovery: 'noble' } satisfies AppSettings)
  const apps = { everysec: await app('everysec'), always: await app('always') }
  const bytes = await soldBytes(apps.everysec, redis.everysec)
  const baseline = (kind: BaselineSettings['kind'], at: 'everysec' | 'always') =>
    bed.serve('baseline', { kind, bytes, redis: redis[at].address } satisfies BaselineSettings)

  const getKinds = quick ? (['get'] as const) : (['get', 'hooks-get'] as const)

  /** By variant, then by turn, since ratios are taken within a turn. */
  const found = new Map<string, Map<number, Round>>()
  const keep = (name: string, turn: number, each: Round) => {
    const turns = found.get(name) ?? new Map<number, Round>()
    if (!each.exhausted) turns.set(turn, each)
    found.set(name, turns)
  }
  const constants = await Promise.all(plain.map(async (kind) => [kind, await baseline(kind, 'everysec')] as const))
  const gets = await Promise.all(
    fsyncs.flatMap((at) => getKinds.map(async (kind) => [kind, at, await baseline(kind, at)] as const)),
  )
  const tokens = budget(quick ? 10_000 : 15_000)
  // The code of each needs a while to be compiled, on the one core that they share.
  for (const [, served] of constants) await ownLoad({ port: served.port, what: PATH, seconds: 0.5 })
  for (const [, , served] of gets) await ownLoad({ port: served.port, what: PATH, seconds: quick ? 0.6 : 1 })
  await ownLoad({ port: apps.everysec.port, what: `${PATH}/preview`, seconds: 0.5 })

  let left = rounds
  for (let turn = 0; left > 0 && turn <= rounds + SPARE_TURNS; turn++) {
    const isWarm = turn === 0
    // A paid read runs much code, which takes some seconds to be compiled.
    const paidTime = isWarm ? (quick ? 1 : 6) : seconds
    say(isWarm ? 'reads: warming up' : `reads: round ${rounds - left + 1} of ${rounds}`)
    const shots = l402Shots(items, tokens.shots(paidTime))
    const copies = Math.ceil(shots.length / items.length / USED)
    await signBatch([redis.everysec.store.snapshots, redis.always.store.snapshots], items, 'l402', copies)
    if (!isWarm) {
      for (const [kind, served] of constants) keep(kind, turn, await round(bench, served, PATH, seconds, null))
      keep('preview', turn, await round(bench, apps.everysec, `${PATH}/preview`, seconds, redis.everysec))
      for (const [kind, at, served] of gets)
        keep(`${kind} ${at}`, turn, await round(bench, served, PATH, seconds, redis[at]))
    }
    let isWhole = true
    for (const at of fsyncs) {
      await fillCache(apps[at], items)
      const paid = await round(bench, apps[at], shots, paidTime, redis[at])
      tokens.learn(paid)
      if (!isWarm) keep(`l402 ${at}`, turn, paid)
      isWhole &&= !paid.exhausted
    }
    if (!isWarm && isWhole) left--
  }
  await Promise.all(
    [...constants.map(([, each]) => each), ...gets.map(([, , each]) => each)].map((each) => each.stop()),
  )
  await Promise.all(Object.values(apps).map((each) => each.stop()))

  const names: Readonly<Record<string, string>> = {
    bun: 'Bun.serve constant',
    elysia: 'Elysia constant',
    hooks: 'Elysia constant, our hooks',
    'get everysec': 'Elysia + GET, everysec',
    'get always': 'Elysia + GET, always',
    'hooks-get everysec': 'Elysia + GET, our hooks, everysec',
    'hooks-get always': 'Elysia + GET, our hooks, always',
    preview: 'preview',
    'l402 everysec': 'paid read L402, everysec',
    'l402 always': 'paid read L402, always',
  }
  const ratio = (of: string, to: string, figure: (each: Round) => number): number =>
    median(
      [...(found.get(of) ?? [])].flatMap(([turn, each]) => {
        const beside = found.get(to)?.get(turn)
        return beside ? [figure(each) / figure(beside)] : []
      }),
    )
  /** Answers per second of the server's CPU: the same ratio on a machine that others use too. */
  const perCpu = ({ ok, failed, serverMs }: Round): number => (ok + failed) / serverMs
  const against = (of: string, to: string) =>
    [ratio(of, to, rateOf), `by server CPU ${ratio(of, to, perCpu).toFixed(2)}`] as const
  const isBusy = (name: string): boolean =>
    median([...(found.get(name)?.values() ?? [])].map(({ serverMs, seconds: took }) => serverMs / 1000 / took)) >= BUSY
  const target = (name: string, of: string, to: string, wanted: number): Verdict => {
    const [byRate, byCpu] = [ratio(of, to, rateOf), ratio(of, to, perCpu)]
    if (isBusy(of) && isBusy(to)) return atLeast(name, byRate, wanted, `by server CPU ${byCpu.toFixed(2)}`)
    const note = `disturbed, so the lower of rate ${byRate.toFixed(2)} and server CPU ${byCpu.toFixed(2)}`
    return atLeast(name, Math.min(byRate, byCpu), wanted, note)
  }
  return {
    rates: Object.entries(names)
      .filter(([key]) => found.has(key))
      .map(([key, name]) => rateRow(name, [...(found.get(key)?.values() ?? [])])),
    figures: [
      { name: 'body of all reads', value: bytes, unit: 'bytes', note: 'previews are shorter' },
      ...fsyncs
        .filter((at) => found.has(`hooks-get ${at}`))
        .map((at) => {
          const [value, note] = against(`l402 ${at}`, `hooks-get ${at}`)
          return { name: `paid L402 / Elysia + GET behind our hooks, ${at}`, value, unit: '', note }
        }),
    ],
    verdicts: [
      target('preview / Elysia constant, our hooks', 'preview', 'hooks', 0.8),
      target('paid L402 / Elysia + GET, everysec', 'l402 everysec', 'get everysec', 0.4),
      target('paid L402 / Elysia + GET, always', 'l402 always', 'get always', 0.45),
    ],
  }
}
