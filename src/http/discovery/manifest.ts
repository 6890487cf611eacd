import { KEYS_PATH } from '../../canonical/key-document.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { DESCRIPTION, type Instance, MCP_PATH } from './instance.ts'
import { layersOf } from './layers.ts'

/** `/`: links to the other documents. */
export const manifest = (endpoints: readonly Endpoint[], { name, publicUrl, mode }: Instance) => {
  // A price exists within seconds of the first start; an index needs longer.
  const sample = endpoints.find((each) => each.family === 'prices' && each.path.endsWith('/preview'))
  return {
    name,
    description: DESCRIPTION,
    docs: `${publicUrl}/llms.txt`,
    openapi: `${publicUrl}/openapi.json`,
    health: `${publicUrl}/health`,
    sample_endpoint: sample ? publicUrl + sample.path : null,
    layers: layersOf(endpoints),
    keys: publicUrl + KEYS_PATH,
    mcp: publicUrl + MCP_PATH,
    ...(mode === 'demo' && { mode }),
  }
}
