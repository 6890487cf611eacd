import { UnreadableReply } from './query.ts'

/**
 * Reads comma-separated text by RFC 4180: cells may be quoted, a doubled quote inside quotes is one quote, lines end in
 * LF or CRLF. White space around cells is removed, and with it a byte order mark. Lines without any filled cell are
 * dropped: the file of the RBA ends with more than a thousand of them.
 */
export const csvRows = (text: string): string[][] => {
  // Throttled and blocked requests get a web page with status 200, which would otherwise be read as a table of one
  // column.
  if (/^\s*</.test(text)) throw new UnreadableReply(`a page, not a table: ${text.trim().slice(0, 80)}`)
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  // Kept beside the cell: to look through a long cell again at each of its quotes takes a minute for two megabytes.
  let isBlank = true
  const endCell = () => {
    row.push(cell.trim())
    cell = ''
    isBlank = true
  }
  const endRow = () => {
    endCell()
    if (row.some((filled) => filled !== '')) rows.push(row)
    row = []
  }
  let at = 0
  while (at < text.length) {
    const character = text.charAt(at)
    if (character === '"' && isBlank) {
      const end = closingQuote(text, at + 1)
      cell = text.slice(at + 1, end).replaceAll('""', '"')
      isBlank = cell.trim() === ''
      at = end
    } else if (character === ',') endCell()
    else if (character === '\n') endRow()
    else {
      cell += character
      isBlank &&= character.trim() === ''
    }
    at++
  }
  endRow()
  return rows
}

const closingQuote = (text: string, from: number): number => {
  let at = text.indexOf('"', from)
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  if (at === -1) throw new UnreadableReply('the table ends inside a quoted cell')
  return at
}

/** Cells of a table, counted with those that its rows leave out. The longest has some ten thousand rows of ten columns. */
const MOST_CELLS = 1_000_000

/**
 * Rows as records, by the names in the first row. Publishers insert and reorder columns without notice, so nothing is
 * read by position. `needed` names the columns without which the table cannot be used.
 */
export const csvRecords = (
  [header, ...rows]: readonly (readonly string[])[],
  needed: readonly string[],
): Readonly<Record<string, string>>[] => {
  if (header === undefined) throw new UnreadableReply('an empty table')
  for (const name of needed) {
    const count = header.filter((cell) => cell === name).length
    if (count === 0) throw new UnreadableReply(`no column ${name} among ${header.join(',').slice(0, 80)}`)
    if (count > 1) throw new UnreadableReply(`${count} columns are called ${name}`)
  }
  if (rows.length * header.length > MOST_CELLS)
    throw new UnreadableReply(`${rows.length} rows under ${header.length} columns`)
  return rows.map((row, index) => {
    // Exports from spreadsheets may leave out empty cells at the end. A cell too many means that the columns have
    // shifted.
    if (row.length > header.length)
      throw new UnreadableReply(`row ${index + 1} has ${row.length} cells under ${header.length} columns`)
    return Object.fromEntries(header.map((name, column) => [name, row[column] ?? '']))
  })
}
