import { posix } from 'node:path'

/** Reads a TypeScript file as far as the laws of the house need it: which modules it names, and which words its code uses. */

/** One file without comments. Each piece of literal text stands as `"n"`, its place in `texts`; a pattern as `/ /`. */
export interface Code {
  readonly bare: string
  readonly texts: readonly string[]
}

/** After these a slash begins a pattern; after anything else it divides, as after `a!`, `a++` and `a--`. */
const BEFORE_PATTERN =
  /(?:^|(?<!\+)\+|(?<!-)-|(?<![\w$)\]"])!|[=(,:[&|?{};*%<>~^]|\b(?:return|typeof|case|of|in|do|else|void|await|throw|yield))\s*$/

const PATTERN = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/y
const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y
const QUOTED = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/y
/** The text of a template up to its end or the next hole. */
const TEMPLATE = /(?:\\[\s\S]|\$(?!\{)|[^`\\$])*(`|\$\{|$)/y

export const codeOf = (source: string): Code => {
  const texts: string[] = []
  /** For each template that is open: how many braces are open in its hole. */
  const holes: number[] = []
  let bare = ''
  let at = 0
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const found = pattern.exec(source)
    if (found) at += found[0].length
    return found
  }
  const put = (text: string): void => void (bare += `"${texts.push(text) - 1}"`)
  const template = (): void => {
    const [text = '', end = ''] = take(TEMPLATE) ?? []
    put(text.slice(0, text.length - end.length))
    if (end !== '${') return
    holes.push(0)
    bare += ' + ('
  }
  while (at < source.length) {
    const quoted = take(QUOTED)
    if (quoted) {
      put(quoted[0].slice(1, -1))
      continue
    }
    if (take(COMMENT)) {
      bare += ' '
      continue
    }
    const letter = source[at]!
    if (letter === '/' && BEFORE_PATTERN.test(bare.slice(-40)) && take(PATTERN)) {
      bare += '/ /'
      continue
    }
    at += 1
    if (letter === '`') template()
    else if (letter === '}' && holes.at(-1) === 0) {
      holes.pop()
      bare += ') + '
      template()
    } else {
      if (holes.length > 0 && (letter === '{' || letter === '}'))
        holes[holes.length - 1] = holes.at(-1)! + (letter === '{' ? 1 : -1)
      bare += letter
    }
  }
  return { bare, texts }
}

const NAMED = /\bfrom\s*"(\d+)"|\bimport\s*"(\d+)"|\b(?:import|require|require\.resolve)\s*\(\s*"(\d+)"\s*[,)]/g

/** Every module that a file names, in whatever spelling: `import`, `import type`, `export … from`, `import()`, `require`. */
export const modulesIn = ({ bare, texts }: Code): readonly string[] =>
  [...bare.matchAll(NAMED)].map((found) => texts[Number(found.slice(1).find((each) => each !== undefined))]!)

/** Whether a file loads a module whose name is worked out, which no table can judge. */
export const loadsUnnamed = ({ bare }: Code): boolean => /\b(?:import|require)\s*\(\s*(?!"\d+"\s*[,)])/.test(bare)

/** Whether a file loads code past `import` and `require(…)`, where neither names nor walls are seen. */
export const loadsPast = ({ bare }: Code): boolean =>
  /\bcreateRequire\b|\bgetBuiltinModule\b|(?<![.\w$])eval\s*\(|\bnew\s+Function\b|\bnew\s+Worker\s*\(|\bBun\.plugin\b|\brequire\b(?!\s*\()(?!\s*\.\s*resolve\b)/.test(
    bare,
  )

/** Whether a file hands on what another one defines. */
export const handsOn = ({ bare }: Code): boolean =>
  /\bexport\s+(?:type\s+)?(?:\*(?:\s+as\s+[\w$]+)?|\{[^}]*\})\s*from\b/.test(bare) || renames(bare)

const IMPORTED = /\bimport\s+(?:type\s+)?(?:[\w$]+\s*,\s*)?\{([^}]*)\}\s*from\b/g
const IS_ANOTHER = /\bexport\s+(?:const|let)\s+[\w$]+\s*(?::[^=\n]*)?=\s*([\w$]+)[ \t]*(?:[;\n]|$)/g

/** Whether it exports under a name of its own what it imported, or lists what it exports. */
const renames = (bare: string): boolean => {
  const imported = [...bare.matchAll(IMPORTED)].flatMap(([, list = '']) =>
    list.split(',').map((each) => each.trim().split(/\s+/).at(-1)!),
  )
  const lists = [...bare.matchAll(/\bexport\s+(?:type\s+)?\{([^}]*)\}/g)].some(([, list = '']) => list.trim() !== '')
  return (
    lists ||
    [...bare.matchAll(IS_ANOTHER)].some(([, name]) => imported.includes(name!) && !/^[A-Z][A-Z0-9_]*$/.test(name!))
  )
}

/** Where a relative module lies, seen from the file that names it; `null` for packages. */
export const fileOf = (from: string, module: string): string | null =>
  module.startsWith('.') ? posix.join(posix.dirname(from), module) : null
