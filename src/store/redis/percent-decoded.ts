/** Decodes percent-encoded text; `null` when it is malformed. */
export const percentDecoded = (text: string | undefined): string | null => {
  try {
    return decodeURIComponent(text ?? '')
  } catch {
    return null
  }
}
