import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** Comments and documents cite only what stands in this repository, or a public source by its name. */

const ROOT = resolve(import.meta.dir, '..')

const filesOf = (pattern: string): readonly string[] => [...new Bun.Glob(pattern).scanSync(ROOT)].toSorted()

const textOf = (path: string): Promise<string> => Bun.file(join(ROOT, path)).text()

/** Documents whose sections are cited by number. */
const CITED = { methods: await textOf('docs/methods.md'), interface: await textOf('docs/interface.md') } as const

type Cited = keyof typeof CITED

/** `## 5 Title` and `### 5.1 Title`, in order. */
const sectionsOf = (document: string): readonly string[] =>
  [...document.matchAll(/^#{2,3} (\d+(?:\.\d+)?) \S/gm)].map((match) => match[1]!)

const SECTIONS: Readonly<Record<Cited, readonly string[]>> = {
  methods: sectionsOf(CITED.methods),
  interface: sectionsOf(CITED.interface),
}

const DECISIONS = filesOf('docs/decisions/*.md').map((path) => path.slice('docs/decisions/'.length).slice(0, 4))

/** A comment or a paragraph in one line, so that a line break hides no citation. */
const joined = (text: string): string => text.replaceAll(/\n\s*(?:\*|\/\/|\|)?[ \t]*/g, ' ')

/** What points nowhere: names of documents that are not here, and a specification or a section of nobody. */
const NOWHERE: readonly RegExp[] = [
  /interface (?:specification|document|description)\b/i,
  /\b(?:decisions|methods), ["A-Z]/,
  /(?<![\w-])(?:decisions|upstreams[-\w]*|dlc|payments|stack|house|live-service|width|scale|trust|landscape|models|face)\.md\b/,
  /\b(?:methods|interface)(?:\.md)? section\b/i,
  /Oracle Attestation Spec|\blive service\b|\bthe same section\b/,
  /\bthe specification\b(?! of [A-Z])/i,
  /\b(?:methods|interface) \d+(?:\.\d+)? (?:and|or|to) \d/,
]

/** The comments of a program. What stands in its texts leaves the process and is no citation. */
const commentsOf = (program: string): string =>
  program
    .split('\n')
    .flatMap((line) => /^\s*(?:\/\*\*?|\*|\/\/).*|\s\/\/ .*/.exec(line)?.[0] ?? [])
    .join('\n')

/** Everything that is wrong with the citations of a text. */
const brokenCitations = (text: string): readonly string[] => {
  const line = joined(text)
  const sections = [...line.matchAll(/\b(methods|interface) (\d+(?:\.\d+)?)\b/g)].flatMap(([found, name, section]) =>
    SECTIONS[name as Cited].includes(section!) ? [] : [found],
  )
  const decisions = [...line.matchAll(/\bdecisions? (\d{4})\b/g)].flatMap(([found, number]) =>
    DECISIONS.includes(number!) ? [] : [found],
  )
  return [...sections, ...decisions, ...NOWHERE.flatMap((pattern) => pattern.exec(line)?.[0] ?? [])]
}

/** Relative links of a document that lead to no file, or to no heading of one that is cited by section. */
const brokenLinks = (path: string, text: string): readonly string[] =>
  [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#[^)]*)?\)/g)].flatMap(([, target]) =>
    existsSync(join(ROOT, dirname(path), target!)) ? [] : [target!],
  )

const SELF = 'test/docs.test.ts'

const SOURCES = ['src', 'test', 'bench', 'soak', 'chaos', 'scripts']
  .flatMap((folder) => [...filesOf(`${folder}/**/*.ts`), ...filesOf(`${folder}/**/*.json`)])
  .filter((path) => path !== SELF && !path.startsWith('test/golden/'))

const DOCUMENTS = [...filesOf('docs/**/*.md'), 'README.md']

describe('comments', () => {
  /** Names of functions and tables, `singleCall`: no words of any sentence. */
  const named = async (): Promise<ReadonlySet<string>> => {
    const code = await Promise.all(SOURCES.filter((path) => path.startsWith('src/')).map(textOf))
    return new Set(
      code.flatMap((text) => [...text.matchAll(/^export const ([a-z]+[A-Z]\w*)/gm)].map(([, name]) => name!)),
    )
  }
  /** A name in a sentence is there by a renaming that went too far, unless it is marked as code. */
  const strayNames = (text: string, names: ReadonlySet<string>): readonly string[] => {
    const prose = joined(text).replaceAll(/`[^`]*`|"[^"]*"|https?:\S+|@(?:param|example) .*?(?=@|\*\/)/g, ' ')
    return [...prose.matchAll(/(?<![\w.$])([a-z]+[A-Z]\w*)(?![\w(])/g)]
      .map(([, word]) => word!)
      .filter((word) => names.has(word))
  }

  test('have names of code in backticks alone', async () => {
    const names = await named()
    const stray: string[] = []
    for (const path of SOURCES.filter((each) => each.startsWith('src/') && each.endsWith('.ts')))
      for (const word of strayNames(commentsOf(await textOf(path)), names)) stray.push(`${path}: ${word}`)
    expect(stray).toEqual([])
    expect(names.size).toBeGreaterThan(500)
  })

  test('a stray name is seen', () => {
    const names = new Set(['singleCall'])
    expect(strayNames('/** A singleCall call gives one part. */', names)).toEqual(['singleCall'])
    expect(strayNames('/** As `singleCall` does. */', names)).toEqual([])
  })
})

describe('citations', () => {
  test('lead to a section, a decision or a public source by name', async () => {
    const broken: string[] = []
    for (const path of [...SOURCES, ...DOCUMENTS]) {
      const text = await textOf(path)
      const cites = path.startsWith('src/') && path.endsWith('.ts') ? commentsOf(text) : text
      for (const found of brokenCitations(cites)) broken.push(`${path}: ${found}`)
    }
    expect(broken).toEqual([])
  })

  test('are there: documents that nobody cites would not be noticed when they go', async () => {
    const code = (await Promise.all(SOURCES.map(textOf))).map(joined).join('\n')
    const numbers = (name: string) => new Set(code.match(new RegExp(`\\b${name} \\d+(?:\\.\\d+)?`, 'g')))
    expect(numbers('methods').size).toBeGreaterThan(10)
    expect(numbers('interface').size).toBeGreaterThan(10)
  })

  test.each([
    ['a section that does not exist', '/** The rate (methods 99.1). */'],
    ['one of the other document', '/** The body (interface 99). */'],
    ['one that is cut by the end of a line', '/**\n * The rate, clipped (methods\n * 99.1).\n */'],
    ['a decision that does not exist', '// decision 9999'],
    ['a list, of which only the first would be checked', '// methods 5.1 and 99.4'],
    ['a document that is not here', '/** The order (dlc.md 9.4). */'],
    ['a specification of nobody', '/** The form that the specification wants. */'],
    ['a document by its title', '/** Interface specification, "Limits". */'],
  ])('break on %s', (_, text) => {
    expect(brokenCitations(text)).not.toEqual([])
  })

  test('are looked for in comments of any form, and not in the texts of a program', () => {
    const program = [
      "const text = 'the specification'",
      '/** methods 99.1 */',
      '/**',
      ' * methods 99.2',
      ' */',
      'const a = 1 // methods 99.3',
      '  // methods 99.4',
    ]
    expect(brokenCitations(commentsOf(program.join('\n')))).toEqual([1, 2, 3, 4].map((each) => `methods 99.${each}`))
  })

  test('of public documents are left alone', () => {
    const text =
      '/** The x402 specification, RFC 8785 section 3.2, the specification of Standard Webhooks (methods 5.1). */'
    expect(brokenCitations(text)).toEqual([])
  })
})

describe('documents', () => {
  test.each(DOCUMENTS)('%s links to files that are there', async (path) => {
    expect(brokenLinks(path, await textOf(path))).toEqual([])
  })

  test('a link to nothing is noticed', () => {
    expect(brokenLinks('docs/methods.md', 'see [it](decisions/9999-nothing.md) and [this](feeds.md)')).toEqual([
      'decisions/9999-nothing.md',
    ])
  })

  test.each(Object.keys(CITED) as Cited[])(
    '%s has each section once, in order, and refers to none that is missing',
    (name) => {
      const sections = SECTIONS[name]
      const ordered = sections.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
      expect(sections).toEqual(ordered)
      expect(new Set(sections).size).toBe(sections.length)
      const inner = [...CITED[name].matchAll(/\((\d+\.\d+)\)|\b(?:by|section) (\d+\.\d+)\b/g)]
      expect(inner.map(([, bare, named]) => bare ?? named!).filter((section) => !sections.includes(section))).toEqual(
        [],
      )
    },
  )

  test.each(Object.keys(CITED) as Cited[])('%s names files that are there', (name) => {
    const named = [...CITED[name].matchAll(/`((?:src|test|docs|scripts)\/[\w./-]+)`/g)].map((match) => match[1]!)
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  test('every method names the file that has it', () => {
    const parts = CITED.methods.split(/^(?=#{2,3} )/m).filter((part) => /^### \d/.test(part))
    expect(parts.filter((part) => !part.includes('`src/')).map((part) => part.split('\n', 1)[0])).toEqual([])
  })

  test('every source of a method is listed, and every listed one is used', () => {
    const [body = '', list = ''] = CITED.methods.split(/^## Sources$/m)
    const used = new Set([...body.matchAll(/\[(\d+)\](?!\()/g)].map((match) => Number(match[1])))
    const listed = [...list.matchAll(/^(\d+)\. /gm)].map((match) => Number(match[1]))
    expect([...used].toSorted((a, b) => a - b)).toEqual(listed)
  })
})
