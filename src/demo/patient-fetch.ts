/** So often one request is sent at most. */
const TRIES = 30

/**
 * `fetch` of a client that does what it is told: a 503 with `Retry-After` is asked again after that time, with the same
 * payment, which is taken once. Any other answer is handed back as it is, and so is the last 503.
 */
export const patientFetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
  for (let tries = 1; ; tries++) {
    // A request can be sent once: each try is one of its own.
    const answer = await fetch(input instanceof Request ? (input.clone() as Request) : input, init)
    const waitSeconds = Number(answer.headers.get('retry-after'))
    if (answer.status !== 503 || !(waitSeconds > 0) || tries === TRIES) return answer
    await answer.body?.cancel()
    await Bun.sleep(waitSeconds * 1_000)
  }
}
