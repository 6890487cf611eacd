/** `/openapi.json`, as far as the page reads it. */

interface Reference {
  readonly $ref: string
}

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly example?: unknown
}

interface MediaType {
  readonly schema?: unknown
  readonly example?: unknown
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaType>> }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, MediaType>> }>>
  readonly 'x-price'?: { readonly price_usd: string; readonly price_sats: number }
}

export interface OpenApi {
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> }
}

/** One operation, with its parameters resolved. */
export interface ListedOperation {
  readonly method: string
  readonly path: string
  readonly operation: Operation
  readonly parameters: readonly Parameter[]
  /** The free copy of the same; `null` where there is none. */
  readonly preview: string | null
}

const PREVIEW = '/preview'

const resolved = ({ components }: OpenApi, parameter: Parameter | Reference): readonly Parameter[] => {
  if (!('$ref' in parameter)) return [parameter]
  const found = components.parameters[parameter.$ref.split('/').at(-1) ?? '']
  return found ? [found] : []
}

/** Every operation, in the order of the document. A free copy stands with what it is a copy of. */
export const operationsIn = (document: OpenApi): readonly ListedOperation[] =>
  Object.entries(document.paths).flatMap(([path, operations]) =>
    path.endsWith(PREVIEW) && document.paths[path.slice(0, -PREVIEW.length)]
      ? []
      : Object.entries(operations).map(([method, operation]) => ({
          method: method.toUpperCase(),
          path,
          operation,
          parameters: (operation.parameters ?? []).flatMap((each) => resolved(document, each)),
          preview: document.paths[path + PREVIEW]?.[method] ? path + PREVIEW : null,
        })),
  )

const examplesIn = (content: Readonly<Record<string, MediaType>> | undefined): unknown =>
  Object.values(content ?? {}).find(({ example }) => example !== undefined)?.example

export const answerExample = ({ responses }: Operation): unknown => examplesIn(responses['200']?.content)

export const bodyExample = ({ requestBody }: Operation): unknown => examplesIn(requestBody?.content)
