/** Reads the report that bun writes of a run, in JUnit's form. What a test prints is not in it, so no test can forge it. */

export interface FileReport {
  /** As bun was given it, from the root. */
  readonly file: string
  readonly passed: number
  readonly failed: number
  /** Names of the tests that did not run. */
  readonly skipped: readonly string[]
  /** Of its tests alone, without what they import. */
  readonly seconds: number
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

const unescaped = (text: string): string =>
  text.replace(/&(?:#(\d+)|(\w+));/g, (whole, code: string | undefined, name: string) =>
    code ? String.fromCodePoint(Number(code)) : (ENTITIES[name] ?? whole),
  )

/** Values are escaped, so a quote or an angle bracket in the text of the report is always its own. */
const attribute = (tag: string, name: string): string =>
  unescaped(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '')

const nameOf = (tag: string): string =>
  [attribute(tag, 'classname'), attribute(tag, 'name')].filter(Boolean).join(' > ')

const fileReport = (file: string, tags: readonly string[], seconds: number): FileReport => {
  const skipped = tags.filter((tag) => tag.includes('<skipped'))
  const failed = tags.filter((tag) => /<(?:failure|error)/.test(tag))
  return {
    file,
    passed: tags.length - skipped.length - failed.length,
    failed: failed.length,
    skipped: skipped.map(nameOf),
    seconds,
  }
}

/** One report for each file of which at least one test was reached. */
export const readReport = (xml: string): readonly FileReport[] => {
  const [, ...pieces] = xml.split(/(?=<testcase |<testsuite )/)
  const tags = Map.groupBy(
    pieces.filter((piece) => piece.startsWith('<testcase ')),
    (piece) => attribute(piece, 'file'),
  )
  // Suites lie within each other; the first of a file is the file itself.
  const suites = Map.groupBy(
    pieces.filter((piece) => piece.startsWith('<testsuite ')),
    (piece) => attribute(piece, 'file'),
  )
  return [...tags].map(([file, of]) => fileReport(file, of, Number(attribute(suites.get(file)?.[0] ?? '', 'time'))))
}
