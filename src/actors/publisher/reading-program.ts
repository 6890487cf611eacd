import { readByName } from '../../sources/large-readers.ts'
import type { ReadAnswer, ReadTask } from './reading-thread.ts'

/** The program of the thread that reads long replies: one task after the other, each answered once. */

declare const self: {
  addEventListener(what: 'message', heard: (event: { readonly data: ReadTask }) => void): void
  postMessage(answer: ReadAnswer, transferred: readonly []): void
}

const answerTo = ({ asked, body }: ReadTask): ReadAnswer => {
  try {
    return { ok: true, value: readByName(asked, body) }
  } catch (problem) {
    return { ok: false, reason: problem instanceof Error ? problem.message : String(problem) }
  }
}

self.addEventListener('message', ({ data }) => self.postMessage(answerTo(data), []))
