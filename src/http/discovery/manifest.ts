import type { Endpoint } from '../wire/endpoint.ts'
import { DESCRIPTION, type Instance, layersOf } from './instance.ts'

/** `/`: where to look next. */
export const manifest = (endpoints: readonly Endpoint[], { name, publicUrl, mode }: Instance) => {
  // A price is there within seconds of the first start; an index waits for more.
  const sample = endpoints.find((each) => each.family === 'prices' && each.path.endsWith('/preview'))
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
