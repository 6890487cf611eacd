import { pageAt } from './page-list.ts'
import { documentFacts } from './document-facts.ts'

/** One page, by its path. `problem` is what the server says of a path that it does not know. */
export const Root = ({ path, problem }: { readonly path: string; readonly problem: string | null }) => {
  const page = problem === null ? pageAt(path) : null
  const { mode } = documentFacts()
  return (
    <main>
      <h1>{page?.title ?? 'Not found'}</h1>
      <p>{page ? page.summary : (problem ?? 'There is no page at this address.')}</p>
      {mode === 'demo' && <p>This is a demonstration: simulated data and play money.</p>}
    </main>
  )
}
