import { Value } from '@sinclair/typebox/value'
import { spelled, type Endpoint } from '../../src/http/wire/endpoint.ts'
import { problemsOf } from '../../src/http/wire/route-problems.ts'
import { templatePattern } from '../../src/feeds/subject.ts'
import type { App } from '../../src/http/app/app.ts'

/**
 * The app, which throws where a route answers with what its description does not name: a status, an error, an ETag; and
 * where an answer has no id of its own.
 */

const methodOf = ({ method }: Request): string => (method === 'HEAD' ? 'GET' : method)

/** As it is written: what a parser would make of an odd address is for the gate. */
const pathOf = ({ url }: Request): string => {
  const path = url.slice(url.indexOf('/', url.indexOf('://') + 3)).split('?', 1)[0]!
  return /^\/(?:oracle|dlc|insurance)\//i.test(path) ? path.toLowerCase() : path
}

/** The route of a request; none where nothing is served. */
const routeFinder = (endpoints: readonly Endpoint[]): ((request: Request) => Endpoint | undefined) => {
  const all = endpoints.flatMap(spelled)
  const fixed = new Map(all.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]))
  const open = all
    .filter(({ path }) => path.includes('{'))
    .map((endpoint) => ({ endpoint, shape: templatePattern(endpoint.path) }))
  return (request) => {
    const path = pathOf(request)
    const method = methodOf(request)
    return (
      fixed.get(`${method} ${path}`) ??
      open.find(({ endpoint, shape }) => endpoint.method === method && shape.test(path))?.endpoint
    )
  }
}

const errorOf = async (response: Response): Promise<string> => {
  const text = await response.clone().text()
  return text === '' ? '' : String((JSON.parse(text) as { readonly error?: unknown }).error)
}

/** What of the body does not fit its schema. */
const misfitOf = async ({ answer, contentType, inJson }: Endpoint, response: Response): Promise<string | null> => {
  const isPlain =
    response.headers.get('content-type')?.startsWith('application/json') && !response.headers.has('content-encoding')
  if (!isPlain) return null
  const [first] = Value.Errors(
    contentType === 'application/json' ? answer : inJson!.answer,
    await response.clone().json(),
  )
  return first ? `has at ${first.path}: ${first.message}` : null
}

/** What the description does not name; `null` if it names all. */
const faultOf = async (endpoint: Endpoint, response: Response, method: string): Promise<string | null> => {
  const { status } = response
  const isTagged = endpoint.isTagged === true
  if (status === 304) return isTagged ? null : 'says 304'
  if (status === 200 && response.headers.has('etag') !== isTagged) return isTagged ? 'has no ETag' : 'has an ETag'
  if (status === 200) return method === 'HEAD' ? null : misfitOf(endpoint, response)
  const codes: readonly string[] = problemsOf(endpoint).get(status) ?? []
  const error = method === 'HEAD' ? codes[0] : await errorOf(response)
  return error !== undefined && codes.includes(error) ? null : `says ${status} ${error}`
}

/** @param hosts the names that the description is about; what is answered under another is not in it */
export const heldToContract = (app: App, endpoints: readonly Endpoint[], hosts?: readonly string[]): App => {
  const routeOf = routeFinder(endpoints)
  const ids = new Set<string>()
  return async (request, address) => {
    const response = await app(request, address)
    const id = response.headers.get('x-request-id')
    if (id === null || ids.has(id)) throw new Error(`${request.method} ${request.url} was answered with the id ${id}`)
    ids.add(id)
    const isDescribed = hosts === undefined || hosts.includes(URL.parse(request.url)?.hostname ?? '')
    const endpoint = request.method === 'OPTIONS' || !isDescribed ? undefined : routeOf(request)
    const fault = endpoint && (await faultOf(endpoint, response, request.method))
    if (endpoint && fault) throw new Error(`${endpoint.method} ${endpoint.path} ${fault}, which OpenAPI does not name`)
    return response
  }
}
