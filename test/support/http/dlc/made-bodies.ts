import type { Dice } from '../../dlc/random.ts'
import { absent, type Draft, may, must, RESOLVER, spoil } from './draft.ts'
import { edgesOf, wordsOf } from './made-lists.ts'
import {
  type Good,
  goodPositive,
  goodSource,
  goodText,
  goodUrl,
  notA,
  type Spoil,
  wrongChoice,
  wrongFlag,
  wrongInteger,
  wrongMoment,
  wrongPositive,
  wrongSource,
  wrongText,
  wrongUnit,
  wrongUrl,
} from './wrong-values.ts'

/**
 * Create bodies made at random by somebody who knows what is wrong with them: each part is good, or spoiled in a way
 * that breaks a known rule at a known place. Nothing in here asks the product.
 */

export type Kind = 'threshold' | 'enum' | 'numeric'

export interface Made {
  readonly body: Readonly<Record<string, unknown>>
  /** `path rule`, sorted. Empty for a body that holds. */
  readonly broken: readonly string[]
}

const YEAR = 365 * 86_400

/** Fields that mean nothing are no fault, whatever they hold. */
const strangeFields = (random: Dice): Readonly<Record<string, unknown>> =>
  random.chance(0.2)
    ? {
        [random.pick(['note', 'expirey', 'constructor', 'toString', ''])]: random.pick([
          null,
          '\ud800',
          [[1]],
          { a: 1 },
        ]),
      }
    : {}

const label = (draft: Draft): unknown => must(draft, 'label', goodText(200), wrongText(200))

const maturity = (draft: Draft): unknown => {
  const [earliest, latest] = [draft.nowTs + 60, draft.nowTs + YEAR]
  const good: Good = (random) => random.pick([earliest, latest, random.integer(earliest, latest)])
  return must(draft, 'maturityTs', good, wrongMoment(earliest, latest))
}

const PAIRS =
  'BTCUSD BTCEUR BTCJPY ETHUSD ETHEUR ETHJPY SOLUSD SOLEUR SOLJPY XAUUSD XAUEUR XAUJPY XRPUSD ADAUSD DOGEUSD'

const threshold = (draft: Draft): Record<string, unknown> => {
  const [earliest, latest] = [draft.nowTs + 1, draft.nowTs + YEAR]
  const expiry: Good = (random) => random.pick([earliest, latest, random.integer(earliest, latest)])
  const noPair = wrongChoice('BTC/USD', 'btcusd', 'BTCUSDVWAP', 'EURUSD', ' BTCUSD')
  return {
    pair: must(draft, 'pair', (random) => random.pick(PAIRS.split(' ')), noPair),
    strike: must(draft, 'strike', goodPositive, wrongPositive),
    direction: must(draft, 'direction', (random) => random.pick(['above', 'below']), wrongChoice('ABOVE', 'up')),
    expiry: may(draft, 'expiry', expiry, wrongMoment(earliest, latest)),
    webhookUrl: may(draft, 'webhookUrl', goodUrl, wrongUrl(draft.own)),
    cancellable: may(draft, 'cancellable', (random) => random.chance(0.8), notA('boolean')),
  }
}

/** `metadata`, spoiled at its outside or further in: what cannot be read hides what is wrong within. */
const metadata = (draft: Draft, configs: Readonly<Record<string, () => object>>): unknown => {
  const { random, badness } = draft
  const bad = (): boolean => random.chance(badness / 3)
  if (bad()) return spoil(draft, 'metadata', notA('object'))
  if (random.chance(0.2))
    return random.chance(0.4) ? absent(random) : random.pick([{}, { resolverConfig: null }, { note: 'mine' }])
  if (bad()) return { resolverConfig: spoil(draft, RESOLVER, notA('object')) }
  const kind = random.pick(Object.keys(configs))
  const wrongKind: Spoil = random.chance(0.3)
    ? () => [absent(random), 'missing']
    : wrongChoice('Webhook', 'price', kind === 'price_source' ? 'price_buckets' : 'x')
  if (bad()) return { resolverConfig: { kind: spoil(draft, `${RESOLVER}.kind`, wrongKind), source: 5, url: 5 } }
  return { resolverConfig: { kind, ...configs[kind]?.() }, ...strangeFields(random) }
}

const resolverUrl = (draft: Draft) => ({ url: must(draft, `${RESOLVER}.url`, goodUrl, wrongUrl(draft.own)) })
const resolverSource = (draft: Draft): unknown =>
  must(draft, `${RESOLVER}.source`, goodSource(draft.own), wrongSource(draft.own))

const enumeration = (draft: Draft): Record<string, unknown> => {
  const { random } = draft
  const isList = !random.chance(draft.badness / 3)
  const outcomes = isList ? wordsOf(draft) : must({ ...draft, badness: 1 }, 'outcomes', () => [], notA('array'))
  const wanted = Array.isArray(outcomes) ? outcomes.length - 1 : null
  const boundaries = (): unknown =>
    random.chance(draft.badness / 3)
      ? must({ ...draft, badness: 1 }, `${RESOLVER}.boundaries`, () => [], notA('array'))
      : edgesOf(draft, wanted)
  return {
    label: label(draft),
    outcomes,
    maturityTs: maturity(draft),
    metadata: metadata(draft, {
      price_buckets: () => ({ source: resolverSource(draft), boundaries: boundaries() }),
      webhook: () => resolverUrl(draft),
    }),
  }
}

const numeric = (draft: Draft): Record<string, unknown> => {
  const { random } = draft
  const isPositive = (value: unknown): value is number =>
    typeof value === 'number' && value > 0 && value < 1e40 && value > 1e-38
  const own = may(draft, 'scaleFactor', goodPositive, wrongPositive)
  const other = (): unknown => {
    const value = may(draft, `${RESOLVER}.scaleFactor`, goodPositive, wrongPositive)
    if (!isPositive(own) || !isPositive(value) || own === value) return value
    if (!random.chance(draft.badness)) return own
    draft.broken.push('scaleFactor scale_conflict')
    return value
  }
  const within =
    (min: number, max: number): Good =>
    () =>
      random.pick([min, max, random.integer(min, max)])
  return {
    label: label(draft),
    maturityTs: maturity(draft),
    base: may(draft, 'base', within(2, 256), wrongInteger(2, 256)),
    nbDigits: may(draft, 'nbDigits', within(1, 32), wrongInteger(1, 32)),
    isSigned: may(draft, 'isSigned', () => random.chance(0.5), wrongFlag),
    unit: may(draft, 'unit', () => random.pick(['', 'USD', '€', random.text(32), '🙂'.repeat(32)]), wrongUnit(32)),
    scaleFactor: own,
    metadata: metadata(draft, {
      price_source: () => ({ source: resolverSource(draft), scaleFactor: other() }),
      webhook: () => resolverUrl(draft),
    }),
  }
}

const MAKERS = { threshold, enum: enumeration, numeric } as const

/** @param badness how likely each part is to be spoiled: 0 for a body that holds. */
export const makeBody = (kind: Kind, random: Dice, badness: number, at: { nowTs: number; own: string }): Made => {
  const draft: Draft = { random, badness, broken: [], ...at }
  const body = { ...strangeFields(random), ...MAKERS[kind](draft) }
  return { body, broken: draft.broken.toSorted() }
}
