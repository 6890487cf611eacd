/** What one instance of a feed speaks about. */
export interface Subject {
  /** In actor ids and store keys: `BTC-USD`. */
  readonly key: string
  /** In canonical strings: `BTCUSD`. */
  readonly domain: string
  /** For people and previews: `BTC/USD`. */
  readonly name: string
  /** What fills the holes of the feed's path template, lower case: `{ base: 'btc', quote: 'usd' }`. */
  readonly path: Readonly<Record<string, string>>
  /** The query parameters that tell it from others on the same path: `{ window: '1h' }`. None when left out. */
  readonly query?: Readonly<Record<string, string>>
}

/** The names of the holes of a path template, in order: `/oracle/price/{base}/{quote}` has `base` and `quote`. */
export const holesOf = (template: string): readonly string[] =>
  [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)

/** A template with a subject's words in its holes. Throws when one is missing: a definition is wrong then. */
export const fillPath = (template: string, subject: Subject): string =>
  template.replace(/\{(\w+)\}/g, (_hole, name: string) => {
    const word = subject.path[name]
    if (word === undefined) throw new Error(`${subject.key} has no word for {${name}} in ${template}`)
    return word
  })
