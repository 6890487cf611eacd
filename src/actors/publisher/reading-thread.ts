import { type ApartReader, UnreadableReply } from '../../sources/query.ts'
import { SECOND_MS } from '../../time-units.ts'
import { atMost } from './at-most.ts'

/** A thread that reads long replies, so that other ticks of this worker do not wait for them (decision 0113). */

export interface ReadTask {
  readonly asked: ApartReader
  readonly body: string
}

export type ReadAnswer =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string }

export interface ReadingThread {
  /**
   * What the named reader makes of a reply. Replies are read one at a time, in their order.
   *
   * @throws UnreadableReply of the reader, and also if the thread ends or takes too long
   */
  read(asked: ApartReader, body: string): Promise<unknown>
  close(): void
}

export interface ReadingLimits {
  /** A reader that takes longer is ended. */
  readonly limitMs: number
  /** A thread without work gives its memory back after this time. */
  readonly idleMs: number
}

/** The longest reply takes a twentieth of this on an idle machine. Long replies come twice an hour at most. */
const LIMITS: ReadingLimits = { limitMs: 10 * SECOND_MS, idleMs: 5 * SECOND_MS }

const PROGRAM = new URL('./reading-program.ts', import.meta.url)

/** The thread starts with the first reply. One that has ended is replaced for the next reply. */
export const openReadingThread = ({ limitMs, idleMs }: ReadingLimits = LIMITS, program = PROGRAM): ReadingThread => {
  const oneByOne = atMost(1)
  let thread: Worker | null = null
  /** Ends the task that is being read. */
  let answer: ((found: ReadAnswer) => void) | null = null
  let idle: Timer | undefined
  let isClosed = false

  const end = (reason: string): void => {
    clearTimeout(idle)
    thread?.terminate()
    thread = null
    answer?.({ ok: false, reason })
  }

  const start = (): Worker => {
    // It has no use for settings, and keys are among them.
    const started = new Worker(program, { smol: true, env: {} })
    // What a thread says that has been replaced counts no longer.
    const unlessReplaced = (act: () => void): void => {
      if (started === thread) act()
    }
    started.addEventListener('message', ({ data }: MessageEvent<ReadAnswer>) => unlessReplaced(() => answer?.(data)))
    started.addEventListener('messageerror', () =>
      unlessReplaced(() => end('the reading thread said nothing readable')),
    )
    started.addEventListener('error', ({ message }) =>
      unlessReplaced(() => end(`the reading thread failed: ${message}`)),
    )
    started.addEventListener('close', () => unlessReplaced(() => end('the reading thread ended')))
    // It must not keep a process alive that wants to end.
    started.unref()
    return started
  }

  const ask = async (task: ReadTask): Promise<unknown> => {
    if (isClosed) throw new UnreadableReply('the worker is closing')
    clearTimeout(idle)
    const { promise, resolve } = Promise.withResolvers<ReadAnswer>()
    answer = resolve
    const late = setTimeout(() => end(`not read within ${limitMs} ms`), limitMs)
    thread ??= start()
    thread.postMessage(task, [])
    const found = await promise
    answer = null
    clearTimeout(late)
    if (thread) {
      idle = setTimeout(() => end('idle'), idleMs)
      idle.unref()
    }
    if (!found.ok) throw new UnreadableReply(found.reason)
    return found.value
  }

  return {
    read: (asked, body) => oneByOne(() => ask({ asked, body })),
    close: () => {
      isClosed = true
      end('the worker is closing')
    },
  }
}
