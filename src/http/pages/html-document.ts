/** What the server writes into the built HTML. */

/** What a page must know before its first request. */
export interface PageFacts {
  readonly mode: 'live' | 'demo'
  readonly version: string
  /** The origin that gives play money, in demonstrations alone. */
  readonly playMoney: string | null
}

/** The built HTML lacks a place to write into. */
class BadDocument extends Error {
  override readonly name = 'BadDocument'
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => ENTITIES[letter]!)

const written = (html: string, place: RegExp, text: string): string => {
  if (!place.test(html)) throw new BadDocument(`the page has no ${place.source}`)
  return html.replace(place, () => text)
}

const withMeta = (html: string, name: string, content: string): string =>
  written(
    html,
    new RegExp(`<meta name="claros-${name}" content=""\\s*/?>`),
    `<meta name="claros-${name}" content="${escaped(content)}" />`,
  )

/** The document with the facts of this instance. */
export const withFacts = (html: string, { mode, version, playMoney }: PageFacts): string =>
  [
    ['mode', mode],
    ['version', version],
    ['play-money', playMoney ?? ''],
  ].reduce((all, [name, content]) => withMeta(all, name!, content!), html)

const ROOT = /<div id="app"><\/div>/
const TITLE = /<title>[^<]*<\/title>/

const titled = (title: string): string => `<title>${escaped(title)}</title>`

/** The document of one page. */
export const withTitle = (html: string, title: string): string => written(html, TITLE, titled(title))

/** The document that says what is wrong, with and without scripts. */
export const withProblem = (html: string, title: string, lines: readonly string[]): string => {
  const shown = `<h1>${escaped(title)}</h1>${lines.map((line) => `<p>${escaped(line)}</p>`).join('')}`
  return written(
    withTitle(html, `${title} · Claros`),
    ROOT,
    `<div id="app" data-problem="${escaped(lines.join('\n'))}"><main>${shown}</main></div>`,
  )
}
