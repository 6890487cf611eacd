import type { ServingHealth } from './serving.ts'
import { wrapped } from './wrapped.ts'

/** What `npm start` says once, when it serves: what can be bought, what cannot, and which setting opens that. */

export interface ReadyFacts {
  readonly url: string
  readonly adminUrl: string | null
  readonly health: ServingHealth
  /** Each way to pay: its name for people, and the settings that open it. */
  readonly rails: readonly { readonly rail: string; readonly name: string; readonly openedBy: readonly string[] }[]
  /** Which feeds are closed by settings and what opens them, in one sentence; `null` if none is. */
  readonly closed: string | null
  /** Settings that were misspelt, in sentences. */
  readonly misspelt: readonly string[]
  readonly publicUrlSet: boolean
}

const and = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)!}`

const railWords = ({ health, rails }: ReadyFacts): readonly string[] =>
  rails.map(({ rail, name, openedBy }) => {
    const state = health.rails.find((each) => each.rail === rail)
    if (state === undefined) return `${name}: not set up. ${and(openedBy)} open it.`
    if (!state.open) return `${name}: set up, and closed at this moment: ${state.reason ?? 'no reason given'}.`
    return `${name}: open${state.warning === null ? '' : `, but ${state.warning}`}.`
  })

const saleWords = ({ url, health }: ReadyFacts): string => {
  const { sellable, total, rails } = health
  const rest = sellable === total ? '' : ` The others follow as their sources answer; ${url}/health names them.`
  const current = `${sellable} of ${total} answers are current.${rest}`
  if (rails.length === 0) return `Nothing, since there is no way to pay. ${current} Previews are free.`
  if (!rails.some(({ open }) => open)) return `Nothing at this moment, since no way to pay is open. ${current}`
  return current
}

/** Lines for a terminal. */
export const readyText = (facts: ReadyFacts): string => {
  const { url, adminUrl, health, closed, misspelt, publicUrlSet } = facts
  const rows: readonly (readonly [string, string])[] = [
    ...misspelt.map((words) => ['Misspelt', words] as const),
    ...railWords(facts).map((words) => ['Paid with', words] as const),
    ['For sale', saleWords(facts)],
    ...health.workers.flatMap(({ role, reason }) =>
      reason === null ? [] : [['Missing', `${role}: ${reason}.`] as const],
    ),
    ['Events', health.oracle.signs ? 'The DLC oracle signs.' : 'The DLC oracle does not sign yet; the log says why.'],
    ...(closed === null ? [] : [['Closed', `${closed}. ${url}/health names all.`] as const]),
    ...(publicUrlSet
      ? []
      : [['Address', 'Offers and documents name localhost. PUBLIC_URL is the address that buyers use.'] as const]),
    ['Look', and([`${url}/llms.txt`, ...(adminUrl === null ? [] : [`for operators ${adminUrl}/actors`])])],
  ]
  const width = Math.max(...rows.map(([head]) => head.length))
  return [`Claros is ready: ${url}`, ...rows.map(([head, words]) => wrapped(`  ${head.padEnd(width)}   `, words))].join(
    '\n',
  )
}
