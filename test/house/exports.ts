import { type Code, fileOf } from './code.ts'

/** What files define for others, and who takes it. */

export interface Export {
  readonly file: string
  readonly name: string
  /** An interface or a type: it may be there to name a part of what else is exported. */
  readonly isType: boolean
  /** Whether its own file uses it. */
  readonly isUsedInside: boolean
  /** Files that import it. */
  readonly users: readonly string[]
}

const DEFINED = /\bexport\s+(?:async\s+|abstract\s+)?(const|let|function\*?|class|interface|type|enum)\s+([\w$]+)/g
const NAMED = /\bimport\s+(?:type\s+)?(?:[\w$]+\s*,\s*)?\{([^}]*)\}\s*from\s*"(\d+)"/g
/** Everything of a module at once: a default, all names, or a module that is loaded while the program runs. */
const WHOLE = /\bimport\s+(?:type\s+)?(?:\*\s+as\s+)?[\w$]+\s+from\s*"(\d+)"|\bimport\s*\(\s*"(\d+)"/g

const keyOf = (file: string, name: string): string => `${file} ${name}`

/** Who imports which name of which file; `*` for all of them. */
const usersOf = (code: ReadonlyMap<string, Code>): ReadonlyMap<string, readonly string[]> => {
  const users = new Map<string, string[]>()
  for (const [file, { bare, texts }] of code) {
    const take = (place: string | undefined, names: readonly string[]): void => {
      const target = fileOf(file, texts[Number(place)] ?? '')
      if (target === null) return
      for (const name of names) users.set(keyOf(target, name), [...(users.get(keyOf(target, name)) ?? []), file])
    }
    for (const [, list = '', place] of bare.matchAll(NAMED))
      take(
        place,
        list.split(',').flatMap((each) => each.trim().match(/^(?:type\s+)?([\w$]+)/)?.[1] ?? []),
      )
    for (const [, named, loaded] of bare.matchAll(WHOLE)) take(named ?? loaded, ['*'])
  }
  return users
}

/** Every name that these files export, once: a type and a value of one name are one thing. */
export const exportsOf = (code: ReadonlyMap<string, Code>): readonly Export[] => {
  const users = usersOf(code)
  return [...code].flatMap(([file, { bare }]) => {
    const defined = [...bare.matchAll(DEFINED)].map(([, kind, name]) => ({ kind, name: name! }))
    return [...new Set(defined.map(({ name }) => name))].map((name): Export => {
      const own = defined.filter((each) => each.name === name)
      const said = [
        ...bare.matchAll(new RegExp(`(?<![\\w$])(?<!(?<!\\.\\.)\\.)${name.replaceAll('$', '\\$')}(?![\\w$])`, 'g')),
      ]
      return {
        file,
        name,
        isType: own.every(({ kind }) => kind === 'interface' || kind === 'type'),
        isUsedInside: said.length > own.length,
        users: [...(users.get(keyOf(file, name)) ?? []), ...(users.get(keyOf(file, '*')) ?? [])],
      }
    })
  })
}
