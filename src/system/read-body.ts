/** Reads a body in chunks, so that an endless one takes `limit` bytes and not all the memory. */
export const readBody = async (response: Response, limit: number): Promise<Uint8Array | null> => {
  if (!response.body) return new Uint8Array()
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body) {
    size += piece.byteLength
    // Leaving the loop cancels the stream and with it the connection.
    if (size > limit) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
