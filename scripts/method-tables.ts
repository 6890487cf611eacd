import { BOOK_PLACES } from '../src/feeds/books/orderbook-answer.ts'
import { BOOK_LIFETIME } from '../src/feeds/books/venue-books.ts'
import { PLACES as FUNDING_PLACES } from '../src/feeds/derivatives/funding-answer.ts'
import { FUNDING_REGIME_RULES } from '../src/feeds/derivatives/funding-regime.ts'
import { PERPETUAL_LIFETIME } from '../src/feeds/derivatives/perpetual.ts'
import { type Scale } from '../src/feeds/indices/assembly.ts'
import { LIFETIMES } from '../src/feeds/lifetimes.ts'
import {
  type Lean,
  SENTIMENT_BANDS,
  SENTIMENT_KEYS,
  SENTIMENT_LEANS,
  SENTIMENT_PLACES,
  SENTIMENT_WEIGHTS,
} from '../src/feeds/indices/sentiment.ts'
import { CONTAGION_BANDS, CONTAGION_INDEX } from '../src/feeds/equity/contagion.ts'
import { EQUITY_BANDS } from '../src/feeds/equity/equity-bands.ts'
import { EQUITY_STRESS_INDEX } from '../src/feeds/equity/equity-stress.ts'
import { NQ_VOLATILITY_INDEX } from '../src/feeds/equity/nq-volatility.ts'
import type { LinearIndex } from '../src/feeds/indices/linear-index.ts'
import { STRESS_BANDS, STRESS_PLACES, STRESS_SCALES, STRESS_WEIGHTS } from '../src/feeds/indices/stress.ts'
import { VOLATILITY_PLACES, VOLATILITY_SCALES, VOLATILITY_WEIGHTS } from '../src/feeds/indices/volatility.ts'
import { POSITION_LIFETIME } from '../src/feeds/marine/ais-board.ts'
import { WAVE_LIFETIME } from '../src/feeds/marine/sea-state-answer.ts'
import { majorityOf, TAU } from '../src/feeds/math/agreement.ts'
import type { Bands } from '../src/feeds/math/hysteresis.ts'
import { PRICE_CLIP, WEIGHT_CAP } from '../src/feeds/math/vwap-agreement.ts'
import { REPUTATION } from '../src/feeds/math/reputation.ts'
import { LIVE_FLOOR } from '../src/feeds/prices/confidence.ts'
import { LEG_CURRENCIES, legPair, legVenues, votersOf } from '../src/feeds/prices/fx-venues.ts'
import { TOKEN_VENUES } from '../src/feeds/prices/gold-answer.ts'
import { HYBRID_VENUES } from '../src/feeds/prices/hybrid-venues.ts'
import { FX_PAIRS, METAL_PAIRS, type Pair, PEG_PAIRS, SPOT_PAIRS } from '../src/feeds/prices/pairs.ts'
import {
  CRYPTO_RULES,
  FX_RULES,
  METAL_RULES,
  PEG_RULES,
  type QuoteRules,
  USDT_RULES,
} from '../src/feeds/prices/quotes.ts'
import { PEG_VENUES, spotTethers, spotVenues } from '../src/feeds/prices/spot-legs.ts'
import { USDT_RATE_VENUES } from '../src/feeds/prices/usdt.ts'
import { MIN_COVERAGE, USD_VENUES, USDT_VENUES, WINDOW_MS } from '../src/feeds/prices/vwap.ts'
import { GREEK_PLACES } from '../src/feeds/options/greeks/greek-places.ts'
import { INSTRUMENT_PLACES } from '../src/feeds/options/listed/instrument-rows.ts'
import { VENUE_PLACES } from '../src/feeds/venue-parts.ts'
import { DECISION_TABLES } from './decision-tables.ts'
import { inWords, type Rows, table } from './table.ts'

/** The tables of `docs/methods.md`. Each number comes from the code that computes with it. */

const span = (seconds: number): string =>
  seconds % 3_600 === 0 ? `${seconds / 3_600} h` : seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`

const percent = (share: number): string => `${Number((share * 100).toFixed(6))} %`

const priceRows = (pairs: readonly Pair[]): Rows =>
  [...Map.groupBy(pairs, ({ decimals }) => decimals)].map(([decimals, group]) => [
    group.map(({ name }) => name).join(', '),
    String(decimals),
  ])

const placesRows = (of: string, places: Readonly<Record<string, number>>): Rows => [
  [
    of,
    Object.entries(places)
      .map(([key, count]) => `${key} ${count}`)
      .join(', '),
  ],
]

const rounding = (): string =>
  table(
    ['Number', 'Decimals'],
    [
      ...[SPOT_PAIRS, FX_PAIRS, METAL_PAIRS, PEG_PAIRS].flatMap(priceRows),
      ...placesRows('raw values of the volatility index', VOLATILITY_PLACES),
      ...placesRows('raw values of the stress index', STRESS_PLACES),
      ...placesRows('raw values of equity stress', EQUITY_STRESS_INDEX.places),
      ...placesRows('raw values of contagion', CONTAGION_INDEX.places),
      ...placesRows('raw values of NQ volatility', NQ_VOLATILITY_INDEX.places),
      ...placesRows('raw values of the sentiment index', SENTIMENT_PLACES),
      ...placesRows('funding', FUNDING_PLACES),
      ...placesRows('order book', BOOK_PLACES),
      ...placesRows('greeks', GREEK_PLACES),
      ...placesRows('listed options', INSTRUMENT_PLACES),
      ...placesRows('answers that name their venues', VENUE_PLACES),
    ],
  )

const lifetimes = (): string =>
  table(
    ['Input', 'Fresh up to', 'Expires at'],
    Object.entries({
      ...LIFETIMES,
      'funding rate and open interest of a venue': PERPETUAL_LIFETIME,
      'order book of a venue': BOOK_LIFETIME,
      waves: WAVE_LIFETIME,
      'report of a ship': POSITION_LIFETIME,
    }).map(([input, { freshSeconds, expireSeconds }]) => [inWords(input), span(freshSeconds), span(expireSeconds)]),
  )

const quotes = (): string => {
  const rules: Readonly<Record<string, QuoteRules>> = {
    coin: CRYPTO_RULES,
    stablecoin: PEG_RULES,
    'USDT rate': USDT_RULES,
    currency: FX_RULES,
    'gold token': METAL_RULES,
  }
  return table(
    ['Quote of a', 'Expires at', 'Widest spread', 'Without a mid'],
    Object.entries(rules).map(([of, { expireMs, maxSpread, lastTrade }]) => [
      of,
      span(expireMs / 1000),
      percent(maxSpread),
      lastTrade ? 'last trade' : 'no vote',
    ]),
  )
}

const voters = (name: string, usd: readonly string[], usdt: readonly string[], tau: number): readonly string[] => {
  const n = usd.length + usdt.length
  const inUsdt = usdt.length > 0 ? `; in USDT ${usdt.join(', ')}` : ''
  return [name, `${usd.join(', ')}${inUsdt}`, `${majorityOf(n)} of ${n}`, percent(tau)]
}

const venues = (): string => {
  const coins = [...new Set(SPOT_PAIRS.map(({ base }) => base))]
  return table(
    ['Price', 'Who votes', 'Majority', 'τ'],
    [
      ...coins.map((base) => {
        const usdt = spotTethers(base)
        return voters(
          `${base}/USD`,
          spotVenues(base).filter((venue) => !usdt.includes(venue)),
          usdt,
          TAU.crypto,
        )
      }),
      voters('USDT rate', USDT_RATE_VENUES, [], TAU.peg),
      ...Object.entries(PEG_VENUES).map(([base, names]) => voters(`${base}/USD`, names, [], TAU.peg)),
      ...Object.entries(HYBRID_VENUES).map(([pair, names]) => voters(pair, [...names, 'crossrate'], [], TAU.crypto)),
      ...Object.entries(TOKEN_VENUES).map(([token, { usd, usdt }]) => voters(token, usd, usdt, TAU.crypto)),
      voters('VWAP', USD_VENUES, USDT_VENUES, TAU.crypto),
    ],
  )
}

const legs = (): string =>
  table(
    ['Pair', 'Live quotes', 'In USDT', 'Implied by BTC', 'Majority'],
    LEG_CURRENCIES.map((currency) => {
      const asked = legVenues(currency)
      const n = votersOf(asked).length
      const named = (names: readonly string[]) => names.join(', ') || 'none'
      const majority = n < 2 ? 'no agreement' : `${majorityOf(n)} of ${n}`
      return [legPair(currency), named(asked.live), named(asked.tether), named(asked.implied), majority]
    }),
  )

const constants = (): string =>
  table(
    ['Constant', 'Value'],
    [
      ...Object.entries(TAU).map(([of, tau]) => [`τ, ${of}`, percent(tau)]),
      ['VWAP window', span(WINDOW_MS / 1000)],
      ['VWAP, least coverage', String(MIN_COVERAGE)],
      ['VWAP, weight cap', percent(WEIGHT_CAP)],
      ['VWAP, price clip', percent(PRICE_CLIP)],
      ['live price, least coverage · freshness', String(LIVE_FLOOR)],
      ['far out of an agreement', percent(REPUTATION.far)],
      ['agreements far out, in a row', String(REPUTATION.conclusions)],
      ['least time from the first to the last of them', span(REPUTATION.overMs / 1000)],
      ['longest gap between two of them', span(REPUTATION.gapMs / 1000)],
      ['venues that such an agreement has at least', String(REPUTATION.configured)],
      ['its widest window', percent(REPUTATION.width)],
      ['vote lost for', span(REPUTATION.silencedMs / 1000)],
    ],
  )

const scaleText = ({ lo, hi }: Scale): string => `lin(${lo}, ${hi})`

const index = <K extends string>(
  weights: Readonly<Record<K, number>>,
  places: Readonly<Record<K, number>>,
  scales: Readonly<Record<string, Readonly<Record<K, Scale>>>>,
): string => {
  const sets = Object.entries(scales)
  return table(
    ['Component', 'Weight', 'Decimals', ...sets.map(([of]) => of)],
    (Object.keys(weights) as K[]).map((key) => [
      key,
      String(weights[key]),
      String(places[key]),
      ...sets.map(([, scale]) => scaleText(scale[key])),
    ]),
  )
}

const leanText = ({ neutral, scale, sign, of }: Lean): string => {
  const x = of === 'abs' ? '|x|' : 'x'
  if (neutral === 0) return `${sign < 0 ? '−' : ''}sat(${x}; ${scale})`
  return `sat(${sign < 0 ? `${neutral} − ${x}` : `${x} − ${neutral}`}; ${scale})`
}

const sentiment = (): string =>
  table(
    ['Component', 'Weight', 'Decimals', 'Score'],
    SENTIMENT_KEYS.map((key) => [
      key,
      String(SENTIMENT_WEIGHTS[key]),
      String(SENTIMENT_PLACES[key]),
      leanText(SENTIMENT_LEANS[key]),
    ]),
  )

const linear = <K extends string>({ weights, places, scales }: LinearIndex<K>): string =>
  index(weights, places, { scale: scales })

const bandsRow = (of: string, { names, boundaries, deadBand }: Bands): readonly string[] => [
  of,
  names.join(', '),
  boundaries.join(', '),
  String(deadBand),
]

const regimes = (): string =>
  table(
    ['Index', 'Regimes', 'Boundaries', 'Dead band'],
    [
      bandsRow('stress', STRESS_BANDS),
      bandsRow('sentiment', SENTIMENT_BANDS),
      bandsRow('equity stress, NQ volatility', EQUITY_BANDS),
      bandsRow('contagion', CONTAGION_BANDS),
    ],
  )

const fundingRegimes = (): string => table(['Regime', 'Rate per eight hours'], Object.entries(FUNDING_REGIME_RULES))

/** Each table by its name in the document. */
export const METHOD_TABLES: Readonly<Record<string, () => string>> = {
  rounding,
  lifetimes,
  regimes,
  quotes,
  venues,
  constants,
  legs,
  volatility: () => index(VOLATILITY_WEIGHTS, VOLATILITY_PLACES, VOLATILITY_SCALES),
  sentiment,
  stress: () => index(STRESS_WEIGHTS, STRESS_PLACES, { scale: STRESS_SCALES }),
  contagion: () => linear(CONTAGION_INDEX),
  'equity stress': () => linear(EQUITY_STRESS_INDEX),
  'nq volatility': () => linear(NQ_VOLATILITY_INDEX),
  'funding regimes': fundingRegimes,
  ...DECISION_TABLES,
}
