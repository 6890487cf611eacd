/** Columns of a terminal that is not wide. */
const COLUMNS = 100

/** A text in lines of at most 100 columns. The first begins with `head`, the others under the text of the first. */
export const wrapped = (head: string, text: string): string => {
  const lines: string[] = []
  let line = head
  for (const word of text.split(/\s+/)) {
    const isFirst = line.length <= head.length
    if (!isFirst && line.length + 1 + word.length > COLUMNS) {
      lines.push(line)
      line = ' '.repeat(head.length) + word
    } else line += isFirst ? word : ` ${word}`
  }
  return [...lines, line].join('\n')
}
