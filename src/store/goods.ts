import type { Rail } from '../canonical/snapshot.ts'

/** Which edition a claim got, or what answer it was given. */
export interface EditionRef {
  readonly actor: string
  readonly version: number
  readonly rail: Rail
  /** From 0, the place in the list of editions. */
  readonly index: number
}

/** What a payment was spent on: an edition that can be looked up, or the answer itself. */
export type Goods =
  | { readonly kind: 'edition'; readonly edition: EditionRef }
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly body: string
      readonly headers: Readonly<Record<string, string>>
    }

/** Editions are written short, because a claim on one is made tens of thousands of times a second. */
export const editionGoods = ({ actor, version, rail }: Omit<EditionRef, 'index'>): string =>
  `e|${actor}|${version}|${rail}|`

export const writeGoods = (goods: Goods): string =>
  goods.kind === 'edition' ? editionGoods(goods.edition) + goods.edition.index : `a|${JSON.stringify(goods)}`

export const readGoods = (text: string): Goods => {
  if (text.startsWith('a|')) return JSON.parse(text.slice(2)) as Goods
  const [, actor, version, rail, index] = text.split('|')
  return {
    kind: 'edition',
    edition: { actor: actor!, version: Number(version), rail: rail as Rail, index: Number(index) },
  }
}
