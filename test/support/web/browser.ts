import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { needs } from '../needs.ts'

/** A real browser in front of the pages, and everything that must not happen there. */

const CHROMIUM = '/usr/bin/chromium'

/** Whether tests can open pages here. */
export const hasBrowser = (): boolean => needs(existsSync(CHROMIUM), `Chromium at ${CHROMIUM}`)

/** As root Chromium has no sandbox of its own. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] })

/** A page, with what went wrong on it. */
export interface WatchedPage {
  readonly page: Page
  /** Errors of scripts, violations of the policy, and requests to other origins than those allowed. */
  readonly faults: string[]
  /** Every request, in order. */
  readonly requests: string[]
  close(): Promise<void>
}

/** Scripts of the page stand as text: these files are checked without the types of a browser. */
const HEAR_VIOLATIONS = `document.addEventListener('securitypolicyviolation', (told) =>
  toldViolation([told.violatedDirective, told.blockedURI, told.sourceFile].join(' ')))`

/** @param allowed origins that may be asked: the site, and the play money of a demonstration */
export const openPage = async (
  browser: Browser,
  allowed: readonly string[],
  options: BrowserContextOptions = {},
): Promise<WatchedPage> => {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options })
  const page = await context.newPage()
  const faults: string[] = []
  const requests: string[] = []
  page.on('pageerror', (problem) => faults.push(`error: ${problem.message}`))
  page.on('request', (request) => {
    const url = new URL(request.url())
    requests.push(request.url())
    if (!['data:', 'blob:'].includes(url.protocol) && !allowed.includes(url.origin)) faults.push(`foreign: ${url}`)
  })
  await page.exposeFunction('toldViolation', (violation: string) => void faults.push(`policy: ${violation}`))
  await page.addInitScript(HEAR_VIOLATIONS)
  return { page, faults, requests, close: () => context.close() }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const FIND = `axe.run().then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ' at ' + target.join(' '))))`

/** What axe finds: the rule, and where it is broken. */
export const axeFindings = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(AXE)
  return page.evaluate<readonly string[]>(FIND)
}
