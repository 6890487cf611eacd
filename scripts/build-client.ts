import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'

/** Builds the package in `client`: modules of JavaScript for any runtime, and their types. */

const ROOT = join(import.meta.dir, '..')
const ENTRY = join(ROOT, 'client', 'src', 'main.ts')
/** The program that the package runs as: for Node alone, and beside the modules, which it shares. */
const PROGRAM = join(ROOT, 'src', 'cli', 'packed.ts')

/** Packages that are part of the modules, whose licences go with them. */
const INSIDE = ['@sinclair/typebox']

/**
 * Bundles the modules: families of layouts stay apart, and are loaded when one of their answers is verified. All lie in one
 * folder: its name would stand in the verifier some sixty times.
 */
export const bundleClient = (entries: readonly string[], outdir: string, external: readonly string[]) =>
  Bun.build({
    entrypoints: [...entries],
    outdir,
    target: 'browser',
    format: 'esm',
    splitting: true,
    minify: true,
    external: [...external],
    naming: { entry: '[name].js', chunk: '[name]-[hash].js' },
  })

const IMPORTED = /((?:from|import)\s*\(?["'])(\.[^"']+?)(?:\.d)?\.ts(["'])/g

/** The declarations that the entry reaches, by path from the root, with the names that modules have when they are installed. */
const declarations = (): ReadonlyMap<string, string> => {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path))
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT)
  const how = { declaration: true, emitDeclarationOnly: true, noEmit: false, outDir: ROOT, rootDir: ROOT }
  const program = ts.createProgram([ENTRY], { ...options, ...how })
  const found = new Map<string, string>()
  /** Of one file alone: nothing else needs to be judged. */
  const declared = (source: ts.SourceFile): string => {
    let text = source.isDeclarationFile ? source.text : ''
    if (!source.isDeclarationFile) program.emit(source, (_path, written) => void (text = written))
    return text
  }
  const walk = (path: string): void => {
    const source = program.getSourceFile(`${path}.ts`) ?? program.getSourceFile(`${path}.d.ts`)
    if (!source) throw new Error(`${path} has no declarations`)
    const name = `${relative(ROOT, path)}.d.ts`
    if (found.has(name)) return
    const text = declared(source)
    found.set(name, text.replaceAll(IMPORTED, '$1$2.js$3'))
    for (const [, , module] of text.matchAll(IMPORTED)) walk(join(dirname(path), module!))
  }
  walk(ENTRY.replace(/\.ts$/, ''))
  return found
}

/** @param folder of the package; its `dist` is made anew */
export const buildClient = async (folder: string): Promise<void> => {
  const dist = join(folder, 'dist')
  rmSync(dist, { recursive: true, force: true })
  await bundleClient([ENTRY, PROGRAM], dist, ['@noble/*', 'node:*'])
  for (const [path, text] of declarations()) {
    const file = join(dist, 'types', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  copyFileSync(join(ROOT, 'LICENSE'), join(dist, 'LICENSE'))
  mkdirSync(join(dist, 'licences'))
  for (const name of INSIDE)
    copyFileSync(join(ROOT, 'node_modules', name, 'license'), join(dist, 'licences', `${name.replace('/', '+')}.txt`))
}
