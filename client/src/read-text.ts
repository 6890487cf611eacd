/** The longest answer has about a tenth of this. Whoever sends more wants to fill a memory. */
const MOST_BYTES = 16_777_216

/**
 * The text of an answer, up to a length and a time, whatever the fetch behind it heeds.
 *
 * @throws Error for more; the reason of the signal once that is aborted
 */
export const readText = async (response: Response, signal: AbortSignal): Promise<string> => {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const stop = (): void => void reader.cancel().catch(() => {})
  signal.addEventListener('abort', stop)
  try {
    // A mark at the beginning is kept: what is handed on is what came.
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
    let [text, bytes] = ['', 0]
    for (;;) {
      const { done, value } = await reader.read()
      signal.throwIfAborted()
      if (done) return text + decoder.decode()
      bytes += value.length
      if (bytes > MOST_BYTES) throw new Error(`the answer is longer than ${MOST_BYTES} bytes`)
      text += decoder.decode(value, { stream: true })
    }
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}
