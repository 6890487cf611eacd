import { type TProperties, type TSchema, Type } from '@sinclair/typebox'
import { RefusedSource } from '../../sources/permission.ts'
import { LAYER_STATES } from './layers.ts'

/** The schemas of the discovery documents. */

const words = (...allowed: readonly string[]) => Type.Union(allowed.map((word) => Type.Literal(word)))
const uri = Type.String({ format: 'uri' })
/** Where many subjects share a path. */
const template = Type.String({ description: 'An address, or the template of one' })
const rails = Type.Array(words('l402', 'x402'))
const mode = words('live', 'demo')
const document = (title: string, fields: TProperties) => Type.Object(fields, { title })

const layers = Type.Array(
  document('Layer', {
    name: Type.String(),
    description: Type.String(),
    status: words(...LAYER_STATES),
    endpoints: Type.Integer({ description: 'Routes in it that are sold' }),
  }),
)

const parameters = Type.Optional(
  Type.Array(document('ShownParameter', { name: Type.String(), required: Type.Boolean(), description: Type.String() })),
)

const statedPrice = {
  price_usd: Type.String({ description: 'Dollars, decimal text' }),
  price_sats: Type.Integer(),
}

/** Of what is not sold here now. */
const closed = {
  available: Type.Optional(Type.Literal(false)),
  unavailable: Type.Optional(Type.Array(RefusedSource)),
}

const skills = Type.Array(
  document('Skill', {
    id: Type.String(),
    name: Type.String(),
    description: Type.String(),
    tags: Type.Array(Type.String()),
    examples: Type.Array(Type.String()),
    inputModes: Type.Array(Type.String()),
    outputModes: Type.Array(Type.String()),
    url: template,
    tool: Type.Optional(Type.String({ description: 'Of the Model Context Protocol' })),
    available: closed.available,
  }),
)

export const ManifestAnswer = document('Manifest', {
  name: Type.String(),
  description: Type.String(),
  docs: uri,
  openapi: uri,
  health: uri,
  sample_endpoint: Type.Union([uri, Type.Null()]),
  layers,
  keys: uri,
  mcp: uri,
  mode: Type.Optional(Type.Literal('demo')),
})

/** Of what both versions of x402 write into their requirements. */
const Alike = {
  scheme: Type.Literal('exact'),
  payTo: Type.String(),
  asset: Type.String({ description: 'Address of the token' }),
  maxTimeoutSeconds: Type.Integer(),
  extra: Type.Object({ name: Type.String(), version: Type.String() }, { description: 'Its EIP-712 domain' }),
}

/** Version 1. */
export const Requirement = document('PaymentRequirement', {
  ...Alike,
  network: Type.String({ description: 'Short name of version 1', examples: ['base'] }),
  maxAmountRequired: Type.String({ description: 'Base units of the asset' }),
  resource: template,
  description: Type.String(),
  mimeType: Type.String(),
})

const RequirementV2 = document('PaymentRequirementV2', {
  ...Alike,
  network: Type.String({ description: 'CAIP-2', examples: ['eip155:8453'] }),
  amount: Type.String({ description: 'Base units of the asset' }),
})

export const X402Answer = document('X402Document', {
  version: Type.Literal(1),
  x402Version: Type.Literal(2),
  x402Versions: Type.Array(Type.Integer()),
  name: Type.String(),
  description: Type.String(),
  mode,
  rails,
  layers,
  instructions: Type.String(),
  resources: Type.Array(template),
  endpoints: Type.Array(
    document('SoldResource', {
      method: words('GET', 'POST', 'DELETE'),
      url: template,
      path: Type.String(),
      description: Type.String(),
      family: Type.String(),
      layer: Type.String(),
      parameters,
      body: Type.Optional(
        Type.Object({}, { additionalProperties: true, description: 'That of a call that can be made as it stands' }),
      ),
      ...statedPrice,
      ...closed,
      paymentRequirements: Type.Optional(Requirement),
      accepts: Type.Optional(Type.Array(RequirementV2)),
    }),
  ),
})

/** Ways to reach the service. */
const interfaces = Type.Array(document('AgentInterface', { url: uri, transport: Type.String() }))

/** SEP-2127. */
export const ServerCardAnswer = document('McpServerCard', {
  $schema: uri,
  name: Type.String({ description: 'The host in reverse order, and the name' }),
  title: Type.String(),
  description: Type.String({ maxLength: 100 }),
  version: Type.String(),
  remotes: Type.Array(Type.Object({ type: Type.Literal('streamable-http'), url: uri })),
})

export const AgentManifestAnswer = document('AgentManifest', {
  name: Type.String(),
  description: Type.String(),
  url: uri,
  version: Type.String(),
  mode,
  keysUrl: uri,
  interfaces,
  payment: Type.Object({ rails, discovery: uri }),
  layers,
  intents: Type.Array(
    document('Intent', {
      name: Type.String(),
      description: Type.String(),
      method: words('GET', 'POST', 'DELETE'),
      path: Type.String(),
      url: template,
      ...closed,
      ...statedPrice,
      parameters,
    }),
  ),
  skills,
})

export const AgentCardAnswer = document('AgentCard', {
  protocolVersion: Type.String(),
  name: Type.String(),
  description: Type.String(),
  url: uri,
  preferredTransport: Type.String(),
  additionalInterfaces: interfaces,
  version: Type.String(),
  mode,
  provider: Type.Object({ organization: Type.String(), url: uri }),
  documentationUrl: uri,
  keysUrl: uri,
  capabilities: Type.Object({
    streaming: Type.Boolean(),
    pushNotifications: Type.Boolean(),
    stateTransitionHistory: Type.Boolean(),
  }),
  defaultInputModes: Type.Array(Type.String()),
  defaultOutputModes: Type.Array(Type.String()),
  layers,
  skills,
})

/** Its members are those of the feed. */
const method = Type.Object({}, { title: 'Method', additionalProperties: true })

const Explained = {
  id: Type.String(),
  family: Type.String(),
  layer: Type.String(),
  summary: Type.String(),
  path: Type.String({ description: 'Template of the paid path' }),
  subjects: Type.Array(Type.String()),
  canonical: Type.String({ description: 'The form of the string that is signed' }),
  method,
}

const texts = (...names: readonly string[]): TSchema =>
  Type.Object(Object.fromEntries(names.map((name) => [name, Type.String()])))

export const MethodologyAnswer = document('Methodology', {
  name: Type.String(),
  version: Type.String(),
  methodVersion: Type.Integer(),
  mode,
  disclaimer: Type.String(),
  layers,
  rounding: Type.String(),
  confidence: texts('price', 'coverage', 'agreement', 'freshness', 'method'),
  signing: texts('digest', 'l402', 'x402', 'contentHash', 'contentSignature'),
  feeds: Type.Array(
    document('ExplainedFeed', {
      ...Explained,
      alsoCanonical: Type.Optional(Type.Array(Type.String())),
      everySeconds: Type.Integer(),
      sellableSeconds: Type.Integer(),
    }),
  ),
  history: Type.Array(document('ExplainedHistory', Explained)),
  insurance: Type.Object({ canonical: Type.String(), method }),
})

/** The document that is being read. */
export const OpenApiAnswer = Type.Object(
  {
    openapi: Type.String(),
    info: Type.Object({ title: Type.String(), version: Type.String() }, { additionalProperties: true }),
    paths: Type.Object({}, { additionalProperties: true }),
  },
  { title: 'OpenApiDocument', additionalProperties: true },
)
