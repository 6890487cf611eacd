import { ITEM_PAGE, type Page, pageAt, PAGES, tabTitle } from '../../web/page-list.ts'
import { type Document, textDocument } from '../wire/document.ts'
import { type Problem, PROBLEMS } from '../wire/problem.ts'
import { jsonResponse } from '../wire/respond.ts'
import type { Soon } from '../wire/soon.ts'
import { type Asset, assetMap } from './assets.ts'
import { type PageFacts, withFacts, withProblem, withTitle } from './html-document.ts'
import { prefersHtml } from './negotiate.ts'
import { pageHeaders } from './page-headers.ts'

/** Pages for people: the same paths answer HTML to browsers and JSON to everybody else. */

/** The pages as they were built. */
export interface WebFiles {
  readonly html: string
  readonly assets: readonly Asset[]
  /** The name of the icon among the assets. */
  readonly favicon: string
}

export interface PageOptions extends PageFacts {
  readonly files: WebFiles
  /** Why there is no item at this path below `/feeds`, with this query; `null` where there is one. */
  readonly missing: (path: string, query: string) => Problem | null
  /** The words of a query that any item is told apart by. */
  readonly ownWords: (query: string) => string
}

export interface Pages {
  /** The answer of a page, an asset or the icon; `null` where JSON is to answer. */
  read(request: Request, path: string, query: string): Soon<Response> | null
  /** What is wrong with an address, as a page for a browser; `null` for everybody else. */
  problem(request: Request, path: string, found: Problem): Response | null
}

const MACHINES = /^\/(?:oracle|dlc|insurance|l402|receipts|\.well-known)\//

/** What never negotiates: a paid path must not answer two things. */
export const isForMachines = (path: string): boolean => MACHINES.test(path)

const ASSET = /^\/assets(?:\/|$)/

const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD'

/** Whether a browser wants to show it. */
const isAskedFor = (request: Request): boolean => isRead(request) && prefersHtml(request.headers.get('accept'))

/** What JSON clients get from a page that has no document of its own; `null` where there is none. */
export const linksOf = (request: Request, path: string): Response | null => {
  const page = isRead(request) ? pageAt(path) : null
  if (!page?.links?.length) return null
  return jsonResponse(
    { page: page.path, summary: page.summary, links: page.links },
    { 'cache-control': 'public, max-age=60' },
  )
}

/** Whether a page answers at this path to browsers. */
export const isPagePath = (path: string): boolean => pageAt(path) !== null

const NO_PAGE = 'No such page'

export const createPages = ({ files, missing, ownWords, ...facts }: PageOptions): Pages => {
  const html = withFacts(files.html, facts)
  const headers = { ...pageHeaders(facts.playMoney), vary: 'accept' }
  const assets = assetMap(files.assets, files.favicon)
  const documents = new Map<Page, Document>(
    PAGES.map((page) => [
      page,
      textDocument(withTitle(html, tabTitle(page)), { ...headers, 'cache-control': 'no-cache' }),
    ]),
  )
  const problem: Pages['problem'] = (request, path, { code, message, details }) => {
    if (isForMachines(path) || ASSET.test(path) || !isAskedFor(request)) return null
    const told = [message, ...details.flatMap((detail) => ('message' in detail ? [detail.message] : []))]
    return new Response(withProblem(html, NO_PAGE, [...new Set(told)]), {
      status: PROBLEMS[code].status,
      headers: { ...headers, 'cache-control': 'no-store' },
    })
  }
  return {
    read: (request, path, query) => {
      if (!isRead(request)) return null
      const asset = assets.get(path)
      if (asset) return asset(request)
      const page = pageAt(path)
      if (!page || !isAskedFor(request)) return null
      const lacking = page.path === ITEM_PAGE ? missing(path, query) : null
      if (!lacking) return documents.get(page)!({ request })
      // Whoever passes links on adds words of their own to them.
      const words = ownWords(query)
      if (words === query || missing(path, words)) return problem(request, path, lacking)
      const location = words === '' ? path : `${path}?${words}`
      return new Response(null, { status: 302, headers: { location, vary: 'accept', 'cache-control': 'no-store' } })
    },
    problem,
  }
}
