import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import type { WebFiles } from '../http/pages/pages.ts'
import type { Log } from '../ports.ts'
import { WEB_MANIFEST, WebManifest } from '../web-manifest.ts'

/** Reads the built pages into memory. Without them the service is whole: everybody gets JSON. */

const read = (folder: string): WebFiles => {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, WEB_MANIFEST), 'utf8'))
  if (!Value.Check(WebManifest, manifest)) throw new Error(`${WEB_MANIFEST} is not one of this release`)
  return {
    html: readFileSync(join(folder, manifest.html), 'utf8'),
    favicon: manifest.favicon,
    assets: manifest.assets.map(({ name, type }) => ({
      name,
      type,
      bytes: new Uint8Array(readFileSync(join(folder, name))),
    })),
  }
}

/** `null`, and a line in the log, where there are none that can be served. */
export const readWebFiles = (folder: string | undefined, log: Log): WebFiles | null => {
  if (folder === undefined) {
    log.info('pages.none', { message: 'WEB_DIR is not set: browsers get JSON' })
    return null
  }
  try {
    return read(folder)
  } catch (problem) {
    log.warn('pages.unreadable', { folder, message: String(problem), consequence: 'browsers get JSON' })
    return null
  }
}
