import { resolve } from 'node:path'
import type { Log } from '../ports.ts'
import { WRONG_SETTING } from '../system/exit-status.ts'
import { createPauses } from './pauses.ts'

/** A process that is started again when it dies. */
export interface Child {
  readonly name: string
  readonly pid: number
  /** Ends it for good and waits until it is gone; kills it after the deadline. */
  stop(deadlineMs: number): Promise<void>
}

export interface ChildOptions {
  readonly name: string
  /** Path of the program below `src`: `worker.ts`. */
  readonly program: string
  readonly env: Record<string, string>
  readonly log: Log
  /** Called with its exit status when another start would end the same way. */
  onHopeless(name: string, status: number): void
}

/**
 * A process that ends within this time of its first start refused to start, whatever its status: its message says why.
 * `WRONG_SETTING` says so at any time.
 */
const HOPELESS_MS = 12_000

const SOURCE = resolve(import.meta.dir, '..')

/**
 * Starts a program of this service and keeps it running. The program writes to our standard error, and ends when its
 * standard input closes.
 */
export const startChild = ({ name, program, env, log, onHopeless }: ChildOptions): Child => {
  const spawn = () =>
    Bun.spawn([process.execPath, '--no-install', resolve(SOURCE, program)], {
      env,
      // The child ends when this pipe closes. The system closes it even if this process is killed.
      stdio: ['pipe', 'inherit', 'inherit'],
    })
  let running = spawn()
  let startedAt = Date.now()
  let stopping = false
  let first = true
  const pauseAfter = createPauses()

  const watch = (child: typeof running) =>
    void child.exited.then(async (status) => {
      if (stopping) return
      const lived = Date.now() - startedAt
      const refused = child.signalCode === null && status !== 0
      if (refused && (status === WRONG_SETTING || (first && lived < HOPELESS_MS))) return onHopeless(name, status)
      first = false
      const pause = pauseAfter(lived)
      log.warn('child.died', { name, status, signal: child.signalCode, againInMs: pause })
      await Bun.sleep(pause)
      if (stopping) return
      running = spawn()
      startedAt = Date.now()
      watch(running)
    })
  watch(running)

  return {
    name,
    get pid() {
      return running.pid
    },
    stop: async (deadlineMs) => {
      stopping = true
      running.kill('SIGTERM')
      const ended = await Promise.race([running.exited.then(() => true), Bun.sleep(deadlineMs).then(() => false)])
      if (!ended) {
        running.kill('SIGKILL')
        await running.exited
      }
    },
  }
}
