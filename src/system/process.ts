import { hostname } from 'node:os'
import type { Log } from '../ports.ts'
import { WRONG_SETTING } from './exit-status.ts'

/** This process, for operators: a unique name, its start in Unix seconds, and its memory. */
export const describeSelf = (program: string) => {
  const startedAt = Math.floor(performance.timeOrigin / 1000)
  return {
    /** `worker/<host>/<pid>/<start>` */
    name: [program, hostname(), process.pid, startedAt].join('/'),
    startedAt,
    residentBytes: (): number => process.memoryUsage.rss(),
  }
}

/**
 * Runs `close` once on SIGTERM, SIGINT or the end of a supervising parent, and then ends the process. It is killed when
 * `close` takes longer than the deadline. A part of it that cannot go on calls `leaveWith`.
 */
export const orderlyExit = (log: Log, deadlineMs: number, close: () => Promise<void>): void => {
  let closing = false
  const exit = (signal: string) => {
    if (closing) return
    closing = true
    log.info('process.closing', { signal })
    setTimeout(() => process.exit(1), deadlineMs).unref()
    close().then(
      () => process.exit(process.exitCode ?? 0),
      (problem: unknown) => {
        log.error('process.close_failed', { message: String(problem) })
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => exit(signal))
  if (process.env.CLAROS_SUPERVISED) onParentGone(() => exit('parent gone'))
}

/** Ends this process in order, as `orderlyExit` does, with this status. */
export const leaveWith = (status: number): void => {
  process.exitCode = status
  process.kill(process.pid, 'SIGTERM')
}

type ErrorClass = new (message: string) => Error

/** What an operator can repair. */
export interface Mendable {
  /** Settings and files that stay wrong until somebody changes them: the status is `WRONG_SETTING`. */
  readonly settings: readonly ErrorClass[]
  /** What may be better at the next start, such as a Redis that does not answer: the status is 1. */
  readonly circumstances: readonly ErrorClass[]
}

/**
 * A failure at start that an operator can repair is shown as one sentence. Any other one is a bug and is shown with its
 * stack.
 */
export const refuseToStart =
  ({ settings, circumstances }: Mendable) =>
  (problem: unknown): never => {
    const isSetting = settings.some((each) => problem instanceof each)
    const isMendable = isSetting || circumstances.some((each) => problem instanceof each)
    const { message, stack } = problem as Error
    process.stderr.write(`claros: ${isMendable ? message : (stack ?? String(problem))}\n`)
    process.exit(isSetting ? WRONG_SETTING : 1)
  }

/** A supervisor holds the other end of our standard input. That end closes however the supervisor ends. */
const onParentGone = (act: () => void): void => {
  process.stdin.on('end', act).on('close', act).on('error', act)
  process.stdin.resume()
}
