/** How long one request is sent again: a payment that a busy machine lost sight of is held for half a minute. */
const PATIENCE_MS = 120_000

/**
 * `fetch` that obeys `Retry-After`: after a 503 it waits that long and sends the same request again. The same payment
 * may be sent again, since it is taken once. Any other answer is returned as it is, and so is the 503 that comes when
 * patience has ended.
 */
export const patientFetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    // The body of a `Request` can be read only once, so each try sends a copy.
    const answer = await fetch(input instanceof Request ? (input.clone() as Request) : input, init)
    const waitSeconds = Number(answer.headers.get('retry-after'))
    if (answer.status !== 503 || !(waitSeconds > 0) || Date.now() >= until) return answer
    await answer.body?.cancel()
    await Bun.sleep(waitSeconds * 1_000)
  }
}
