import { fixedKeys } from '../../src/actors/publisher/keyring.ts'
import { createPublisher } from '../../src/actors/publisher/publisher.ts'
import { type Item, registry } from '../../src/feeds/registry.ts'
import { systemRandom } from '../../src/system/random.ts'
import { type Bench, budget, type Group, rateOf, rateRow, type Round, round, until } from '../bench.ts'
import { allowance, type StartedItem, startItem, itemAt, itemsOf, slowDown } from '../on-demand-items.ts'
import { l402Shots } from '../buyers.ts'
import { signMore } from '../sign-editions.ts'
import { openProduct, type Product } from '../product.ts'
import { fillCache } from '../seller.ts'
import { type Figure, median, percentile } from '../table.ts'

/**
 * Weather and sea state at places that were never requested before. Measured is how long the unpaid request takes
 * beyond the time of the provider, on a worker that runs everything else as well. Then paid reads of these places,
 * compared with those of items that always run.
 */

/** Far less than a real provider takes, far more than a busy machine adds. */
const PROVIDER_MS = 100
/** The first places are not counted, since the code is being compiled. */
const WARM = 4
const USED = 0.7
/** As many as there are exchange rates, so that the server caches as many items of each kind. */
const PLACES = 20

/** Currency pairs, as in the paid read with which everything else is compared. */
const rates = registry.items.filter(({ feed }) => feed.id === 'price/fx')

const coldRows = (what: string, starts: readonly StartedItem[]): readonly Figure[] =>
  [0.5, 0.99].map((share) => {
    const of = (figure: (started: StartedItem) => number): number => percentile(starts.map(figure), share)
    const [request, provider] = [of(({ tookMs }) => tookMs), of(({ providerMs }) => providerMs)]
    return {
      name: `cold ${what}, request to 402 above the provider: p${share * 100}`,
      value: of(({ tookMs, providerMs }) => tookMs - providerMs),
      unit: 'ms',
      note: `${starts.length} starts; request ${request.toFixed(1)} ms, provider ${provider.toFixed(1)} ms`,
    }
  })

interface FoundRows {
  readonly weather: readonly StartedItem[]
  /** Of places whose days are known already, so no provider is asked. */
  readonly another: readonly StartedItem[]
  readonly sea: readonly StartedItem[]
}

/** Starts places one after the other, as many in a minute as the providers allow a worker to ask for. */
const starts = async ({ quick, say }: Bench, product: Product): Promise<FoundRows> => {
  const [dry, wet] = [itemsOf('weather/rainfall', true, '30d'), itemsOf('marine/seastate', false)]
  const next = (places: Generator<Item>): Item => places.next().value as Item
  const found = { weather: [] as StartedItem[], another: [] as StartedItem[], sea: [] as StartedItem[] }
  const few = [next(dry), next(wet)] as const
  await slowDown(product, few, PROVIDER_MS)
  const turns = quick ? 1 : 4
  for (let turn = 1; turn <= turns; turn++) {
    say(`on-demand: starts, minute ${turn} of ${turns}`)
    const startedAt = Date.now()
    const [land, sea] = few.map(allowance) as [ReturnType<typeof allowance>, ReturnType<typeof allowance>]
    for (let at = 0; at < Math.max(land.starts, sea.starts); at++) {
      const isWarm = turn === 1 && at < WARM
      const keep = (list: StartedItem[], started: StartedItem) => void (isWarm || list.push(started))
      if (at < land.starts) {
        const item = next(dry)
        keep(found.weather, await startItem(product, item, true))
        const { lat = '', lon = '' } = item.subject.path
        keep(found.another, await startItem(product, itemAt('weather/wind', { lat, lon, window: '30d' }), false))
      }
      if (at < sea.starts) keep(found.sea, await startItem(product, next(wet), true))
    }
    if (turn < turns) await Bun.sleep(startedAt + Math.max(land.perMs, sea.perMs) + 1_000 - Date.now())
  }
  return found
}

interface Variant {
  readonly name: string
  readonly items: readonly Item[]
  readonly rounds: Round[]
  readonly payments: ReturnType<typeof budget>
}

/** Each variant sells the editions of one snapshot, in turns. */
const warmReads = async (bench: Bench, { redis, server, keys, secrets }: Product, variants: readonly Variant[]) => {
  const { quick, say } = bench
  const { snapshots } = redis.store
  const publisher = createPublisher(snapshots, fixedKeys(keys), systemRandom)
  const sell = async ({ items, payments }: Variant, seconds: number): Promise<Round> => {
    for (;;) {
      const shots = l402Shots(items, payments.shots(seconds), secrets)
      for (const item of items)
        await signMore(publisher, snapshots, item, 'l402', Math.ceil(shots.length / items.length / USED))
      await fillCache(server, items)
      const sold = await round(bench, server, shots, seconds, redis)
      payments.learn(sold)
      if (!sold.exhausted) return sold
    }
  }
  const turns = quick ? 1 : 4
  for (let turn = 0; turn <= turns; turn++) {
    say(turn === 0 ? 'on-demand: paid reads, warming up' : `on-demand: paid reads, round ${turn} of ${turns}`)
    const seconds = turn > 0 ? (quick ? 1 : 3) : quick ? 1 : 4
    for (const variant of turn % 2 === 0 ? variants : variants.toReversed()) {
      const sold = await sell(variant, seconds)
      if (turn > 0) variant.rounds.push(sold)
    }
  }
}

/** The length of one answer, since a longer one takes longer. */
const bytesOf = async ({ url, secrets }: Product, { items }: Variant): Promise<number> => {
  const [shot] = l402Shots(items.slice(-1), 1, secrets)
  const [name, value] = shot!.header.split(': ') as [string, string]
  const answer = await fetch(url + shot!.path, { headers: { [name]: value } })
  if (answer.status !== 200) throw new Error(`a paid read was answered ${answer.status}: ${await answer.text()}`)
  return (await answer.text()).length
}

/** Answers per second of the server's CPU. */
const perCpu = ({ ok, failed, serverMs }: Round): number => (ok + failed) / serverMs

export const onDemand: Group = async (bench) => {
  const { bed, quick, say } = bench
  const product = await openProduct(bed, { workerAt: 'apart' })
  const { redis, worker, sandbox } = product
  say('on-demand: waiting for the exchange rates')
  await until('the exchange rates', async () =>
    (await redis.store.snapshots.versionsOf(rates.map(({ actor }) => actor))).every((version) => version !== null),
  )
  const found = await starts(bench, product)
  // The editions signed next must not be replaced while they are sold. From here on only the server is measured.
  await Promise.all([worker.stop(), sandbox.stop()])

  const variant = (name: string, items: readonly Item[]): Variant => ({
    name: `paid read L402, always, ${name}`,
    items,
    rounds: [],
    payments: budget(quick ? 10_000 : 15_000),
  })
  const fixed = variant('exchange rates', rates)
  const places = [
    variant(
      'weather',
      found.weather.slice(-PLACES).map(({ item }) => item),
    ),
    variant(
      'sea state',
      found.sea.slice(-PLACES).map(({ item }) => item),
    ),
  ]
  const all = [fixed, ...places]
  await warmReads(bench, product, all)
  const bytes = new Map(await Promise.all(all.map(async (each) => [each, await bytesOf(product, each)] as const)))
  await product.stop()
  const ratio = (of: Variant, figure: (each: Round) => number): number =>
    median(of.rounds.map(figure)) / median(fixed.rounds.map(figure))
  return {
    rates: all.map(({ name, rounds }) => rateRow(name, rounds)),
    figures: [
      ...coldRows('weather', found.weather),
      ...coldRows('weather where its days are known', found.another),
      ...coldRows('sea state', found.sea),
      ...places.map((place) => ({
        name: `${place.name} to exchange rates`,
        value: ratio(place, rateOf),
        unit: 'times',
        note:
          `by server CPU ${ratio(place, perCpu).toFixed(2)}; ` +
          `p99 ${ratio(place, ({ p99Ms }) => p99Ms).toFixed(2)} times as long; ` +
          `bodies of ${bytes.get(place)} bytes, of exchange rates ${bytes.get(fixed)}`,
      })),
    ],
  }
}
