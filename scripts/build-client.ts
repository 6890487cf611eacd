import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'

/** Builds the package in `client`: modules of JavaScript for any runtime, and their types. */

const ROOT = join(import.meta.dir, '..')
const ENTRY = join(ROOT, 'client', 'src', 'main.ts')

/** Packages that are part of the modules, whose licences go with them. */
const INSIDE = ['@sinclair/typebox']

/** Bundles the modules: families of layouts stay apart, and are loaded when one of their answers is verified. */
export const bundleClient = (entry = ENTRY, outdir?: string, external: readonly string[] = ['@noble/*']) =>
  Bun.build({
    entrypoints: [entry],
    ...(outdir !== undefined && { outdir }),
    target: 'browser',
    format: 'esm',
    splitting: true,
    minify: true,
    external: [...external],
    naming: { entry: '[name].js', chunk: 'chunks/[name]-[hash].js' },
  })

/** The text of each declaration, by its path from the root. */
const declarations = (): ReadonlyMap<string, string> => {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path))
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT)
  const found = new Map<string, string>()
  const program = ts.createProgram([ENTRY], {
    ...options,
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    outDir: ROOT,
    rootDir: ROOT,
  })
  program.emit(undefined, (path, text) => void found.set(relative(ROOT, path), text))
  found.set('client/schema.d.ts', ts.sys.readFile(join(ROOT, 'client', 'schema.d.ts')) ?? '')
  return found
}

const IMPORTED = /((?:from|import)\s*\(?["'])(\.[^"']+?)(?:\.d)?\.ts(["'])/g

/** Those that the entry reaches, with the names that modules have when they are installed. */
const reached = (all: ReadonlyMap<string, string>): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  const walk = (path: string): void => {
    const text = all.get(path)
    if (text === undefined) throw new Error(`${path} has no declarations`)
    if (found.has(path)) return
    found.set(path, text.replaceAll(IMPORTED, '$1$2.js$3'))
    for (const [, , module] of text.matchAll(IMPORTED)) walk(`${join(dirname(path), module!)}.d.ts`)
  }
  walk(relative(ROOT, ENTRY).replace(/\.ts$/, '.d.ts'))
  return found
}

/** @param folder of the package; its `dist` is made anew */
export const buildClient = async (folder: string): Promise<void> => {
  const dist = join(folder, 'dist')
  rmSync(dist, { recursive: true, force: true })
  await bundleClient(ENTRY, dist)
  for (const [path, text] of reached(declarations())) {
    const file = join(dist, 'types', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  mkdirSync(join(dist, 'licences'))
  for (const name of INSIDE)
    copyFileSync(join(ROOT, 'node_modules', name, 'license'), join(dist, 'licences', `${name.replace('/', '+')}.txt`))
}
