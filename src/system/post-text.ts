/** A question of a person's own program to a service, and the text of the answer. Node and Bun share all that it uses. */

export interface TextAnswer {
  readonly status: number
  /** `application/json; charset=utf-8`; '' where the answer names none. */
  readonly type: string
  readonly text: string
}

/**
 * Follows no redirect: what a question carries, a payment among it, is for nobody but whom it was written to.
 *
 * @throws Error if the service cannot be reached, does not answer in time, or sends elsewhere
 */
export const postText = async (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<TextAnswer> => {
  const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' })
  return { status: response.status, type: response.headers.get('content-type') ?? '', text: await response.text() }
}
