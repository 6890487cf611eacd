import { gzipSync } from 'node:zlib'
import { takesGzip } from '../wire/gzip.ts'

/** The files of the pages. Their names hold their hashes, so whoever has one keeps it for ever. */

/** One file as it was built. */
export interface Asset {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

const ASSETS = '/assets/'
const FAVICON = '/favicon.svg'

const FOR_EVER = 'public, max-age=31536000, immutable'
/** The icon has a name that never changes. */
const FOR_AN_HOUR = 'public, max-age=3600'

/** A shorter file fits into the first packet of an answer anyway. */
const LEAST_PACKED = 1_024

type Serve = (request: Request) => Response

const serve = ({ type, bytes }: Asset, caching: string): Serve => {
  const packed = bytes.length >= LEAST_PACKED ? new Uint8Array(gzipSync(bytes, { level: 9 })) : null
  const headers = {
    'content-type': type,
    'cache-control': caching,
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
  }
  return (request) =>
    packed && takesGzip(request)
      ? new Response(packed, { headers: { ...headers, 'content-encoding': 'gzip' } })
      : new Response(bytes, { headers })
}

/** What is served by its exact path; nothing else is. */
export const assetMap = (assets: readonly Asset[], favicon: string): ReadonlyMap<string, Serve> => {
  const icon = assets.find(({ name }) => name === favicon)
  return new Map([
    ...assets.map((asset) => [ASSETS + asset.name, serve(asset, FOR_EVER)] as const),
    ...(icon ? [[FAVICON, serve(icon, FOR_AN_HOUR)] as const] : []),
  ])
}
