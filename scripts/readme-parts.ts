import type { Tariff } from '../src/feeds/tariff.ts'
import { priceInWords, TARIFF } from '../src/feeds/tariff.ts'
import { COMPUTED_FEEDS } from '../src/feeds/history/computed-feeds.ts'
import { registry } from '../src/feeds/registry.ts'
import { fillPath } from '../src/feeds/subject.ts'
import { DEMO_COMMAND } from '../src/demo/command.ts'
import { SKILL_TABLE } from '../src/http/discovery/skill-table.ts'
import { skillOf } from '../src/http/discovery/skills.ts'
import { optionLines } from '../src/launch/command-options.ts'
import { START_COMMAND } from '../src/start/command.ts'
import { table } from './table.ts'

/** The generated parts of the README. */

interface Good {
  readonly path: string
  readonly price: Tariff | null
}

/** Everything that is sold, and the quote, which costs nothing. */
const goods = (): readonly Good[] => [
  ...registry.items.map(({ path, feed }) => ({ path, price: feed.sale.price })),
  ...registry.onDemand.map(({ sale }) => ({ path: sale.path, price: sale.price })),
  ...COMPUTED_FEEDS.flatMap((feed) =>
    feed.subjects.map((subject) => ({ path: fillPath(feed.path, subject), price: feed.price })),
  ),
  ...['threshold', 'enum', 'numeric'].map((kind) => ({ path: `/dlc/oracle/${kind}`, price: TARIFF.event })),
  { path: '/insurance/route/quote', price: null },
]

/** Distinct prices, the lowest first. */
const pricesOf = (own: readonly Good[]): string => {
  const prices = own.flatMap(({ price }) => price ?? []).toSorted((a, b) => a.microUsd - b.microUsd)
  return [...new Set(prices.map(priceInWords))].join('; ') || 'free'
}

/** One line for each family: how many paths, what an answer costs, and one of them. */
const prices = (): string => {
  const families = Map.groupBy(goods(), ({ path }) => skillOf(path))
  return table(
    ['Family', 'Paths', 'An answer costs', 'For instance'],
    SKILL_TABLE.flatMap((skill) => {
      const own = families.get(skill)
      if (!own) return []
      const paths = [...new Set(own.map(({ path }) => path))]
      return [[skill.name, String(paths.length), pricesOf(own), `\`${paths[0]}\``]]
    }),
  )
}

/** What each command takes, as its `--help` says. */
const options = (): string =>
  [
    '```',
    ...[DEMO_COMMAND, START_COMMAND].map((command) => `${command.name} -- [options]\n${optionLines(command)}`),
    '```',
  ].join('\n')

export const README_PARTS = { options, prices } as const
