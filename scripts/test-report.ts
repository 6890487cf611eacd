/** Reads the JUnit report that bun writes of a run. It does not hold what tests print, so no test can forge it. */

export interface FileReport {
  /** Path from the root, as bun got it. */
  readonly file: string
  readonly passed: number
  /** Names of the tests that failed. */
  readonly failed: readonly string[]
  /** Names of the tests that did not run. */
  readonly skipped: readonly string[]
  /** Time of its tests, without loading its imports. */
  readonly seconds: number
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

const unescaped = (text: string): string =>
  text.replace(/&(?:#(\d+)|(\w+));/g, (whole, code: string | undefined, name: string) =>
    code ? String.fromCodePoint(Number(code)) : (ENTITIES[name] ?? whole),
  )

/** Values are escaped, so a quote or an angle bracket in the report is always part of its markup. */
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
    failed: failed.map(nameOf),
    skipped: skipped.map(nameOf),
    seconds,
  }
}

/** One report for each file in which at least one test started. */
export const readReport = (xml: string): readonly FileReport[] => {
  const [, ...pieces] = xml.split(/(?=<testcase |<testsuite )/)
  const tags = Map.groupBy(
    pieces.filter((piece) => piece.startsWith('<testcase ')),
    (piece) => attribute(piece, 'file'),
  )
  // Suites are nested; the first one of a file is the file itself.
  const suites = Map.groupBy(
    pieces.filter((piece) => piece.startsWith('<testsuite ')),
    (piece) => attribute(piece, 'file'),
  )
  return [...tags].map(([file, of]) => fileReport(file, of, Number(attribute(suites.get(file)?.[0] ?? '', 'time'))))
}
