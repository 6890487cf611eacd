import type { Random } from '../../ports.ts'
import { problem } from '../wire/problem.ts'
import { problemResponse } from '../wire/respond.ts'
import type { App } from './app.ts'
import { createRequestIds, withRequestId } from './request-id.ts'

/**
 * A process that is told to stop answers 503 at `/health` for a while and serves everything else as before, so that a
 * balancer takes it out of its list before it is gone. A balancer that is not told finds a closed port, and its buyers an
 * error.
 */

const PATH = '/health'
const RETRY_SECONDS = 1

export interface LeavingApp {
  readonly app: App
  /** Turns readiness off, and waits until balancers have had this time to see it. */
  leave(ms: number): Promise<void>
}

/** @param docs where problems are explained */
export const createLeavingApp = (app: App, docs: string, random: Random): LeavingApp => {
  const idOf = createRequestIds(random)
  let isLeaving = false
  const leaving = (request: Request): Response => {
    const answer = problemResponse(
      problem('unavailable', 'This process is stopping; another one answers.', { retryAfter: RETRY_SECONDS }),
      docs,
    )
    return withRequestId(answer, idOf(request))
  }
  return {
    app: (request, address) =>
      isLeaving && URL.parse(request.url)?.pathname === PATH ? leaving(request) : app(request, address),
    leave: async (ms) => {
      // Without a time nobody is told: the answer would only look like a fault.
      if (ms === 0) return
      isLeaving = true
      await Bun.sleep(ms)
    },
  }
}
