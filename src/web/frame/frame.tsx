import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { KEYS_PATH } from '../../canonical/key-document.ts'
import { documentFacts } from '../document-facts.ts'
import { type Page, PAGES, tabTitle } from '../page-list.ts'

/** Pages that the navigation does not name: the first, behind the mark, and those that belong to one thing. */
const IN_NAVIGATION = PAGES.filter(({ path }) => path !== '/' && !path.endsWith('/*'))

/** Which entry of the navigation a page belongs to. */
const sectionOf = (path: string): string => `/${path.split('/')[1] ?? ''}`

const Mark = () => (
  <a class="mark" href="/">
    <svg width="22" height="22" viewBox="0 0 32 32" aria-hidden="true">
      <circle cx="16" cy="16" r="15" fill="var(--accent)" />
      <path d="M22 11a8 8 0 1 0 0 10" fill="none" stroke="var(--accent-ink)" stroke-width="4" stroke-linecap="round" />
    </svg>
    Claros
  </a>
)

/** What stands around every page. */
export const PageFrame = (props: {
  readonly page: Page | null
  readonly path: string
  readonly children: ComponentChildren
}) => {
  const { page, path, children } = props
  const { mode, version } = documentFacts()
  useEffect(() => {
    document.title = page ? tabTitle(page) : 'Not found · Claros'
  }, [page])
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      {mode === 'demo' && (
        <aside class="demo" aria-label="Demonstration">
          <p>
            <strong>Demonstration.</strong> Simulated data, throw-away keys and play money: nothing here is real.
          </p>
        </aside>
      )}
      <header class="head">
        <div class="head-in">
          <Mark />
          <nav class="nav" aria-label="Pages">
            {IN_NAVIGATION.map((each) => (
              <a key={each.path} href={each.path} aria-current={sectionOf(path) === each.path ? 'page' : undefined}>
                {each.title}
              </a>
            ))}
          </nav>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <footer class="foot">
        <div class="foot-in">
          <span>Claros {version}</span>
          <span>Every number is a measurement of what sources said, never a forecast and no advice.</span>
          <a href="/openapi.json">OpenAPI</a>
          <a href="/llms.txt">llms.txt</a>
          <a href="/methodology.json">Methodology</a>
          <a href={KEYS_PATH}>Keys</a>
        </div>
      </footer>
    </>
  )
}
