import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Log } from '../ports.ts'
import { WEB_MANIFEST, type WebManifest } from '../web-manifest.ts'

/** Builds the pages for browsers, once and before any server starts: all of them must name the same files. */

const ENTRY = resolve(import.meta.dir, '../web/index.html')
const NAMING = '[name]-[hash].[ext]'

/** The pages could not be built; the message says why. */
class BadBuild extends Error {
  override readonly name = 'BadBuild'
}

const fileName = (path: string): string => path.replace(/^\.\//, '')

const only = (what: string, names: readonly string[]): string => {
  if (names.length !== 1) throw new BadBuild(`the pages have ${names.length} files of ${what}, not one`)
  return names[0]!
}

/**
 * Writes the pages with their manifest into a folder, readable by every user, and takes away what was there before.
 * Without plugins, which can change the names between two builds of the same files.
 */
export const buildWeb = async (folder: string): Promise<WebManifest> => {
  const built = await Bun.build({
    entrypoints: [ENTRY],
    target: 'browser',
    minify: true,
    splitting: true,
    publicPath: '/assets/',
    naming: { entry: NAMING, chunk: NAMING, asset: NAMING },
    throw: false,
  })
  if (!built.success) throw new BadBuild(built.logs.map(String).join('\n'))
  const files = await Promise.all(
    built.outputs.map(async (output) => ({
      name: fileName(output.path),
      type: output.type.replace(/;\s*/, '; '),
      bytes: new Uint8Array(await output.arrayBuffer()),
    })),
  )
  const names = files.map(({ name }) => name)
  const html = only(
    'HTML',
    names.filter((name) => name.endsWith('.html')),
  )
  const manifest: WebManifest = {
    html,
    favicon: only(
      'icons',
      names.filter((name) => /^favicon-.*\.svg$/.test(name)),
    ),
    assets: files.filter(({ name }) => name !== html).map(({ name, type }) => ({ name, type })),
  }
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  const write = (name: string, content: Uint8Array | string): void => {
    const path = join(folder, name)
    writeFileSync(`${path}.new`, content)
    chmodSync(`${path}.new`, 0o644)
    renameSync(`${path}.new`, path)
  }
  for (const { name, bytes } of files) write(name, bytes)
  // Last: a folder without it is no build.
  write(WEB_MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`)
  return manifest
}

/** The same before servers start, which do without pages rather than not start. `undefined` where there are none. */
export const tryToBuildWeb = async (folder: string, log: Log): Promise<string | undefined> => {
  try {
    await buildWeb(folder)
    return folder
  } catch (problem) {
    log.warn('pages.not_built', { message: String(problem), consequence: 'browsers get JSON' })
    return undefined
  }
}
