import type { Haystack } from './needles.ts'

/** Everything that this process is told over HTTP, by whichever client. */
export interface Heard {
  readonly answers: readonly Haystack[]
  /** Lets go of `fetch`, when all that is under way has come. */
  stop(): Promise<void>
}

/** Stands in front of `fetch` until it is stopped: status, headers and body of every answer are kept. */
export const hearEverything = (): Heard => {
  const own = globalThis.fetch
  const answers: Haystack[] = []
  const running = new Set<Promise<void>>()
  const keep = async (url: string, answer: Response): Promise<void> => {
    const head = [`${answer.status} ${url}`, ...[...answer.headers].map(([name, value]) => `${name}: ${value}`)]
    const body = await answer.arrayBuffer()
    answers.push({ place: url, bytes: Buffer.concat([Buffer.from(`${head.join('\n')}\n\n`), Buffer.from(body)]) })
  }
  const hearing = async (...asked: Parameters<typeof fetch>): Promise<Response> => {
    const answer = await own(...asked)
    const kept = keep(answer.url, answer.clone() as Response)
    running.add(kept)
    await kept.catch(() => {}).finally(() => running.delete(kept))
    return answer
  }
  globalThis.fetch = Object.assign(hearing, { preconnect: own.preconnect })
  return {
    answers,
    stop: async () => {
      await Promise.allSettled(running)
      globalThis.fetch = own
    },
  }
}
