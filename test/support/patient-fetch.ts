import { until } from './until.ts'

/**
 * `fetch` of a client that does as it is told: what answers 503 with a `Retry-After` is asked again, with the same
 * payment. Any other answer is given back as it is.
 */
export const patientFetch = (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
  // A request can be sent once: each try is one of its own.
  const again = () => (input instanceof Request ? (input.clone() as Request) : input)
  return until(`an answer of ${input instanceof Request ? input.url : input}`, async () => {
    const answer = await fetch(again(), init)
    const waitSeconds = Number(answer.headers.get('retry-after'))
    if (answer.status !== 503 || !(waitSeconds > 0)) return answer
    await answer.body?.cancel()
    await Bun.sleep(waitSeconds * 1_000)
    return null
  })
}
