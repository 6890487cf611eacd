/** The subject of a feed: one pair, one coin, one place. */
export interface Subject {
  /** Used in actor ids and store keys: `BTC-USD`. */
  readonly key: string
  /** Used in canonical strings: `BTCUSD`. */
  readonly domain: string
  /** Used in texts and previews: `BTC/USD`. */
  readonly name: string
  /** The values of the feed's path parameters, lower case: `{ base: 'btc', quote: 'usd' }`. */
  readonly path: Readonly<Record<string, string>>
  /** Other values of the same parameters under which it is sold too: `{ chain: 'eth' }`. */
  readonly alsoAt?: readonly Readonly<Record<string, string>>[]
  /** The query parameters that select it among the subjects of one path, in one spelling: `{ window: '1h' }`. None when left out. */
  readonly query?: Readonly<Record<string, string>>
}

/** The key that a word of a path makes: names of actors have no underscores. */
export const keyOfWord = (word: string): string => word.toUpperCase().replaceAll('_', '-')

/** The names of a template's path parameters, in order: `/oracle/price/{base}/{quote}` has `base` and `quote`. */
export const holesOf = (template: string): readonly string[] =>
  [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)

/** The paths that a template leads to; a parameter is never empty and has no slash. */
export const templatePattern = (template: string): RegExp =>
  new RegExp(`^${template.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`)

/**
 * A path template filled with a subject's values.
 *
 * @throws Error if a value is missing, because the definition is wrong then
 */
export const fillPath = (template: string, subject: Subject): string =>
  template.replace(/\{(\w+)\}/g, (_hole, name: string) => {
    const word = subject.path[name]
    if (word === undefined) throw new Error(`${subject.key} has no word for {${name}} in ${template}`)
    return word
  })
