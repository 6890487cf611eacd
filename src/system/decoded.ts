import type { Charset } from '../ports.ts'

/** The byte order marks that we meet, and what follows them. They win over what was agreed: they are of this reply. */
const MARKS: readonly (readonly [mark: readonly number[], charset: Charset])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
]

/**
 * The text of a reply, without its byte order mark.
 *
 * @param agreed how the provider writes where it sets no mark
 */
export const decoded = (bytes: Uint8Array, agreed: Charset = 'utf-8'): string => {
  const [, charset = agreed] = MARKS.find(([mark]) => mark.every((byte, at) => bytes[at] === byte)) ?? []
  return new TextDecoder(charset).decode(bytes)
}
