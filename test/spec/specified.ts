/**
 * One path of the customer's contract. The rows in `rows` were written down by hand, word for word from its tables,
 * and never from our code: `specification.test.ts` holds the product to them.
 */
export interface Specified {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** With `{holes}` where it takes any word; closed sets of words are spelled out, one row each. */
  readonly path: string
  readonly access: 'free' | 'admin' | Price
  /** The free list that names it; left out where the contract gives none. */
  readonly catalogue?: string
  /** Query parameters that it takes. */
  readonly query?: readonly string[]
  /** Fields of the body that it takes, in the form of `fields`. */
  readonly takes?: readonly string[]
  /** Fields of its body: `a.b` inside an object, `a[].b` inside a list; `a?` need not be in every body. */
  readonly fields: readonly string[]
  /** The form of its canonical string, where the contract gives one. */
  readonly canonical?: RegExp
}

/** @param sats left out where the contract gives dollars alone */
export interface Price {
  readonly usd: string
  readonly sats?: number
}

/** Words between spaces or line ends. */
export const words = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '')

/** What every answer that is sold carries. */
const SIGNED = words('canonical signature signingScheme pubkey')

/** What every free copy carries. */
const COPY = words('preview signed')

interface Sale extends Price {
  readonly paths: string
  readonly fields: string
  /** Fields of the free copy at the path followed by `/preview`, besides those of every copy; left out: there is none. */
  readonly preview?: string
  readonly catalogue?: string
  readonly query?: string
  readonly canonical?: RegExp
}

/** Paths at one price with one body, each followed by its free copy if it has one. */
export const sold = ({ paths, usd, sats, fields, preview, catalogue, query, canonical }: Sale): readonly Specified[] =>
  words(paths).flatMap((path): readonly Specified[] => [
    {
      method: 'GET',
      path,
      access: { usd, ...(sats !== undefined && { sats }) },
      fields: [...SIGNED, ...words(fields)],
      ...(catalogue !== undefined && { catalogue }),
      ...(query !== undefined && { query: words(query) }),
      ...(canonical && { canonical }),
    },
    ...(preview === undefined ? [] : [free(`${path}/preview`, preview, COPY)]),
  ])

/** A path that costs nothing. */
export const free = (path: string, fields: string, also: readonly string[] = []): Specified => ({
  method: 'GET',
  path,
  access: 'free',
  fields: [...also, ...words(fields)],
})

/** A free list of what is sold. Its fields are ours: the contract says that it lists paths and prices. */
export const catalogue = (path: string): Specified =>
  free(path, 'family feeds[].path feeds[].price_usd feeds[].price_sats feeds[].subjects[].path')

/** @param takes fields of the body that it takes */
export const post = (path: string, access: Specified['access'], takes: string, fields: string): Specified => ({
  method: 'POST',
  path,
  access,
  takes: words(takes),
  fields: words(fields),
})
