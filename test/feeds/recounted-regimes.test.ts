import { describe, expect, test } from 'bun:test'
import { exampleOf } from '../../src/feeds/feed.ts'
import { type Item, itemOf, registry } from '../../src/feeds/registry.ts'
import { liquidityOf } from '../../src/feeds/regimes/liquidity-answer.ts'
import { evaluated } from '../../src/feeds/regimes/perp-evaluated.ts'
import { EXAMPLE_TICK } from '../../src/feeds/venue-parts.ts'
import { failedOf } from '../support/feeds/changed-body.ts'
import { type Body, travelled } from '../support/feeds/content-of.ts'

/** Verifying counts again: no figure of a regime or a service, and no input beyond a threshold, changes unseen. */

const HASH = 'ab'.repeat(32)
const ITEMS = registry.feeds
  .filter(({ id }) => /^(?:regime|intel)\//.test(id))
  .map((feed) => itemOf(feed, feed.subjects[0]!))

const bodyOf = ({ feed, subject }: Item): Body => travelled({ ...exampleOf(feed, subject), timestamp: EXAMPLE_TICK })
const failed = ({ feed }: Item, body: Body): readonly string[] => {
  const { canonical, tokens } = feed.sale
  return failedOf(canonical.recompute!(tokens(body, HASH), body))
}

type Path = readonly string[]

/** Every figure, word and empty list of a body. */
const leavesOf = (found: unknown, path: Path = []): readonly (readonly [Path, unknown])[] => {
  const parts = typeof found === 'object' && found !== null ? Object.entries(found) : []
  return parts.length === 0 ? [[path, found]] : parts.flatMap(([name, each]) => leavesOf(each, [...path, name]))
}

const withLeaf = (found: unknown, [step, ...rest]: Path, to: unknown): unknown => {
  if (step === undefined) return to
  const copy = Array.isArray(found) ? [...(found as readonly unknown[])] : { ...(found as object) }
  Reflect.set(copy, step, withLeaf(Reflect.get(copy, step), rest, to))
  return copy
}

/** What may stand there instead, on both sides of every threshold. */
const others = (found: unknown): readonly unknown[] => {
  if (typeof found === 'number') return [found + 1, found * 1.5 + 0.1, -9 * found - 1e6, 9 * found + 1e9, 0.1]
  if (typeof found === 'boolean') return [!found]
  if (typeof found === 'string') return [`${found}x`, 'EXTREME', 'PANIC', 'VOLATILITY_SPIKE', 'SHORT']
  return [0, 'x', ['x'], { x: 1 }]
}

/** Figures from which nothing in the body follows, and that follow from nothing in it. The hash binds them. */
const FREE: Readonly<Record<string, RegExp>> = {
  'regime/perp': /^(?:regime_since|sources\.\d+)$/,
  'regime/liquidity': /^regime_since$/,
  'regime/tradfi': /^regime_since$/,
  'intel/defi-opportunity':
    /^(?:eligible\.\d+\.(?:incentive_apr|observed_at|supplied_usd|utilization)|inputs\.rates\.value)$/,
  'intel/persistence': /^current_regime$/,
  'intel/perp-setup': /^inputs\.\w+\.value\.contributions\.\w+$/,
}
/** In the row of crowded longs alone, with the others of that row: `perp-table.test.ts`. */
const IN_ONE_ROW = 'inputs.oi_delta_24h_pct.value'
/** Whose each input is: `told-inputs.test.ts`. */
const ORIGIN = /\.(?:actor|timestamp|contentHash)$/

describe.each(ITEMS.map((item) => [item.feed.id, item] as const))('%s', (id, item) => {
  const body = bodyOf(item)
  const leaves = leavesOf(body).filter(([path]) => {
    const name = path.join('.')
    return !ORIGIN.test(name) && name !== 'timestamp' && !FREE[id]?.test(name)
  })
  const passes = (path: Path, to: unknown): boolean => {
    const other = withLeaf(body, path, to) as Body
    try {
      return failed(item, other).length === 0
    } catch {
      // No such string can be written.
      return false
    }
  }

  test('no figure that follows from the inputs may be another one', () => {
    const derived = leaves.filter(([path]) => path[0] !== 'inputs' && path[0] !== 'eligible')
    expect(derived.length).toBeGreaterThan(5)
    for (const [path, found] of derived)
      for (const to of others(found).filter((each) => each !== found))
        expect([path.join('.'), to, passes(path, to)]).toEqual([path.join('.'), to, false])
  })

  test('every input decides something', () => {
    const inputs = leaves.filter(([path]) => (path[0] === 'inputs' || path[0] === 'eligible') && path.length < 6)
    for (const [path, found] of inputs) {
      const seen = others(found).filter((to) => !passes(path, to))
      expect([path.join('.'), seen.length > 0]).toEqual([path.join('.'), path.join('.') !== IN_ONE_ROW])
    }
  })
})

describe('a regime that is kept', () => {
  const perp = itemOf(registry.item('regime/perp/BTC')!.feed, registry.item('regime/perp/BTC')!.subject)
  const liquidity = ITEMS.find(({ feed }) => feed.id === 'regime/liquidity')!
  const T = EXAMPLE_TICK

  /** The body with everything that is said of another regime, which another one is about to replace since then. */
  const keptBody = (since: number, more: Readonly<Record<string, unknown>> = {}): Body => {
    const body = bodyOf(liquidity)
    return travelled({ ...body, regime: 'DEEP', candidate: { regime: body['regime'], since }, ...more })
  }
  const ALLOWED = 'the score allows the regime'

  test('is one until the other has held for as long as it must, and not longer', () => {
    expect(failed(liquidity, keptBody(T))).toEqual([])
    expect(failed(liquidity, keptBody(T - 54))).toEqual([])
    expect(failed(liquidity, keptBody(T - 55))).toEqual([ALLOWED])
    expect(failed(liquidity, keptBody(T - 10, { candidate: null }))).toEqual([ALLOWED])
    expect(failed(liquidity, keptBody(T - 10, { candidate: { regime: 'FRAGILE', since: T - 10 } }))).toEqual([ALLOWED])
  })

  test('has not been entered, nor left, in a time to come', () => {
    expect(failed(liquidity, keptBody(T + 4))).toEqual([])
    expect(failed(liquidity, keptBody(T + 5))).toEqual([ALLOWED])
    expect(failed(liquidity, { ...bodyOf(liquidity), regime_since: T + 5 })).toEqual([ALLOWED])
    expect(failed(perp, { ...bodyOf(perp), regime_since: T + 5 })).toEqual(['the row allows the regime'])
  })

  test('is none where the other takes its place at once', () => {
    const collapsed = withLeaf(bodyOf(liquidity), ['inputs', 'btc', 'depth_collapse', 'value'], true) as Body
    expect(failed(liquidity, { ...collapsed, candidate: { regime: 'THIN', since: T } })).toContain(ALLOWED)
    const said = liquidityOf((collapsed['inputs'] ?? {}) as Parameters<typeof liquidityOf>[0])
    const urgent = { ...collapsed, ...travelled(said.shown) }
    expect(failed(liquidity, { ...urgent, regime: said.outcome })).toEqual([])
    expect(failed(liquidity, { ...urgent, regime: 'DEEP', candidate: { regime: said.outcome, since: T } })).toEqual([
      ALLOWED,
    ])
  })

  test('of the market stands on three signals', () => {
    const body = bodyOf(liquidity)
    const gone = { value: null, timestamp: null, contentHash: null, confidence: null }
    const only = (...names: readonly string[]): Body => {
      const inputs = Object.fromEntries(
        Object.entries(body['inputs'] as Readonly<Record<string, Readonly<Record<string, object>>>>).map(
          ([coin, all]) => [
            coin,
            Object.fromEntries(
              Object.entries(all).map(([name, input]) => [name, names.includes(name) ? input : { ...input, ...gone }]),
            ),
          ],
        ),
      )
      const said = liquidityOf(inputs as Parameters<typeof liquidityOf>[0])
      return travelled({ ...body, inputs, ...said.shown, regime: said.outcome })
    }
    expect(failed(liquidity, only('funding_rate_8h', 'basis_spread_bps', 'book_imbalance'))).toEqual([])
    expect(failed(liquidity, only('funding_rate_8h', 'basis_spread_bps'))).toEqual([
      'scores, sum, confidence and what is missing follow from the inputs',
    ])
  })

  test('of a coin names its pair, and stands on enough of its signals', () => {
    expect(failed(perp, { ...bodyOf(perp), pair: 'ETHUSD' })).toEqual(['the pair is that of the coin'])
    const gone = { value: null, timestamp: null, contentHash: null }
    const inputs = Object.fromEntries(
      Object.entries(bodyOf(perp)['inputs'] as Readonly<Record<string, Body>>).map(([name, input]) => [
        name,
        name === 'spot' || name === 'funding_rate_8h' || name === 'stress' ? input : { ...input, ...gone },
      ]),
    )
    const found = evaluated(inputs as Parameters<typeof evaluated>[0], 'BTC')
    const body = travelled({
      ...bodyOf(perp),
      ...found.shown,
      ...found.of(found.decision.outcome),
      inputs,
      missing: Object.keys(inputs).filter((name) => inputs[name]!['value'] === null),
      degraded: true,
    })
    expect(failed(perp, body)).toEqual(['enough is there'])
  })
})

describe('a lending opportunity', () => {
  const item = ITEMS.find(({ feed }) => feed.id === 'intel/defi-opportunity')!
  const body = bodyOf(item)
  const rows = body['eligible'] as readonly Readonly<Record<string, number>>[]
  const RIGHT = 'penalties and order of the rates follow from the inputs'
  const withRow = (place: number, more: object): Body =>
    travelled({ ...body, eligible: rows.map((row, at) => (at === place ? { ...row, ...more } : row)) })
  const last = rows.length - 1

  test.each<readonly [string, object]>([
    ['too small', { supplied_usd: 999_999 }],
    ['used up', { utilization: 0.9801 }],
    ['too old', { observed_at: EXAMPLE_TICK - 3_601 }],
    ['without the penalty of its protocol', { stress_penalty: 0 }],
    ['of another rate than what it is paid less the penalty', { risk_adjusted_apr: 99 }],
  ])('that is %s is none', (_what, more) => {
    for (const place of [last, last - 1]) expect(failed(item, withRow(place, more))).toEqual([RIGHT])
  })

  test('stands in order', () => {
    const at = rows.findLastIndex(
      (row, place) => row['risk_adjusted_apr'] !== rows[place + 1]?.['risk_adjusted_apr'] && place < last,
    )
    const turned = rows.toSpliced(at, 2, rows[at + 1]!, rows[at]!)
    expect(failed(item, travelled({ ...body, eligible: turned }))).toEqual([RIGHT])
  })
})

test('the string of a regime change names the coins that changed', () => {
  const { feed, subject } = itemOf(
    registry.item('intel/regime-change/MARKET')!.feed,
    registry.item('intel/regime-change/MARKET')!.subject,
  )
  const body = travelled({ ...exampleOf(feed, subject), timestamp: EXAMPLE_TICK })
  const { canonical, tokens } = feed.sale
  const said = (changed: string) => failedOf(canonical.recompute!({ ...tokens(body, HASH), changed }, body))
  expect([said('BTC'), said('ETH'), said('NONE')]).toEqual([
    [],
    ['the string names the coins'],
    ['the string names the coins'],
  ])
})

test('a change of regimes is one against two hours before, or half an hour more', () => {
  const item = ITEMS.find(({ feed }) => feed.id === 'intel/regime-change')!
  const at = (ago: number) =>
    failed(item, withLeaf(bodyOf(item), ['inputs', 'eth_before', 'timestamp'], EXAMPLE_TICK - ago) as Body)
  const WRONG = ['regimes are compared with those of two hours before']
  expect([7_199, 7_200, 9_000, 9_001].map(at)).toEqual([WRONG, [], [], WRONG])
})

test('the runs of a regime are lengths in order', () => {
  const item = ITEMS.find(({ feed }) => feed.id === 'intel/persistence')!
  const body = bodyOf(item)
  const hours = (body['inputs'] as { readonly run_hours: { readonly value: readonly number[] } }).run_hours.value
  const told = (value: readonly number[]) =>
    failed(item, withLeaf(body, ['inputs', 'run_hours', 'value'], value) as Body)
  expect(told(hours)).toEqual([])
  expect(told(hours.toReversed())).toEqual(['the runs are lengths, in order'])
  expect(told([-hours[0]!, ...hours.slice(1)])).toEqual(['the runs are lengths, in order'])
})
