import { free, type Specified } from '../specified.ts'

/** Free service endpoints. Documents name what they list; the fields inside are those of their own formats. */
export const SERVICE: readonly Specified[] = [
  free('/health', 'status protocol version price_pairs econ_indicators'),
  free('/', 'name description docs openapi health sample_endpoint'),
  free('/.well-known/x402', 'x402Version endpoints[].accepts[] endpoints[].price_usd endpoints[].price_sats'),
  free('/.well-known/agent.json', 'intents[] skills[]'),
  free('/.well-known/agent-card.json', 'skills[].id skills[].name skills[].description'),
  free('/openapi.json', 'openapi info paths'),
  free('/llms.txt', ''),
  free(
    '/methodology.json',
    `feeds[].method.components[].weight feeds[].method.components[].sources[]
     feeds[].method.components[].normalization feeds[].method.assembly.confidence feeds[].canonical`,
  ),
]
