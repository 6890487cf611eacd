import { join, resolve } from 'node:path'
import { type Code, codeOf } from './code.ts'

/** The files of the repository, read once. */

export const ROOT = resolve(import.meta.dir, '../..')

const FOLDERS = ['src', 'client/src', 'bench', 'scripts', 'test', 'chaos'] as const

export const FILES: readonly string[] = FOLDERS.flatMap((folder) =>
  [...new Bun.Glob(`${folder}/**/*.ts`).scanSync(ROOT)].toSorted(),
)

const texts = await Promise.all(FILES.map((file) => Bun.file(join(ROOT, file)).text()))

/** Text by path from the root. */
export const TEXTS: ReadonlyMap<string, string> = new Map(FILES.map((file, at) => [file, texts[at]!]))

export const CODE: ReadonlyMap<string, Code> = new Map([...TEXTS].map(([file, text]) => [file, codeOf(text)]))

/** Whether a path is one of these, or lies in one. */
export const within = (file: string, places: readonly string[]): boolean =>
  places.some((place) => file === place || file.startsWith(`${place}/`))
