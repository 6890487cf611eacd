/**
 * The x402 `bazaar` extension: facilitators catalogue a route after a payment that carries it. Kept small, because it
 * travels in a header: no answer schema, an example of three fields. JSON Schema 2020-12 describes `info`.
 */

const SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    input: {
      type: 'object',
      properties: { type: { const: 'http' }, method: { enum: ['GET', 'POST', 'DELETE'] } },
      required: ['type', 'method'],
    },
    output: {
      type: 'object',
      properties: { type: { type: 'string' }, example: { type: 'object' } },
      required: ['type'],
    },
  },
  required: ['input'],
} as const

type Example = Readonly<Record<string, unknown>>

/** What a route does, in the words of the extension. */
export const bazaar = (method: 'GET' | 'POST' | 'DELETE', example: Example, body?: Example) => ({
  bazaar: {
    info: {
      input: { type: 'http', method, ...(body && { bodyType: 'json', body }) },
      output: { type: 'json', example },
    },
    schema: SCHEMA,
  },
})
