/** `null`: the text is longer than allowed. Leaving the loop cancels the stream, which closes the connection. */
export const boundedText = async (response: Response, maxBytes: number): Promise<string | null> => {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += piece.byteLength
    if (size > maxBytes) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}
