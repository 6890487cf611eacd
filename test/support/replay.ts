/** A server for UPSTREAM_ORIGIN that repeats what providers once said, byte by byte. */
export interface Replay {
  readonly origin: string
  /** Everything that was asked since the last `forget`, as `host/path`. */
  readonly asked: readonly string[]
  /** From now on this question is answered with this body; a query matters only when the question names one. */
  say(question: string, body: string): void
  /** No question has an answer any more. */
  forget(): void
  stop(): Promise<void>
}

/** Host, path and query without the case of letters: some recordings spell a symbol as the provider's readers did. */
const fold = (question: string): string => question.toLowerCase()

export const startReplay = (): Replay => {
  const answers = new Map<string, string>()
  const asked: string[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: ({ url }) => {
      const question = fold(url.slice(url.indexOf('/', 'http://'.length) + 1))
      asked.push(question)
      const body = answers.get(question) ?? answers.get(question.split('?')[0]!)
      return body === undefined ? new Response('not recorded', { status: 404 }) : new Response(body)
    },
  })
  return {
    origin: server.url.origin,
    asked,
    say: (question, body) => void answers.set(fold(question), body),
    forget: () => {
      answers.clear()
      asked.length = 0
    },
    stop: () => server.stop(true),
  }
}
