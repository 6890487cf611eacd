import { contentHash } from '../src/canonical/content.ts'
import { EVENT_CHANGE } from '../src/canonical/event-change.ts'
import { METHODOLOGY_NOTICE } from '../src/canonical/methodology-notice.ts'
import { DLC_PAIRS, type DlcPair, THRESHOLD_PAIRS } from '../src/dlc/terms/pairs.ts'
import { LIMITS } from '../src/dlc/terms/schema.ts'
import type { AnyFeed } from '../src/feeds/feed.ts'
import type { ComputedFeed } from '../src/feeds/history/computed.ts'
import { COMPUTED_FEEDS } from '../src/feeds/history/computed-feeds.ts'
import { QUOTE_LAYOUT, quoteTokens } from '../src/feeds/insurance/quote-answer.ts'
import { EXAMPLE_QUOTE } from '../src/feeds/insurance/quote-example.ts'
import { SOLD_DAYS } from '../src/feeds/keeping.ts'
import { registry } from '../src/feeds/registry.ts'
import { inDollars, TARIFF, type Tariff } from '../src/feeds/tariff.ts'
import { WEATHER_WINDOWS } from '../src/feeds/weather/windows.ts'
import { PROBLEMS } from '../src/http/wire/problem.ts'
import { inWords, type Rows, table } from './table.ts'

/** The tables of `docs/interface.md`, generated from the definitions that the service uses. */

const ENVELOPE = { timestamp: 1_794_996_000, nonce: 482_910 }

/** Longer strings are cut in the middle: lists of sources and digests are long, and both ends show the form. */
const LONGEST = 150

const shown = (canonical: string): string =>
  canonical.length <= LONGEST ? canonical : `${canonical.slice(0, LONGEST - 50)} … ${canonical.slice(-45)}`

const code = (text: string): string => `\`${text}\``

const positions = (layout: AnyFeed['sale']['canonical']): string => Object.keys(layout.tokens).join(', ')

const sold = ({ id, example, sale: { canonical, tokens } }: AnyFeed): Rows[number] => [
  code(id),
  positions(canonical),
  code(shown(canonical.write(tokens(example), ENVELOPE))),
]

const asked = ({ id, example, canonical, tokens }: ComputedFeed): Rows[number] => [
  code(id),
  positions(canonical),
  code(shown(canonical.write(tokens(example, contentHash(example)), ENVELOPE))),
]

const strings = (): string => {
  const content = contentHash({})
  return table(
    ['Feed', 'Positions between type and timestamp', 'Example'],
    [
      ...registry.feeds.map(sold),
      ...COMPUTED_FEEDS.map(asked),
      [
        'insurance quote',
        positions(QUOTE_LAYOUT),
        code(shown(QUOTE_LAYOUT.write(quoteTokens(EXAMPLE_QUOTE, contentHash(EXAMPLE_QUOTE)), ENVELOPE))),
      ],
      [
        'creation or end of an event',
        positions(EVENT_CHANGE),
        code(
          shown(EVENT_CHANGE.write({ eventid: 'BTCUSD-BELOW-80000-1794996000', change: 'CREATED', content }, ENVELOPE)),
        ),
      ],
      [
        'methodology',
        positions(METHODOLOGY_NOTICE),
        code(shown(METHODOLOGY_NOTICE.write({ id: 'index/volatility', domain: 'BTCUSD', content }, ENVELOPE))),
      ],
    ],
  )
}

const money = (price: Tariff): readonly string[] => [String(price.sats), inDollars(price)]

const amounts = (): string =>
  table(
    ['What', 'Sats', 'Dollars'],
    Object.entries(TARIFF).map(([what, price]) => [inWords(what), ...money(price)]),
  )

const ages = (): string =>
  table(
    ['Feed', 'Paid copy is at most', 'Free copy is renewed after'],
    registry.feeds.map(({ id, sale }) => [
      code(id),
      `${sale.sellableSeconds} s old`,
      sale.preview ? `${sale.preview.staleMinutes} min` : 'there is none',
    ]),
  )

const errors = (): string =>
  table(
    ['Code', 'Status', 'Meaning'],
    Object.entries(PROBLEMS).map(([name, { status, meaning }]) => [code(name), String(status), meaning]),
  )

const weatherWindows = (): string =>
  table(
    ['Metric', 'Windows'],
    Object.entries(WEATHER_WINDOWS).map(([metric, days]) => [metric, days.map((each) => `${each}d`).join(', ')]),
  )

const history = (): string =>
  table(
    ['Series', 'Days back'],
    Object.entries(SOLD_DAYS).map(([series, days]) => [series, String(days)]),
  )

const isThreshold = (pair: string): boolean => THRESHOLD_PAIRS.includes(pair as DlcPair)

const pairs = (): string =>
  table(
    ['Pair', 'Price that decides', 'Every', 'Threshold contracts'],
    Object.entries(DLC_PAIRS).map(([pair, { path, everySeconds }]) => [
      pair,
      code(path),
      `${everySeconds} s`,
      isThreshold(pair) ? 'yes' : 'no',
    ]),
  )

const between = ({ min, max }: { readonly min: number; readonly max: number }): string => `${min} to ${max}`

const eventLimits = (): string =>
  table(
    ['Limit', 'Value'],
    [
      ['maturity of an enum or numeric event, seconds ahead', between(LIMITS.maturityAhead)],
      ['expiry of a threshold contract, seconds ahead', `at most ${LIMITS.expiryAhead}, which is the default`],
      ['outcomes', between(LIMITS.outcomes)],
      ['all outcomes together, bytes', `at most ${LIMITS.outcomesBytes}`],
      ['base', `${between(LIMITS.base)}, default ${LIMITS.base.default}`],
      ['digits', `${between(LIMITS.nbDigits)}, default ${LIMITS.nbDigits.default}`],
      ['unit, characters', `at most ${LIMITS.unitChars}`],
      ['label, characters', `at most ${LIMITS.labelChars}`],
      ['strike, boundary or scale factor, digits as plain decimal', `at most ${LIMITS.decimalChars}`],
      ['address, characters', `at most ${LIMITS.urlChars}`],
    ],
  )

/** Each table by its name in the document. */
export const INTERFACE_TABLES: Readonly<Record<string, () => string>> = {
  strings,
  amounts,
  ages,
  errors,
  'weather windows': weatherWindows,
  'days of history': history,
  pairs,
  'event limits': eventLimits,
}
