import type { ComponentType } from 'preact'
import { useEffect, useErrorBoundary, useState } from 'preact/hooks'
import { PageFrame } from './frame/frame.tsx'
import { NotFound } from './frame/not-found.tsx'
import { loadOrReload } from './frame/load.ts'
import { PageFailed } from './frame/page-failed.tsx'
import { pageAt } from './page-list.ts'

type PageComponent = ComponentType<{ readonly path: string }>

/** The code of each page, loaded when it is opened. */
const LOADED: Readonly<Record<string, () => Promise<PageComponent>>> = {
  '/': async () => (await import('./feeds/feeds-page.tsx')).FeedsPage,
  '/feeds': async () => (await import('./feeds/feeds-page.tsx')).FeedsPage,
  '/feeds/*': async () => (await import('./feed/feed-page.tsx')).FeedPage,
  '/events': async () => (await import('./events/events-page.tsx')).EventsPage,
  '/events/*': async () => (await import('./events/event-page.tsx')).EventPage,
  '/status': async () => (await import('./status/status-page.tsx')).StatusPage,
  '/api': async () => (await import('./api/api-page.tsx')).ApiPage,
  '/verify': async () => (await import('./verify/verify-page.tsx')).VerifyPage,
}

const Later = ({ load, path }: { readonly load: () => Promise<PageComponent>; readonly path: string }) => {
  const [Page, setPage] = useState<PageComponent | null>(null)
  const [lost, setLost] = useState<unknown>(null)
  const [broken] = useErrorBoundary()
  useEffect(() => {
    void loadOrReload(load).then((page) => setPage(() => page), setLost)
  }, [load])
  const problem: unknown = broken ?? lost
  if (problem) return <PageFailed problem={problem} />
  return Page ? <Page path={path} /> : <p class="muted">Loading …</p>
}

/** One page, by its path. `problem` is what the server says of a path that it does not know. */
export const Root = ({ path, problem }: { readonly path: string; readonly problem: string | null }) => {
  const page = problem === null ? pageAt(path) : null
  const load = page ? LOADED[page.path] : undefined
  return (
    <PageFrame page={page} path={path}>
      {load ? <Later load={load} path={path} /> : <NotFound detail={problem} />}
    </PageFrame>
  )
}
