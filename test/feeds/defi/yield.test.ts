import { describe, expect, test } from 'bun:test'
import { concludeEveryRate, concludeRanking, concludeRate } from '../../../src/feeds/defi/conclude-defi.ts'
import { EveryRateAnswer, OneRateAnswer, RankedAnswer } from '../../../src/feeds/defi/yield-answers.ts'
import type { Earlier } from '../../../src/feeds/feed.ts'
import { changed, failedOf } from '../../support/feeds/changed-body.ts'
import { type Body, contentOf, travelled } from '../../support/feeds/content-of.ts'
import { agreed, assetPrices, contracts, llama, marketNamed, morphoSays } from '../../support/feeds/lending.ts'
import { both, lookAt, OPEN, type States } from '../../support/feeds/market.ts'
import { MORPHO_BOARD, type MorphoState } from '../../../src/feeds/boards/yield-boards.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { LENDING_TOKENS } from '../../../src/sources/lending/tokens.ts'
import { DAY_MS } from '../../../src/time-units.ts'

/** Rates against values that were worked out by hand, and what must not fool them. */

const look = (states: States, earlier: Readonly<Record<string, Earlier>> = assetPrices(), now = OPEN) =>
  lookAt(states, now, { earlier })
const rateOf = (name: string, states: States, ...more: [Readonly<Record<string, Earlier>>?, number?]) =>
  contentOf(OneRateAnswer, concludeRate(marketNamed(name), look(states, ...more)))
const rankingOf = (states: States) => contentOf(RankedAnswer, concludeRanking('best', 'usdc', look(states)))

const NAME = 'aave/base/usdc'
const said = (supplyApr: string, more = {}) => contracts({ [NAME]: { supplyApr, borrowApr: '5.84', ...more } })

describe('one rate', () => {
  test('of contracts with which DefiLlama agrees', () => {
    const states = both(said('4.123456789'), llama([[NAME, { apr: 4.3, borrowApr: 5.9, reward: '0.5' }]]))
    expect(rateOf(NAME, states)).toEqual({
      protocol: 'aave',
      chain: 'base',
      asset: 'usdc',
      supply_apr: 4.1235,
      borrow_apr: 5.84,
      // (1 + 0.041235/365)^365 − 1 and (1 + 0.0584/365)^365 − 1
      supply_apy: 4.2095,
      borrow_apy: 6.0134,
      // 31,536,000 · (1.005^(1/31,536,000) − 1)
      incentive_apr: 0.4988,
      utilization: 0.7,
      supplied_usd: 9_999_000,
      borrowed_usd: 6_999_300,
      tvl_usd: 2_999_700,
      price_basis: 'own',
      stands_since: null,
      status: 'open',
      source: 'on-chain',
      sources: ['defillama', 'drpc', 'publicnode'],
      agreement: 'agrees',
      divergence_pp: 0.1765,
      borrow_divergence_pp: 0.06,
      size_ratio: 1.0001,
      block: 24_000_000,
      observed_at: OPEN / 1_000 - 10,
      confidence: 1,
      degraded: false,
      missing: [],
      fetched_at: OPEN / 1_000,
    })
  })

  test('a DefiLlama that lies by three points moves no number, and is shown', () => {
    const honest = rateOf(NAME, both(said('4.1'), llama([[NAME, { apr: 4.1 }]])))
    for (const lie of [-3, 3]) {
      const found = rateOf(NAME, both(said('4.1'), llama([[NAME, { apr: 4.1 + lie }]])))
      expect(found).toEqual({
        ...honest,
        sources: ['drpc', 'publicnode'],
        agreement: 'diverges',
        divergence_pp: lie,
        confidence: 0.7,
        degraded: true,
      })
    }
  })

  test('of contracts alone has seven tenths of the confidence', () => {
    const found = rateOf(NAME, said('4.1'))
    expect(found).toMatchObject({ supply_apr: 4.1, agreement: 'single', confidence: 0.7, degraded: true })
    expect(found).toMatchObject({ missing: ['defillama'], divergence_pp: null, incentive_apr: null })
  })

  test('of DefiLlama alone has half, and names who is silent', () => {
    const found = rateOf(NAME, llama([[NAME, { apr: 4.2, borrowApr: 5.9, suppliedUsd: 2e6, borrowedUsd: 5e5 }]]))
    expect(found).toMatchObject({ supply_apr: 4.2, borrow_apr: 5.9, source: 'defillama', missing: ['on-chain'] })
    // 0.5, a minute old.
    expect(found).toMatchObject({
      confidence: 0.5,
      utilization: 0.25,
      supplied_usd: 2_000_000,
      price_basis: 'reported',
    })
  })

  test('loses confidence from 15 minutes on, and is none after an hour', () => {
    const minutesAgo = (minutes: number) => contracts({ [NAME]: { supplyApr: '4.1' } }, OPEN - minutes * 60_000)
    expect(rateOf(NAME, minutesAgo(15)).confidence).toBe(0.7)
    // 0.7 · (60 − 37.5) / 45
    expect(rateOf(NAME, minutesAgo(37.5)).confidence).toBe(0.35)
    expect(concludeRate(marketNamed(NAME), look(minutesAgo(60)))).toMatchObject({ kind: 'input_missing' })
    const old = both(said('4.1'), llama([[NAME, { apr: 4.1 }]], OPEN - 3_600_000))
    expect(rateOf(NAME, old).agreement).toBe('single')
  })

  test('tokens are counted at our prices of the last hour, WBTC as BTC, DAI at one dollar', () => {
    const tokens = { supplied: '10.00000000', borrowed: '1.00000000', supplyApr: '0.1' }
    const sizes = contracts({ 'aave/ethereum/wbtc': tokens, 'aave/ethereum/weth': tokens, 'aave/ethereum/dai': tokens })
    expect(rateOf('aave/ethereum/wbtc', sizes)).toMatchObject({ supplied_usd: 970_000, price_basis: 'own' })
    expect(rateOf('aave/ethereum/weth', sizes)).toMatchObject({ supplied_usd: 34_000, tvl_usd: 30_600 })
    expect(rateOf('aave/ethereum/dai', sizes, {})).toMatchObject({ supplied_usd: 10, price_basis: 'par' })
    for (const earlier of [{}, assetPrices(OPEN, 3_600_001)])
      expect(concludeRate(marketNamed('aave/ethereum/weth'), look(sizes, earlier)).kind).toBe('input_missing')
  })

  test('savings have no loans', () => {
    const own = contracts({ 'sky/ethereum/usds': { supplyApr: '4.5', borrowApr: null, borrowed: '0' } })
    expect(rateOf('sky/ethereum/usds', own)).toMatchObject({ borrow_apr: null, borrow_apy: null, utilization: 0 })
  })

  test('the string says the headline, NA where nobody borrows', () => {
    const write = (actor: string, states: States): string => {
      const { feed, subject } = registry.item(actor)!
      const found = feed.conclude(subject, look(states))
      if (found.kind !== 'concluded') throw new Error(found.kind)
      return feed.sale.canonical.write(feed.sale.tokens(found.content), { timestamp: 1_795_000_005, nonce: 482_910 })
    }
    const base = agreed({ [NAME]: '4.1', 'compound/base/usdc': '3.9' })
    expect(write('defi/yield/AAVE-BASE-USDC', base)).toMatch(
      /^v1\|DEFI\|YIELD\|aave\|base\|usdc\|4\.1000\|9\.5000\|0\.7000\|defillama,drpc,publicnode\|SHA256:[0-9a-f]{64}\|1795000005\|482910$/,
    )
    const savings = contracts({
      'sky/ethereum/usds': { supplyApr: '4.5', borrowApr: null, supplied: '0', borrowed: '0' },
    })
    expect(write('defi/yield/SKY-ETHEREUM-USDS', savings)).toContain('|usds|4.5000|NA|NA|drpc,publicnode|')
    expect(write('defi/yield-best/USDC', base)).toContain('v1|DEFI|YIELD_BEST|usdc|aave|base|4.1000|defillama,')
    expect(write('defi/yield-compare/USDC', base)).toContain('v1|DEFI|YIELD_COMPARE|aave|base|4.1000|defillama,')
  })
})

const total = { asset: 'usdc', supplyApr: 5.2, borrowApr: 6.1, suppliedUsd: 9e8, borrowedUsd: 8e8 } as const

test('Morpho tells its own sizes, and DefiLlama is its second witness', () => {
  const own = morphoSays({ base: { at: OPEN - 20_000, since: OPEN - 20_000, totals: [total] } })
  const found = rateOf(
    'morpho/base/usdc',
    both(own, llama([['morpho/base/usdc', { apr: 5.1, borrowApr: null, suppliedUsd: 9e8 }]])),
  )
  expect(found).toMatchObject({ supply_apr: 5.2, source: 'api', supplied_usd: 900_000_000, block: null, confidence: 1 })
  expect(found.sources).toEqual(['defillama', 'morpho'])
  expect(concludeRate(marketNamed('morpho/ethereum/usdc'), look(own)).kind).toBe('input_missing')
})

test('one interface that nobody confirms is not the best, and the ranking says so', () => {
  const own = morphoSays({ base: { at: OPEN - 20_000, since: OPEN - 20_000, totals: [total] } })
  const others = agreed({ 'aave/ethereum/usdc': '4.1', 'aave/base/usdc': '4.5' })
  const second = (apr: number) =>
    llama([
      ['morpho/base/usdc', { apr, borrowApr: null }],
      ['aave/ethereum/usdc', { apr: 4.1 }],
      ['aave/base/usdc', { apr: 4.5 }],
    ])
  const name = 'morpho/base/usdc'
  const row = { protocol: 'morpho', chain: 'base', asset: 'usdc', reason: 'unconfirmed' } as const
  // A tenth of 5.2 is the most by which both may differ.
  const agreeing = rankingOf(new Map([...others, ...own, ...second(4.69)]))
  expect([agreeing.best.protocol, agreeing.unranked, agreeing.missing.includes(name)]).toEqual(['morpho', [], false])
  const differing = rankingOf(new Map([...others, ...own, ...second(4.67)]))
  expect([differing.best.protocol, differing.unranked, differing.missing.includes(name)]).toEqual(['aave', [row], true])
  expect([differing.degraded, differing.confidence < agreeing.confidence]).toEqual([true, true])
  expect(rankingOf(new Map([...others, ...own])).unranked).toEqual([row])
})

test('one interface that has stood for a day is ranked whoever contradicts it, and the ranking is degraded', () => {
  const at = OPEN - 20_000
  const others = agreed({ 'aave/ethereum/usdc': '4.1', 'aave/base/usdc': '4.5' })
  const second = llama([
    ['morpho/base/usdc', { apr: 2.1, borrowApr: null }],
    ['aave/ethereum/usdc', { apr: 4.1 }],
    ['aave/base/usdc', { apr: 4.5 }],
  ])
  const ranking = (since: number) => {
    const own = morphoSays({ base: { at, since: at, totals: [total], stood: { usdc: { apr: 5.2, since } } } })
    return rankingOf(new Map([...others, ...own, ...second]))
  }
  const [stood, young] = [ranking(at - DAY_MS), ranking(at - DAY_MS + 1_000)]
  expect([stood.best.protocol, stood.unranked, stood.degraded]).toEqual(['morpho', [], true])
  expect([young.best.protocol, young.unranked.map(({ reason }) => reason)]).toEqual(['aave', ['unconfirmed']])
})

/** Morpho's answer about one market of USDC. */
const morphoReply = (supplyApy: number): string => {
  const loanAsset = { address: LENDING_TOKENS.ethereum.usdc!.address, symbol: 'USDC' }
  const state = { supplyApy, borrowApy: 2 * supplyApy, supplyAssetsUsd: 9e8, borrowAssetsUsd: 8e8 }
  return JSON.stringify({ data: { markets: { items: [{ uniqueKey: '0x1', listed: true, loanAsset, state }] } } })
}

test('a rate stands where it was first told; in small steps it leaves that place too', () => {
  const [ask] = MORPHO_BOARD.asks({ now: OPEN, state: {}, listed: null })
  const told = (state: MorphoState, apy: number, at: number) => ask!.enter(morphoReply(apy), at, state)
  let state = told({}, 0.05, OPEN)
  const { apr } = state.ethereum!.stood!.usdc!
  expect(apr).toBeCloseTo(100 * Math.log(1.05), 3)
  // A tenth of the rate is the most; three steps of four hundredths are more.
  for (const [step, since] of [
    [1, OPEN],
    [2, OPEN],
    [3, OPEN + 3_000],
  ] as const) {
    state = told(state, 0.05 * (1 + 0.04 * step), OPEN + 1_000 * step)
    expect([step, state.ethereum!.stood!.usdc!.since]).toEqual([step, since])
  }
})

test('DefiLlama is as old as the older of its two lists', () => {
  const found = (loansAt: number) => {
    const [[id, state] = []] = [...llama([['fluid/base/usdc', { apr: 4 }]])]
    return concludeRate(marketNamed('fluid/base/usdc'), look(new Map([[id!, { ...(state as object), loansAt }]])))
  }
  expect(contentOf(OneRateAnswer, found(OPEN - 600_000)).observed_at).toBe(OPEN / 1_000 - 600)
  for (const never of [OPEN - 3_600_000, 0]) expect(found(never).kind).toBe('input_missing')
})

test('agreement is a quarter of a point for small rates, a tenth for large ones, and not more', () => {
  const agreement = (own: string, apr: number) =>
    rateOf(NAME, both(contracts({ [NAME]: { supplyApr: own } }), llama([[NAME, { apr }]]))).agreement
  expect([1.25, 1.2502, 0.75, 0.7498].map((apr) => agreement('1', apr))).toEqual([
    'agrees',
    'diverges',
    'agrees',
    'diverges',
  ])
  expect([8.8, 8.8002].map((apr) => agreement('8', apr))).toEqual(['agrees', 'diverges'])
})

describe('nodes that lie alike', () => {
  const second = llama([[NAME, { apr: 4.1, borrowApr: 5.8, suppliedUsd: 10e6 }]])
  const told = (more: object) => rateOf(NAME, both(said('4.1', { borrowApr: '5.8', ...more }), second))

  test.each([
    ['what borrowers pay by 5 %', { borrowApr: '6.09' }, 'agrees'],
    ['what borrowers pay by a half', { borrowApr: '8.7' }, 'diverges'],
    ['what is supplied by a third less', { supplied: '6668000' }, 'agrees'],
    ['what is supplied by a half', { supplied: '5000000' }, 'diverges'],
    ['what is supplied by two', { supplied: '20000000' }, 'diverges'],
    ['what is supplied by ten', { supplied: '100000000' }, 'diverges'],
  ])('about %s', (_what, lie, agreement) =>
    expect(told(lie)).toMatchObject({ agreement, degraded: agreement === 'diverges' }),
  )

  test('Morpho about its size by ten, not by two: it counts markets, and DefiLlama vaults', () => {
    const own = (by: number) => ({ ...total, suppliedUsd: by * 9e8, borrowedUsd: 8e8 })
    const vaults = llama([['morpho/base/usdc', { apr: 5.2, borrowApr: 6.1, suppliedUsd: 9e8 }]])
    const agreement = (by: number) =>
      rateOf('morpho/base/usdc', both(morphoSays({ base: { at: OPEN, since: OPEN, totals: [own(by)] } }), vaults))
        .agreement
    expect([1, 2, 10].map(agreement)).toEqual(['agrees', 'agrees', 'diverges'])
  })

  test('a pool without its loans tells what is left, and no size', () => {
    const left = llama([[NAME, { apr: 4.1, borrowApr: null }]])
    expect(rateOf(NAME, both(said('4.1'), left))).toMatchObject({
      agreement: 'agrees',
      size_ratio: null,
      borrow_divergence_pp: null,
    })
  })
})

test('each token is counted at its own price', () => {
  const names = ['usdc', 'usdt', 'weth', 'wbtc', 'dai'].map((asset) => `aave/ethereum/${asset}`)
  const states = contracts(Object.fromEntries(names.map((name) => [name, { supplyApr: '1', supplied: '10000' }])))
  const dollars = [9_999, 9_996, 34_000_000, 970_000_000, 10_000]
  expect(names.map((name) => rateOf(name, states).supplied_usd)).toEqual(dollars)
})

test('several pools of DefiLlama are one witness, by what is supplied; one of 500 % is none', () => {
  const name = 'morpho/base/usdc'
  const pools = llama([
    [name, { apr: 5, suppliedUsd: 3e6, borrowedUsd: 1e6 }],
    [name, { apr: 6, suppliedUsd: 1e6, borrowedUsd: 1e6 }],
    [name, { apr: 161, borrowApr: null }],
    [name, { apr: 9.6 }],
    [name, { apr: 5.5, suppliedUsd: 1e6, borrowedUsd: 1.1e6 }],
  ])
  // (3 · 5 + 1 · 6) / 4; the last three pay 161 %, more than they take, and lent more than they have.
  expect(rateOf(name, pools)).toMatchObject({ supply_apr: 5.25, supplied_usd: 4_000_000, borrowed_usd: 2_000_000 })
})

describe('a ranking', () => {
  const RATES = {
    'aave/ethereum/usdc': '4.1',
    'aave/base/usdc': '4.5',
    'compound/base/usdc': '4.3',
    'moonwell/base/usdc': '4.5',
  }

  test('is by the simple rate, ties by size, and names what it leaves out', () => {
    const states = both(
      agreed(RATES),
      contracts({
        'aave/base/usdc': { supplyApr: '4.5' },
        'compound/base/usdc': { supplyApr: '4.3' },
        'moonwell/base/usdc': { supplyApr: '4.5', supplied: '12000000' },
      }),
    )
    const found = rankingOf(states)
    expect(found.ranking.map((row) => `${row.protocol} ${row.chain} ${row.supply_apr}`)).toEqual([
      'moonwell base 4.5',
      'aave base 4.5',
      'compound base 4.3',
      'aave ethereum 4.1',
    ])
    expect(found).toMatchObject({ asset: 'usdc', count: 4, degraded: true })
    expect(found.best).toEqual(found.ranking[0]!)
    // Twenty markets of USDC, of which sixteen are silent: mean 1 times 4/20.
    expect([found.missing.length, found.confidence]).toEqual([16, 0.2])
  })

  test.each([
    ['frozen', { status: 'frozen' }, 'frozen'],
    ['paused', { status: 'paused' }, 'paused'],
    ['below a million dollars', { supplied: '1000000.000000' }, 'small'],
  ] as const)('leaves out a market that is %s', (_what, more, reason) => {
    const states = both(
      agreed(RATES),
      contracts({
        'aave/base/usdc': { supplyApr: '9' },
        'compound/base/usdc': { supplyApr: '4.3' },
        'moonwell/base/usdc': { supplyApr: '9.1', ...more },
      }),
    )
    const found = rankingOf(states)
    expect(found.best).toMatchObject({ protocol: 'aave', supply_apr: 9 })
    expect(found.unranked).toEqual([{ protocol: 'moonwell', chain: 'base', asset: 'usdc', reason }])
  })

  test('a market that DefiLlama alone tells is never the best', () => {
    const states = both(
      contracts({ 'aave/base/usdc': { supplyApr: '4.5' }, 'compound/base/usdc': { supplyApr: '4.3' } }),
      llama([
        ['aave/base/usdc', { apr: 7.5 }],
        ['fluid/base/usdc', { apr: 9 }],
        ['aave/ethereum/usdc', { apr: 9 }],
      ]),
    )
    const found = rankingOf(states)
    expect(found.best).toMatchObject({ protocol: 'aave', chain: 'base', supply_apr: 4.5 })
    expect(found.unranked.map(({ protocol, chain, reason }) => `${protocol} ${chain} ${reason}`)).toEqual([
      'aave ethereum aggregator_alone',
      'fluid base aggregator_alone',
    ])
  })

  test('needs two rates', () => {
    expect(concludeRanking('best', 'usdc', look(agreed({ [NAME]: '4.1' })))).toEqual({
      kind: 'quorum_missed',
      have: 1,
      need: 2,
    })
    expect(concludeRanking('best', 'usdc', look(new Map()))).toEqual({ kind: 'quorum_missed', have: 0, need: 2 })
  })
})

describe('all rates', () => {
  const spark = ['usdc', 'usdt', 'weth', 'dai', 'wbtc'].map((asset) => [`spark/ethereum/${asset}`, '4'] as const)
  const moonwell = ['usdc', 'weth', 'dai'].map((asset) => [`moonwell/base/${asset}`, '4'] as const)
  const of = (rows: readonly (readonly [string, string])[]) => concludeEveryRate(look(agreed(Object.fromEntries(rows))))

  test('are eight at least, Aave or Compound among them', () => {
    expect(of([...spark, ...moonwell])).toEqual({ kind: 'input_missing', input: 'a rate of aave or compound' })
    expect(of([...spark, ['compound/base/usdc', '4']])).toEqual({ kind: 'quorum_missed', have: 6, need: 8 })
    const found = contentOf(EveryRateAnswer, of([...spark, ...moonwell.slice(1), ['compound/base/usdc', '4']]))
    expect([found.count, found.rates.length, found.missing.length]).toEqual([8, 8, 60])
  })
})

describe('a body that was changed does not verify', () => {
  const states = agreed({ 'aave/base/usdc': '4.5', 'compound/base/usdc': '4.3' })
  const checksOf = (actor: string, path: readonly (string | number)[], to: unknown): readonly string[] => {
    const { feed, subject } = registry.item(actor)!
    const found = feed.conclude(subject, look(states))
    if (found.kind !== 'concluded') throw new Error(found.kind)
    const body = travelled(found.content) as Body
    const { canonical, tokens } = feed.sale
    const { values } = canonical.read(canonical.write(tokens(body), { timestamp: 1_795_000_005, nonce: 482_910 }))
    expect(failedOf(canonical.recompute!(values, body))).toEqual([])
    return failedOf(canonical.recompute!(values, changed(body, path, to)))
  }
  const RANKING = 'the ranking is in order, of one asset, and its first is the best'
  const ROWS = 'yields, utilisation and agreement follow from the rates of each row'
  const SOURCES = 'sources, age and confidence follow from the rows'

  test.each([
    ['defi/yield-best/USDC', ['ranking', 0, 'supply_apr'], 4.2, [RANKING, ROWS]],
    ['defi/yield-best/USDC', ['ranking', 1, 'asset'], 'dai', [RANKING]],
    ['defi/yield-best/USDC', ['ranking', 1, 'supply_apy'], 4.2, [ROWS]],
    ['defi/yield-best/USDC', ['ranking', 1, 'agreement'], 'diverges', [ROWS]],
    ['defi/yield-best/USDC', ['ranking', 1, 'confidence'], 0.2, [SOURCES]],
    ['defi/yield-best/USDC', ['best', 'protocol'], 'spark', [RANKING, 'the string says the path and the best rate']],
    ['defi/yield-best/USDC', ['scope'], 'compare', ['the string says the path and the best rate']],
    ['defi/yield/AAVE-BASE-USDC', ['tvl_usd'], 1, [ROWS]],
    ['defi/yield/AAVE-BASE-USDC', ['utilization'], 0.5, [ROWS]],
    ['defi/yield/AAVE-BASE-USDC', ['degraded'], true, [ROWS]],
  ] as const)('%s with another %p', (actor, path, to, failed) => expect(checksOf(actor, path, to)).toEqual([...failed]))
})
