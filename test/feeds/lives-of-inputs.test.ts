import { describe, expect, test } from 'bun:test'
import { type Earlier, exampleOf, type TickContext } from '../../src/feeds/feed.ts'
import { divergenceInputs } from '../../src/feeds/intel/divergence-inputs.ts'
import { consensusInputs } from '../../src/feeds/intel/consensus-inputs.ts'
import { macroInputs } from '../../src/feeds/intel/macro-inputs.ts'
import { coinInputs } from '../../src/feeds/regimes/liquidity-inputs.ts'
import { perpInputs } from '../../src/feeds/regimes/perp-inputs.ts'
import { tradfiInputs } from '../../src/feeds/regimes/tradfi-inputs.ts'
import { registry } from '../../src/feeds/registry.ts'
import { failedOf } from '../support/feeds/changed-body.ts'
import { type Body, travelled } from '../support/feeds/content-of.ts'
import { lookAt } from '../support/feeds/market.ts'

/** How long each attestation counts where it is repeated, second by second. */

const T = 1_795_000_002
const HASH = 'ab'.repeat(32)

type Inputs = Readonly<Record<string, { readonly value: unknown; readonly actor: string }>>
type Reader = (context: TickContext) => Inputs

/** What every item that is read said so many seconds ago, in the words of its example. */
const told = (actors: readonly string[], seconds: number, more: Readonly<Record<string, object>> = {}) =>
  Object.fromEntries(
    actors.map((actor): [string, Earlier] => {
      const { feed, subject } = registry.item(actor)!
      const content = travelled({ ...exampleOf(feed, subject), ...more[actor] })
      return [actor, { timestamp: T - seconds, content, carry: {}, contentHash: HASH }]
    }),
  )

/** Inputs of an actor that have a value. */
const there = (read: Reader, actor: string, seconds: number, more?: Readonly<Record<string, object>>) =>
  Object.values(read(lookAt(new Map(), T * 1_000, { earlier: told([actor], seconds, more) }))).filter(
    (input) => input.actor === actor && input.value !== null,
  ).length

type Lives = Readonly<Record<string, readonly [seconds: number, inputs: number]>>

/** The calendars of the example end before this day. */
const KNOWN = { coverage: { US: { until: '2026-12-31' }, EU: { until: '2026-12-31' } } }
const moreOf = (actor: string) => ({ [actor]: actor.startsWith('econ/calendar') ? KNOWN : {} })

/** Within a minute a price, twice its time of sale where nothing else is said (decision 0127), else by methods 0.3. */
const MARKET: Lives = {
  'price/spot/BTC-USD': [60, 1],
  'funding/BTC-USD': [1_800, 1],
  'oi/BTC-USD': [1_800, 2],
  'basis/BTC-USD': [1_800, 1],
  'orderbook/BTC-USD': [180, 1],
  'liquidations/BTC-USD': [120, 3],
}

describe.each<readonly [string, Reader, Lives]>([
  [
    'a perpetual regime',
    (context) => perpInputs(context, 'BTC').inputs,
    {
      ...MARKET,
      'funding/BTC-USD': [1_800, 2],
      'price/vwap/BTC-USD': [60, 1],
      'iv/BTC-USD': [1_800, 1],
      'index/stress/MARKET': [3_600, 1],
    },
  ],
  [
    'a liquidity regime',
    (context) => coinInputs(context, 'BTC'),
    { ...MARKET, 'oi/BTC-USD': [1_800, 3], 'orderbook/BTC-USD': [180, 2], 'liquidations/BTC-USD': [120, 2] },
  ],
  [
    'macro risk',
    macroInputs,
    {
      'index/stress/MARKET': [600, 3],
      'index/contagion/MARKET': [1_800, 3],
      'econ/calendar-today/TODAY': [3_000, 2],
      'econ/calendar/30D': [3_000, 1],
    },
  ],
  [
    'consensus',
    consensusInputs,
    {
      'regime/perp/BTC': [240, 2],
      'regime/perp/ETH': [240, 2],
      'regime/perp/SOL': [240, 2],
      'regime/tradfi/EQUITY': [1_800, 2],
      'index/stress/MARKET': [600, 2],
      'index/contagion/MARKET': [1_800, 2],
      'intel/macro-risk/MARKET': [600, 2],
      'intel/regime-change/MARKET': [600, 1],
      'intel/divergence/MARKET': [600, 1],
    },
  ],
  [
    'a TradFi regime',
    tradfiInputs,
    {
      'index/equity-stress/EQUITY': [3_600, 3],
      'index/nq-volatility/NQ-USD': [3_600, 2],
      'econ/us/YIELD-CURVE': [7 * 86_400, 1],
    },
  ],
  [
    'divergence',
    divergenceInputs,
    {
      'regime/perp/BTC': [240, 2],
      'regime/perp/ETH': [240, 1],
      'regime/perp/SOL': [240, 1],
      'regime/tradfi/EQUITY': [1_800, 2],
      'index/stress/MARKET': [600, 1],
      'index/contagion/MARKET': [1_800, 1],
      'intel/macro-risk/MARKET': [600, 1],
      'intel/regime-change/MARKET': [600, 1],
      'funding/BTC-USD': [600, 1],
      'basis/BTC-USD': [600, 1],
    },
  ],
])('%s', (_name, read, lives) => {
  test.each(Object.entries(lives))('hears %s for %p, and not a second longer', (actor, [seconds, inputs]) => {
    const heard = (age: number) => there(read, actor, age, moreOf(actor))
    expect([heard(0), heard(seconds), heard(seconds + 1)]).toEqual([inputs, inputs, 0])
  })

  test('hears nobody else', () => {
    const actors = Object.values(read(lookAt(new Map(), T * 1_000)))
      .map(({ actor }) => actor)
      .filter((actor) => registry.item(actor) !== undefined && !actor.startsWith('bars/'))
    expect([...new Set(actors)].toSorted()).toEqual(Object.keys(lives).toSorted())
  })
})

/** Of regimes and services whose readers are above: whose attestation, how old it may be, and where it stands. */
const TOLD: readonly (readonly [item: string, actor: string, seconds: number])[] = [
  ['regime/perp/BTC', 'funding/BTC-USD', 1_800],
  ['regime/perp/BTC', 'price/spot/BTC-USD', 60],
  ['regime/perp/BTC', 'index/stress/MARKET', 3_600],
  ['regime/liquidity/MARKET', 'funding/BTC-USD', 1_800],
  ['regime/tradfi/EQUITY', 'index/equity-stress/EQUITY', 3_600],
  ['regime/tradfi/EQUITY', 'index/nq-volatility/NQ-USD', 3_600],
  ['regime/tradfi/EQUITY', 'econ/us/YIELD-CURVE', 7 * 86_400],
  ['intel/macro-risk/MARKET', 'index/stress/MARKET', 600],
  ['intel/divergence/MARKET', 'regime/perp/BTC', 240],
  ['intel/divergence/MARKET', 'regime/tradfi/EQUITY', 1_800],
  ['intel/divergence/MARKET', 'index/contagion/MARKET', 1_800],
  ['intel/consensus/MARKET', 'intel/divergence/MARKET', 600],
  ['intel/perp-setup/MARKET', 'regime/perp/ETH', 240],
  ['intel/regime-change/MARKET', 'regime/perp/SOL', 240],
]

describe('whoever verifies', () => {
  const INPUTS = 'the inputs are those of this answer, each whole and of its time'

  /** The same inputs, those of one actor so old. */
  const aged = (found: unknown, actor: string, seconds: number): unknown => {
    if (typeof found !== 'object' || found === null || Array.isArray(found)) return found
    if ('actor' in found && 'timestamp' in found)
      return found.actor === actor ? { ...found, timestamp: T - seconds } : found
    return Object.fromEntries(Object.entries(found).map(([name, each]) => [name, aged(each, actor, seconds)]))
  }

  test.each(TOLD)('of %s refuses what %s said more than %p s before', (id, actor, seconds) => {
    const { feed, subject } = registry.item(id)!
    if (!('sale' in feed) || !feed.sale) throw new Error(`${id} is not sold`)
    const { canonical, tokens } = feed.sale
    const isRefused = (age: number): boolean => {
      const example = travelled({ ...exampleOf(feed, subject), timestamp: T })
      const body: Body = travelled({ ...example, inputs: aged(example['inputs'], actor, age) })
      return failedOf(canonical.recompute!(tokens(body, HASH), body)).includes(INPUTS)
    }
    expect([isRefused(seconds), isRefused(seconds + 1)]).toEqual([false, true])
  })
})

test.each<readonly [string, Reader, number]>([
  ['a perpetual regime', (context) => perpInputs(context, 'BTC').inputs, 3],
  ['a liquidity regime', (context) => coinInputs(context, 'BTC'), 2],
])('%s does not know the liquidations of an hour of which less than half was heard', (_name, read, inputs) => {
  const actor = 'liquidations/BTC-USD'
  const heard = (listened: number) => there(read, actor, 1, { [actor]: { listened } })
  expect([heard(0.5), heard(0.4999)]).toEqual([inputs, 0])
})

describe('of what is too little nothing is concluded', () => {
  const conclude = (item: string, actors: readonly string[], more: Readonly<Record<string, object>> = {}) => {
    const { feed, subject } = registry.item(item)!
    return feed.conclude(subject, lookAt(new Map(), T * 1_000, { earlier: told(actors, 1, more) }))
  }

  test('a liquidity regime of two signals', () => {
    const two = ['funding/BTC-USD', 'basis/BTC-USD']
    expect(conclude('regime/liquidity/MARKET', two)).toEqual({ kind: 'quorum_missed', have: 2, need: 3 })
    expect(conclude('regime/liquidity/MARKET', [...two, 'orderbook/BTC-USD']).kind).toBe('concluded')
  })

  test('a perpetual regime of less than 0.6 of its weight', () => {
    // Funding 0.2, VWAP 0.05, basis 0.05, book 0.1, skew 0.05, liquidations 0.1.
    const actors = ['price/spot', 'price/vwap', 'funding', 'basis', 'orderbook', 'iv', 'liquidations'].map(
      (id) => `${id}/BTC-USD`,
    )
    const listening = { 'liquidations/BTC-USD': { listened: 1 } }
    const found = conclude('regime/perp/BTC', actors, listening)
    expect(found).toMatchObject({ kind: 'low_confidence', floor: 0.6 })
    if (found.kind === 'low_confidence') expect(found.found).toBeCloseTo(0.55, 9)
  })
})
