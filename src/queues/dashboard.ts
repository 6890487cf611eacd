import { createBullBoard } from '@bull-board/api'
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter'
import { ElysiaAdapter } from '@bull-board/elysia'
import type { Queue } from 'bullmq'
import { Elysia } from 'elysia'
import type { JobData } from './lanes.ts'

/**
 * BullMQ's own dashboard, for reading only: a request that would change a queue is answered with 405. The data of a job
 * may hold a signed payment that was not sent yet, so only the kind of request is shown.
 */

const bare = (data: unknown): object => {
  const { actor, wish } = data as Partial<JobData>
  return { actor, ...(wish?.['what'] !== undefined && { what: wish['what'] }) }
}

/** The page may load nothing from other hosts. It would load a font from Google. */
const POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'self'"

export const openDashboard = async (
  queues: readonly Queue<JobData>[],
  path: string,
): Promise<(request: Request) => Promise<Response>> => {
  const serverAdapter = new ElysiaAdapter(path)
  const adapters = queues.map((queue) => {
    const adapter = new BullMQAdapter(queue, { readOnlyMode: true })
    adapter.setFormatter('data', bare)
    adapter.setFormatter('returnValue', () => '…')
    return adapter
  })
  createBullBoard({ queues: adapters, serverAdapter, options: { uiConfig: { boardTitle: 'Claros' } } })
  const router = new Elysia().use(await serverAdapter.registerPlugin())
  return async (request) => {
    if (request.method !== 'GET')
      return Response.json({ error: 'method_not_allowed' }, { status: 405, headers: { allow: 'GET' } })
    const response = await router.fetch(request)
    response.headers.set('content-security-policy', POLICY)
    response.headers.set('cache-control', 'no-store')
    return response
  }
}
