import type { Endpoint } from '../wire/endpoint.ts'
import type { App } from './app.ts'

/**
 * The free documents of the service are written at their first request, and some take a tenth of a second of the one
 * thread. A process asks itself for all of them before it listens, so that the first buyers after a restart do not
 * wait.
 */

/** Paths whose answer is written once, or once a day. */
export const warmPaths = (endpoints: readonly Endpoint[]): readonly string[] =>
  endpoints
    .filter(({ method, path, family, access }) => {
      return method === 'GET' && family === 'service' && access.kind === 'free' && !path.includes('{')
    })
    .map(({ path }) => path)

/** Never throws: the app answers whatever goes wrong, and so it would a buyer. */
export const warmDocuments = async (app: App, endpoints: readonly Endpoint[], publicUrl: string): Promise<void> => {
  const headers = { host: new URL(publicUrl).host, 'accept-encoding': 'gzip' }
  for (const path of warmPaths(endpoints)) {
    const answered = await app(new Request(publicUrl + path, { headers }))
    await answered.arrayBuffer()
  }
}
