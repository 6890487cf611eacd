import type { Checked, Circumstances } from '../../../src/dlc/terms/checks.ts'
import type { Dice } from './random.ts'

export const NOW = 1_798_761_600
export const YEAR = 365 * 86_400
export const around: Circumstances = {
  nowTs: NOW,
  ownHosts: ['oracle.example', 'localhost:4020'],
  plainHosts: ['127.0.0.1:9900'],
}

/** A body as JSON makes it: everything may stand anywhere. */
export type Json = Record<string, unknown>

/** A damage to one part of a body, and the one note it must lead to. Damages of different parts do not interfere. */
export interface Damage {
  readonly part: string
  readonly path: string
  readonly rule: string
  apply(body: Json): void
}

export const set =
  (path: string, value: unknown) =>
  (body: Json): void => {
    const names = path.split('.')
    const last = names.pop() ?? ''
    let at = body
    for (const name of names) at = at[name] as Json
    at[last] = value
  }

/** `[part, path of the note, rule, value]`: sets the part to the value. */
export const damage = (part: string, path: string, rule: string, value: unknown): Damage => ({
  part,
  path,
  rule,
  apply: set(part, value),
})

/** Some damages, at most one for each part. */
export const someOf = (random: Dice, damages: readonly Damage[]): readonly Damage[] => {
  const chosen = new Map<string, Damage>()
  for (let i = random.integer(1, 5); i > 0; i--) {
    const one = random.pick(damages)
    chosen.set(one.part, one)
  }
  return [...chosen.values()]
}

export const broken = (checked: Checked<unknown>): readonly string[] =>
  checked.ok ? [] : checked.broken.map(({ path, rule }) => `${path} ${rule}`).sort()

const SCRAPS: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  5e-324,
  NOW + 3600,
  '',
  'x',
  '\ud800',
  'BTCUSD',
  'above',
  'https://a.example/',
  'webhook',
  'price_buckets',
  [],
  {},
]

const KEYS = [
  'pair strike direction expiry webhookUrl label outcomes maturityTs metadata resolverConfig kind source boundaries url',
  'scaleFactor base nbDigits isSigned unit constructor __proto__',
].flatMap((line) => line.split(' '))

/** Anything at all that JSON can say, with our own words in it more often than chance would have them. */
export const junk = (random: Dice, depth = 3): unknown => {
  if (depth === 0 || random.chance(0.3)) return random.pick(SCRAPS)
  if (random.chance(0.3)) return Array.from({ length: random.integer(0, 4) }, () => junk(random, depth - 1))
  const entries = Array.from({ length: random.integer(0, 6) }, () => [random.pick(KEYS), junk(random, depth - 1)])
  return JSON.parse(JSON.stringify(Object.fromEntries(entries))) as unknown
}
