import { createPublisher } from '../../src/actors/publisher/publisher.ts'
import { type Item, registry } from '../../src/feeds/registry.ts'
import { systemRandom } from '../../src/system/random.ts'
import { type Bench, budget, type Group, rateOf, rateRow, type Round, round, until } from '../bench.ts'
import { allowance, type Birth, giveBirth, itemAt, itemsOf, slowDown } from '../births.ts'
import { l402Shots } from '../buyers.ts'
import { printMore } from '../press.ts'
import { openProduct, type Product } from '../product.ts'
import { fillShelf } from '../shop.ts'
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

const coldRows = (what: string, births: readonly Birth[]): readonly Figure[] =>
  [0.5, 0.99].map((share) => {
    const of = (figure: (birth: Birth) => number): number => percentile(births.map(figure), share)
    const [request, provider] = [of(({ tookMs }) => tookMs), of(({ providerMs }) => providerMs)]
    return {
      name: `cold ${what}, request to 402 above the provider: p${share * 100}`,
      value: of(({ tookMs, providerMs }) => tookMs - providerMs),
      unit: 'ms',
      note: `${births.length} births; request ${request.toFixed(1)} ms, provider ${provider.toFixed(1)} ms`,
    }
  })

interface Born {
  readonly weather: readonly Birth[]
  /** Of places whose days are known already, so no provider is asked. */
  readonly another: readonly Birth[]
  readonly sea: readonly Birth[]
}

/** Starts places one after the other, as many in a minute as the providers allow a worker to ask for. */
const births = async ({ quick, say }: Bench, product: Product): Promise<Born> => {
  const [dry, wet] = [itemsOf('weather/rainfall', true, '30d'), itemsOf('marine/seastate', false)]
  const next = (places: Generator<Item>): Item => places.next().value as Item
  const born = { weather: [] as Birth[], another: [] as Birth[], sea: [] as Birth[] }
  const few = [next(dry), next(wet)] as const
  await slowDown(product, few, PROVIDER_MS)
  const turns = quick ? 1 : 4
  for (let turn = 1; turn <= turns; turn++) {
    say(`on-demand: births, minute ${turn} of ${turns}`)
    const startedAt = Date.now()
    const [land, sea] = few.map(allowance) as [ReturnType<typeof allowance>, ReturnType<typeof allowance>]
    for (let at = 0; at < Math.max(land.births, sea.births); at++) {
      const isWarm = turn === 1 && at < WARM
      const keep = (list: Birth[], birth: Birth) => void (isWarm || list.push(birth))
      if (at < land.births) {
        const item = next(dry)
        keep(born.weather, await giveBirth(product, item, true))
        const { lat = '', lon = '' } = item.subject.path
        keep(born.another, await giveBirth(product, itemAt('weather/wind', { lat, lon, window: '30d' }), false))
      }
      if (at < sea.births) keep(born.sea, await giveBirth(product, next(wet), true))
    }
    if (turn < turns) await Bun.sleep(startedAt + Math.max(land.perMs, sea.perMs) + 1_000 - Date.now())
  }
  return born
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
  const publisher = createPublisher(snapshots, keys, systemRandom)
  const sell = async ({ items, payments }: Variant, seconds: number): Promise<Round> => {
    for (;;) {
      const shots = l402Shots(items, payments.shots(seconds), secrets)
      for (const item of items)
        await printMore(publisher, snapshots, item, 'l402', Math.ceil(shots.length / items.length / USED))
      await fillShelf(server, items)
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
  const born = await births(bench, product)
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
      born.weather.slice(-PLACES).map(({ item }) => item),
    ),
    variant(
      'sea state',
      born.sea.slice(-PLACES).map(({ item }) => item),
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
      ...coldRows('weather', born.weather),
      ...coldRows('weather where its days are known', born.another),
      ...coldRows('sea state', born.sea),
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
