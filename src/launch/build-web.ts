import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import type { Log } from '../ports.ts'
import { WEB_MANIFEST, WebManifest } from '../web-manifest.ts'

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

/** The files of the build that lies in a folder, by its own list. Nothing else there is ours. */
const namesBefore = (folder: string): readonly string[] => {
  const path = join(folder, WEB_MANIFEST)
  if (!existsSync(path)) return []
  try {
    const { html, assets } = Value.Decode(WebManifest, JSON.parse(readFileSync(path, 'utf8')))
    return [html, ...assets.map(({ name }) => name)]
  } catch {
    return []
  }
}

/**
 * Writes the pages with their manifest into a folder, readable by every user, and takes away those of an earlier build.
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
  const before = namesBefore(folder)
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  const write = (name: string, content: Uint8Array | string): void => {
    const path = join(folder, name)
    writeFileSync(`${path}.new`, content)
    chmodSync(`${path}.new`, 0o644)
    renameSync(`${path}.new`, path)
  }
  for (const { name, bytes } of files) write(name, bytes)
  // Whenever this is cut off, the list names files that are there.
  write(WEB_MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`)
  for (const name of before.filter((each) => !names.includes(each))) rmSync(join(folder, name), { force: true })
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
