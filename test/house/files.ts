import { join, resolve } from 'node:path'
import { type Code, codeOf } from './code.ts'

/** The files of the repository, read once. */

export const ROOT = resolve(import.meta.dir, '../..')

const FOLDERS = ['src', 'client/src', 'bench', 'soak', 'scripts', 'test', 'chaos'] as const

export const FILES: readonly string[] = FOLDERS.flatMap((folder) =>
  [...new Bun.Glob(`${folder}/**/*.{ts,tsx}`).scanSync(ROOT)].toSorted(),
)

const texts = await Promise.all(FILES.map((file) => Bun.file(join(ROOT, file)).text()))

/** Text by path from the root. */
export const TEXTS: ReadonlyMap<string, string> = new Map(FILES.map((file, at) => [file, texts[at]!]))

const markup = new Bun.Transpiler({
  loader: 'tsx',
  tsconfig: { compilerOptions: { jsx: 'react', jsxFactory: 'h', jsxFragmentFactory: 'Fragment' } },
})
const IMPORTS = /^import\b(?:[^'"]*?\bfrom\s*)?['"][^'"]+['"]/gm

/** Markup as the calls that it stands for, below its imports as they are written: those of types as well. */
export const plainCode = (file: string, text: string): string =>
  file.endsWith('.tsx')
    ? [...(text.match(IMPORTS) ?? []), markup.transformSync(text).replace(IMPORTS, '')].join('\n')
    : text

export const CODE: ReadonlyMap<string, Code> = new Map(
  [...TEXTS].map(([file, text]) => [file, codeOf(plainCode(file, text))]),
)

/** Whether a path is one of these, or lies in one. */
export const within = (file: string, places: readonly string[]): boolean =>
  places.some((place) => file === place || file.startsWith(`${place}/`))
