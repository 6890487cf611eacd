import type { Endpoint } from '../endpoint.ts'
import { DESCRIPTION, type Instance, layersOf } from './instance.ts'

/** `/`: where to look next. */
export const manifest = (endpoints: readonly Endpoint[], { name, publicUrl, mode }: Instance) => {
  // A price needs no explanation.
  const sample = endpoints.find(({ family, path }) => family === 'prices' && path.endsWith('/preview'))
  return {
    name,
    description: DESCRIPTION,
    docs: `${publicUrl}/llms.txt`,
    openapi: `${publicUrl}/openapi.json`,
    health: `${publicUrl}/health`,
    sample_endpoint: sample ? publicUrl + sample.path : null,
    layers: layersOf(endpoints),
    ...(mode === 'demo' && { mode }),
  }
}
