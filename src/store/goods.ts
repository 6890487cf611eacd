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
  /** An answer that can only be written once the money is here: what a DLC event came to. */
  | { readonly kind: 'promise'; readonly event: string }

/** Editions are written short, because a claim on one is made tens of thousands of times a second. */
export const editionGoods = ({ actor, version, rail }: Omit<EditionRef, 'index'>): string =>
  `e|${actor}|${version}|${rail}|`

export const writeGoods = (goods: Goods): string => {
  switch (goods.kind) {
    case 'edition':
      return editionGoods(goods.edition) + goods.edition.index
    case 'promise':
      return `p|${goods.event}`
    case 'answer':
      return `a|${JSON.stringify(goods)}`
  }
}

export const readGoods = (text: string): Goods => {
  if (text.startsWith('a|')) return JSON.parse(text.slice(2)) as Goods
  if (text.startsWith('p|')) return { kind: 'promise', event: text.slice(2) }
  const [, actor, version, rail, index] = text.split('|')
  return {
    kind: 'edition',
    edition: { actor: actor!, version: Number(version), rail: rail as Rail, index: Number(index) },
  }
}
