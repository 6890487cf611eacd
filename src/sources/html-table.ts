import { type Markup, onOneLine } from './markup.ts'

/** One cell: its text on one line, the text of each `span` in it, and the addresses that its links lead to. */
export interface HtmlCell {
  readonly text: string
  readonly spans: readonly string[]
  readonly links: readonly string[]
}

interface OpenCell {
  text: string
  span: string | null
  readonly spans: string[]
  readonly links: string[]
}

/** The rows of all tables in these pieces, in order; header cells count as cells. */
export const htmlRows = (pieces: readonly Markup[]): readonly (readonly HtmlCell[])[] => {
  const rows: HtmlCell[][] = []
  let row: HtmlCell[] | null = null
  let cell: OpenCell | null = null
  const endCell = () => {
    if (cell) row?.push({ text: onOneLine(cell.text), spans: cell.spans.map(onOneLine), links: cell.links })
    cell = null
  }
  const endRow = () => {
    endCell()
    if (row) rows.push(row)
    row = null
  }
  const isCell = (name: string): boolean => name === 'td' || name === 'th'
  for (const piece of pieces) {
    if (piece.kind === 'text') {
      if (cell) cell.text += piece.text
      if (cell?.span != null) cell.span += piece.text
    } else if (piece.kind === 'open') {
      if (piece.name === 'tr') {
        endRow()
        row = []
      } else if (isCell(piece.name)) {
        endCell()
        cell = { text: '', span: null, spans: [], links: [] }
      } else if (piece.name === 'span' && cell) cell.span = ''
      else if (piece.name === 'a' && cell && piece.attributes['href'] !== undefined)
        cell.links.push(piece.attributes['href'])
    } else if (piece.name === 'span' && cell?.span != null) {
      cell.spans.push(cell.span)
      cell.span = null
    } else if (isCell(piece.name)) endCell()
    else if (piece.name === 'tr' || piece.name === 'table') endRow()
  }
  endRow()
  return rows
}

/** The pieces inside the first element of this name and id; `null` if there is none. */
export const insideId = (pieces: readonly Markup[], name: string, id: string): readonly Markup[] | null => {
  const from = pieces.findIndex(
    (piece) => piece.kind === 'open' && piece.name === name && piece.attributes['id'] === id,
  )
  if (from < 0) return null
  let depth = 0
  for (let at = from; at < pieces.length; at++) {
    const piece = pieces[at]!
    if (piece.kind === 'text' || piece.name !== name) continue
    depth += piece.kind === 'open' ? 1 : -1
    if (depth === 0) return pieces.slice(from + 1, at)
  }
  return pieces.slice(from + 1)
}

/** The pairs of all definition lists: each term with the description that follows it. */
export const htmlDefinitions = (pieces: readonly Markup[]): readonly (readonly [term: string, is: string])[] => {
  const found: { name: string; text: string }[] = []
  let open: { name: string; text: string } | null = null
  for (const piece of pieces) {
    const isPart = piece.kind !== 'text' && (piece.name === 'dt' || piece.name === 'dd')
    if (piece.kind === 'text') {
      if (open) open.text += piece.text
    } else if (isPart && piece.kind === 'open') found.push((open = { name: piece.name, text: '' }))
    else if (isPart || piece.name === 'dl') open = null
  }
  return found.flatMap(({ name, text }, at) => {
    const next = found[at + 1]
    return name === 'dt' && next?.name === 'dd' ? [[onOneLine(text), onOneLine(next.text)] as const] : []
  })
}
