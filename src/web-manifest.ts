import { type Static, Type } from '@sinclair/typebox'

/** What lies in the folder of the built pages. The launcher writes it, servers read it. */

export const WEB_MANIFEST = 'manifest.json'

const Name = Type.String({ pattern: '^[A-Za-z0-9_-]+(?:\\.[A-Za-z0-9_-]+)+$' })

export const WebManifest = Type.Object({
  /** The one HTML document. */
  html: Name,
  favicon: Name,
  /** All other files, with their content types. */
  assets: Type.Array(
    Type.Object({ name: Name, type: Type.String({ pattern: '^[a-z]+/[a-z0-9.+-]+(?:; ?[a-z0-9=-]+)?$' }) }),
  ),
})
export type WebManifest = Static<typeof WebManifest>
