import { markup } from './markup.ts'
import { UnreadableReply } from './query.ts'

/** One element with what is inside it. */
export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Element[]
  /** Its own text and not that of its children, without white space around it. */
  readonly text: string
}

interface Growing {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Growing[]
  text: string
}

const done = ({ name, attributes, children, text }: Growing): Element => ({
  name,
  attributes,
  children: children.map(done),
  text: text.trim(),
})

const DEEPEST = 40

/** The outermost element of an XML text. Throws `Unreadable` where elements do not close in order: a cut file is refused. */
export const xml = (text: string): Element => {
  if (!text.trimStart().startsWith('<')) throw new UnreadableReply(`not XML: ${text.trim().slice(0, 80)}`)
  const outside: Growing = { name: '', attributes: {}, children: [], text: '' }
  const open: Growing[] = [outside]
  for (const piece of markup(text)) {
    const inner = open.at(-1)!
    if (piece.kind === 'text') inner.text += piece.text
    else if (piece.kind === 'open') {
      if (open.length > DEEPEST) throw new UnreadableReply(`elements deeper than ${DEEPEST}`)
      const grown: Growing = { name: piece.name, attributes: piece.attributes, children: [], text: '' }
      inner.children.push(grown)
      open.push(grown)
    } else if (inner.name === piece.name && open.length > 1) open.pop()
    else throw new UnreadableReply(`</${piece.name}> closes <${inner.name}>`)
  }
  const [root, ...more] = outside.children
  if (open.length > 1) throw new UnreadableReply(`<${open.at(-1)!.name}> does not close`)
  if (!root || more.length > 0) throw new UnreadableReply(`${outside.children.length} outermost elements`)
  return done(root)
}

/** All elements of this name below one, at any depth, in order. */
export const below = (element: Element, name: string): readonly Element[] =>
  element.children.flatMap((child) => (child.name === name ? [child] : []).concat(below(child, name)))
