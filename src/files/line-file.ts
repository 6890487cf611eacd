import { readSync } from 'node:fs'

/** Reading a file of lines in pieces, by its descriptor. */

const PIECE = 1 << 20
const LINE_FEED = 0x0a

/**
 * The length of the file's whole lines. Text after the last line feed is from an interrupted write. So is a last line
 * with zero bytes in it: some file systems extend a file before they have written its bytes.
 */
export const wholeLength = (file: number, size: number): number => {
  const lastLineFeed = (before: number): number => {
    const piece = Buffer.alloc(PIECE)
    for (let to = before; to > 0;) {
      const from = Math.max(0, to - PIECE)
      const found = piece.subarray(0, readSync(file, piece, 0, to - from, from)).lastIndexOf(LINE_FEED)
      if (found >= 0) return from + found
      to = from
    }
    return -1
  }
  const last = lastLineFeed(size)
  const start = lastLineFeed(last) + 1
  const line = Buffer.alloc(Math.max(0, last - start))
  readSync(file, line, 0, line.length, start)
  return line.includes(0) ? start : last + 1
}

/** Lines with their offsets in bytes. The part up to `until` must end with a line feed. */
export function* linesOf(
  file: number,
  until: number,
): Generator<{ readonly text: string; readonly at: number; readonly length: number }> {
  let rest: Buffer = Buffer.alloc(0)
  let at = 0
  for (let from = 0; from < until;) {
    const piece = Buffer.alloc(Math.min(PIECE, until - from))
    const got = readSync(file, piece, 0, piece.length, from)
    if (got === 0) return
    from += got
    const bytes = rest.length > 0 ? Buffer.concat([rest, piece.subarray(0, got)]) : piece.subarray(0, got)
    let start = 0
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
      yield { text: bytes.toString('utf8', start, end), at, length: end - start }
      at += end - start + 1
      start = end + 1
    }
    rest = bytes.subarray(start)
  }
}

/** The texts of whole lines, newest first. The part up to `until` must end with a line feed. */
export function* linesBackward(file: number, until: number): Generator<string> {
  let rest: Buffer = Buffer.alloc(0)
  for (let to = until; to > 0;) {
    const from = Math.max(0, to - PIECE)
    const piece = Buffer.alloc(to - from)
    readSync(file, piece, 0, piece.length, from)
    const bytes = rest.length > 0 ? Buffer.concat([piece, rest]) : piece
    let end = bytes.length
    // A negative offset would be counted from the end.
    while (end > 1) {
      const feed = bytes.lastIndexOf(LINE_FEED, end - 2)
      if (feed < 0) break
      yield bytes.toString('utf8', feed + 1, end - 1)
      end = feed + 1
    }
    rest = bytes.subarray(0, end)
    to = from
  }
  if (rest.length > 0) yield rest.toString('utf8', 0, rest.length - 1)
}
