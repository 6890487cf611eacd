/** A question of a person's own program to a service, and the text of the answer. Node and Bun share all that it uses. */

export interface TextAnswer {
  /** `application/json; charset=utf-8`; '' where the answer names none. */
  readonly type: string
  readonly text: string
}

/** @throws Error if the service cannot be reached, or does not answer in time */
export const postText = async (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  timeoutMs: number,
): Promise<TextAnswer> => {
  const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(timeoutMs) })
  return { type: response.headers.get('content-type') ?? '', text: await response.text() }
}
