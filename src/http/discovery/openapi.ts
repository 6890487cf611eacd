import { KEYS_PATH } from '../../canonical/key-document.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { PROBLEMS } from '../wire/problem.ts'
import { X402_REASONS } from '../rails/x402-check.ts'
import { createComponents } from './components.ts'
import { DESCRIPTION, type Instance } from './instance.ts'
import { layersOf } from './layers.ts'
import { operationOf, parametersOnce } from './operation.ts'
import { createResponses, HEADERS } from './responses.ts'

/** `/openapi.json`: OpenAPI 3.1, whose schemas are JSON Schema and therefore the schemas of the definitions. */

const SECURITY_SCHEMES = {
  l402: { type: 'http', scheme: 'L402', description: 'Authorization: L402 <macaroon, base64>:<preimage, hex>' },
  x402: { type: 'apiKey', in: 'header', name: 'PAYMENT-SIGNATURE', description: 'x402 version 2, base64' },
  x402v1: { type: 'apiKey', in: 'header', name: 'X-PAYMENT', description: 'x402 version 1, base64' },
} as const

/** One tag for each family, with the layers that it has routes in. */
const tagsOf = (endpoints: readonly Endpoint[]) =>
  [...Map.groupBy(endpoints, ({ family }) => family)].map(([name, own]) => ({
    name,
    description: [...new Set(own.map(({ layer }) => layer))].join(', '),
  }))

/**
 * @param nowTs Unix seconds, for bodies that contain dates
 * @throws Error if two different schemas have one name
 */
export const openapi = (
  endpoints: readonly Endpoint[],
  { name, version, publicUrl, mode }: Instance,
  nowTs: number,
) => {
  const components = createComponents()
  const responses = createResponses(components)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints)
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operationOf(endpoint, components, responses, nowTs)
  return {
    openapi: '3.1.0',
    info: {
      title: name,
      version,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
      'x-mode': mode,
      'x-keys': publicUrl + KEYS_PATH,
      'x-layers': layersOf(endpoints),
    },
    servers: [{ url: publicUrl }],
    tags: tagsOf(endpoints),
    paths,
    components: {
      parameters: parametersOnce(components),
      headers: HEADERS,
      responses: responses.named(),
      schemas: components.named(),
      securitySchemes: SECURITY_SCHEMES,
    },
    'x-error-codes': PROBLEMS,
    'x-payment-reasons': X402_REASONS,
  }
}
