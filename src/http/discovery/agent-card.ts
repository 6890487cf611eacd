import { KEYS_PATH } from '../../canonical/key-document.ts'
import { statedPrice } from '../../feeds/tariff.ts'
import { callOf, type Endpoint, markClosed } from '../wire/endpoint.ts'
import { DESCRIPTION, type Instance, MCP_PATH } from './instance.ts'
import { layersOf } from './layers.ts'
import { withParameters } from './parameters.ts'
import { skillsOf } from './skills.ts'

const HTTP = 'HTTP+JSON'

/** What is really served: paths that answer JSON, and tools. Tasks and messages of A2A are not. */
const interfacesOf = ({ publicUrl }: Instance) => [
  { url: publicUrl, transport: HTTP },
  { url: publicUrl + MCP_PATH, transport: 'MCP' },
]

/** `/.well-known/agent-card.json`, in the shape of the A2A protocol. */
export const agentCard = (endpoints: readonly Endpoint[], instance: Instance) => ({
  protocolVersion: '0.3.0',
  name: instance.name,
  description: DESCRIPTION,
  url: instance.publicUrl,
  preferredTransport: HTTP,
  additionalInterfaces: interfacesOf(instance),
  version: instance.version,
  mode: instance.mode,
  provider: { organization: instance.name, url: instance.publicUrl },
  documentationUrl: `${instance.publicUrl}/llms.txt`,
  keysUrl: instance.publicUrl + KEYS_PATH,
  capabilities: { streaming: false, pushNotifications: false, stateTransitionHistory: false },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['application/json'],
  layers: layersOf(endpoints),
  skills: skillsOf(endpoints, instance),
})

/** `/.well-known/agent.json`: the same skills, with prices and paths. */
export const agentManifest = (endpoints: readonly Endpoint[], instance: Instance) => ({
  name: instance.name,
  description: DESCRIPTION,
  url: instance.publicUrl,
  version: instance.version,
  mode: instance.mode,
  keysUrl: instance.publicUrl + KEYS_PATH,
  interfaces: interfacesOf(instance),
  payment: { rails: instance.rails, discovery: `${instance.publicUrl}/.well-known/x402` },
  layers: layersOf(endpoints),
  intents: endpoints
    .filter((endpoint) => endpoint.access.kind === 'paid')
    .map((endpoint) => ({
      name: `${endpoint.method.toLowerCase()} ${endpoint.path}`,
      description: endpoint.summary,
      method: endpoint.method,
      path: endpoint.path,
      url: instance.publicUrl + callOf(endpoint),
      ...markClosed(endpoint),
      ...(endpoint.access.kind === 'paid' && statedPrice(endpoint.access.price)),
      ...withParameters(endpoint),
    })),
  skills: skillsOf(endpoints, instance),
})
