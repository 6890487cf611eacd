import { groupBy } from '../../group-by.ts'
import { DAY_MS } from '../../time-units.ts'
import { HOSTS, type Model, MODELS } from './models.ts'

/** Models that hosts have begun to sell and that the settings file does not have: for the operator's alarm. */

type Source = keyof Model['ids']

/** Names of models at our hosts, in one spelling, and since when a list has each, Unix milliseconds; 0: always. */
export type KnownModels = Readonly<Record<string, number>>

/** How the lists write names of a host; what follows is the model. Of a plain name of LiteLLM its beginning tells. */
const SPELLINGS: Readonly<Record<Source, readonly (readonly [pattern: RegExp, host: string])[]>> = {
  genai: HOSTS.map((host) => [new RegExp(`^${host}/`), host]),
  litellm: [
    [/^(?=(?:gpt-|o\d)[^/]*$)/, 'openai'],
    [/^(?=claude-[^/]*$)/, 'anthropic'],
    [/^groq\//, 'groq'],
    [/^together_ai\//, 'together'],
    [/^fireworks_ai\/(?:accounts\/fireworks\/models\/)?/, 'fireworks'],
    [/^cerebras\//, 'cerebras'],
  ],
  // Other makers' prices there are those of the cheapest host.
  openrouter: [
    [/^openai\//, 'openai'],
    [/^anthropic\//, 'anthropic'],
  ],
}

/** It becomes a label of a metric, and it is text of strangers. */
const SPOKEN = /^[a-z0-9/_-]{1,80}$/

/** `anthropic/claude-opus-4-8` of each list's own name; `null` of other hosts and of names that are none. */
export const modelNamed = (source: Source, name: string): string | null => {
  const [pattern, host] = SPELLINGS[source].find(([each]) => each.test(name)) ?? []
  if (!pattern) return null
  const spoken = `${host}/${name.replace(pattern, '').toLowerCase().replaceAll('.', '-')}`
  return SPOKEN.test(spoken) ? spoken : null
}

const OURS: ReadonlySet<string> = new Set(
  MODELS.flatMap(({ ids }) =>
    (Object.keys(ids) as Source[]).flatMap((source) => (ids[source] && modelNamed(source, ids[source])) ?? []),
  ),
)

/** A list has some hundred models of our hosts. */
const MOST_KNOWN = 2_000

/** A model that is not added within this time is not wanted. */
const NEW_MS = 30 * DAY_MS

/**
 * The models of a list that are not ours, after a reply. What the first reply has was always there. A later one that has left
 * the list is forgotten after a while: what comes and goes must not fill it up for what is new.
 *
 * @param before `undefined` before the first reply
 */
export const knownModels = (
  source: Source,
  names: readonly string[],
  before: KnownModels | undefined,
  readAt: number,
): KnownModels => {
  const told = names.flatMap((name) => modelNamed(source, name) ?? []).filter((name) => !OURS.has(name))
  const added = told.filter((name) => before?.[name] === undefined).map((name) => [name, before ? readAt : 0] as const)
  const isTold = new Set(told)
  const kept = Object.entries(before ?? {}).filter(
    ([name, since]) => since === 0 || readAt - since <= NEW_MS || isTold.has(name),
  )
  return Object.fromEntries([...kept, ...added].slice(0, MOST_KNOWN))
}

const LEAST_LISTS = 2

/**
 * Models that came onto a second list within the last 30 days, the newest first.
 *
 * @param lists what each list knows
 */
export const candidateModels = (lists: readonly KnownModels[], now: number): readonly string[] => {
  const since = groupBy(
    lists.flatMap((list) => Object.entries(list)),
    ([name]) => name,
  )
  return [...since]
    .flatMap(([name, entries]) => {
      const second = entries.map(([, at]) => at).toSorted((a, b) => a - b)[LEAST_LISTS - 1]
      return second !== undefined && second > 0 && now - second <= NEW_MS ? [{ name, second }] : []
    })
    .toSorted((a, b) => b.second - a.second || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name)
}
