/**
 * The pages for people, each at its path. They are no endpoints: one HTML document serves all of them to browsers, and no
 * document for machines lists them.
 */

export interface Page {
  /** `/feeds/*` is any path below `/feeds`, `/events/*` one segment below `/events`. */
  readonly path: string
  readonly title: string
  readonly summary: string
  /** Where the same is read as JSON, if not at the page's own path; empty: nowhere. */
  readonly links: readonly string[] | null
}

/** The page of one item. */
export const ITEM_PAGE = '/feeds/*'
const EVENT_PAGE = '/events/*'

export const PAGES: readonly Page[] = [
  { path: '/', title: 'Claros', summary: 'Signed data, paid per query.', links: null },
  { path: '/feeds', title: 'Feeds', summary: 'Everything that is sold, and how fresh it is.', links: null },
  {
    path: ITEM_PAGE,
    title: 'Feed',
    summary: 'One answer: its past day, how it is made, and how to buy it.',
    links: null,
  },
  {
    path: '/events',
    title: 'Events',
    summary: 'DLC events: announced, matured, attested.',
    links: ['/dlc/oracle/announcements?status=all'],
  },
  {
    path: EVENT_PAGE,
    title: 'Event',
    summary: 'One DLC event, from its announcement to its attestation.',
    links: ['/dlc/oracle/announcements?status=all'],
  },
  {
    path: '/status',
    title: 'Status',
    summary: 'What can be bought now, and why something cannot.',
    links: ['/health', '/dlc/oracle/status'],
  },
  { path: '/verify', title: 'Verify', summary: 'Check a bought answer in this browser.', links: [] },
  { path: '/api', title: 'Interface', summary: 'Every operation, with its price and an example.', links: [] },
]

const isAt = (page: Page, path: string): boolean => {
  if (!page.path.endsWith('/*')) return page.path === path
  const start = page.path.slice(0, -1)
  const rest = path.startsWith(start) ? path.slice(start.length) : ''
  return page.path === EVENT_PAGE ? /^[^/]+$/.test(rest) : rest !== '' && !rest.endsWith('/')
}

/** The page at a path; `null` where there is none. */
export const pageAt = (path: string): Page | null => PAGES.find((page) => isAt(page, path)) ?? null

/** What the browser's tab says. */
export const tabTitle = ({ path, title }: Page): string => (path === '/' ? title : `${title} · Claros`)
